// Choices that fit their band. How tall they are depends on the deal, the
// language, the letters and the window, so it is measured.
// Where little or nothing is to be chosen there is room for the course of the
// round.

const levels = 5; // tight.css has rules for each

/**
 * Sets the choices as tightly as it takes for the band not to scroll, and no
 * tighter. A band that grows with what is in it is left as it is.
 * @param {HTMLElement} band
 */
export function fit(band) {
  const scrolls = () => band.scrollHeight > band.clientHeight + 1 || band.scrollWidth > band.clientWidth + 1;
  delete band.dataset.tight;
  band.classList.remove('bare');
  if (scrolls()) band.classList.add('bare');
  for (let n = 1, set = ''; n <= levels && scrolls(); n++) {
    set = `${set} ${n}`.trim();
    band.dataset.tight = set;
  }
  band.classList.toggle('scrolls', scrolls());
  if (hidesBehind(band)) band.classList.add('bare');
  // What is not shown whole any more is still there for who asks.
  for (const el of band.querySelectorAll('.card .what, .where > span')) {
    const cut = el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1;
    const whole = el.closest('.card') ?? el;
    if (cut) whole.setAttribute('title', el.textContent ?? '');
    else whole.removeAttribute('title');
  }
}

/**
 * Whether the course of the round, at the lower edge, lies on what stands above it.
 * @param {HTMLElement} band
 */
function hidesBehind(band) {
  const course = band.querySelector(':scope > .phases');
  if (!course || getComputedStyle(course).position !== 'absolute') return false;
  const top = course.getBoundingClientRect().top;
  return [...band.children].some(el => el !== course && el.getBoundingClientRect().bottom > top);
}
