// Choices that fit their place. How tall they are depends on the deal, the
// language, the letters and the window, so it is measured.

const levels = 4; // tight.css has rules for each

/** Whether not all of an element's text shows. @param {Element} e */
const cut = e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;

/**
 * Sets the choices as tightly as it takes for their part of the dock not to
 * scroll, and no tighter; where that is not enough, or cuts words, the dock is
 * tall. A part that grows with what is in it is left as it is.
 * @param {HTMLElement} band
 */
export function fit(band) {
  const part = band.querySelector('.choosing') ?? band;
  const whats = () => [...band.querySelectorAll('.card .what')].filter(cut);
  const scrolls = () => cut(part);
  for (const tall of [false, true]) {
    band.classList.toggle('tall', tall);
    band.classList.remove('whole');
    delete band.dataset.tight;
    for (let n = 1, set = ''; n <= levels && scrolls(); n++) {
      set = `${set} ${n}`.trim();
      band.dataset.tight = set;
    }
    if (!scrolls() && !whats().length) break;
  }
  band.classList.toggle('scrolls', scrolls());
  band.classList.toggle('whole', scrolls() || whats().length > 0);
  // What is not shown whole any more is still there for who asks.
  const short = whats();
  for (const what of band.querySelectorAll('.card .what')) {
    const card = what.closest('.card');
    if (short.includes(what)) card?.setAttribute('title', what.textContent ?? '');
    else card?.removeAttribute('title');
  }
}
