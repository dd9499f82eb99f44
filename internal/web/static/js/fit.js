// Choices that fit their place. How tall they are depends on the deal, the
// language, the letters and the window, so it is measured.

const levels = 4; // tight.css has rules for each

/**
 * Sets the choices as tightly as it takes for their part of the dock not to
 * scroll, and no tighter. A part that grows with what is in it is left as it is.
 * @param {HTMLElement} band
 */
export function fit(band) {
  const part = band.querySelector('.choosing') ?? band;
  const scrolls = () => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;
  delete band.dataset.tight;
  for (let n = 1, set = ''; n <= levels && scrolls(); n++) {
    set = `${set} ${n}`.trim();
    band.dataset.tight = set;
  }
  band.classList.toggle('scrolls', scrolls());
  // What is not shown whole any more is still there for who asks.
  for (const what of band.querySelectorAll('.card .what')) {
    const cut = what.scrollHeight > what.clientHeight + 1 || what.scrollWidth > what.clientWidth + 1;
    const card = what.closest('.card');
    if (cut) card?.setAttribute('title', what.textContent ?? '');
    else card?.removeAttribute('title');
  }
}
