// What every page does with scripts: says that there are some, and the small
// comforts of pages that are read.

const root = document.documentElement;
root.classList.add('script');

for (const field of document.querySelectorAll('[data-copy]')) {
  field.addEventListener('focus', () => field.select());
  field.addEventListener('click', () => navigator.clipboard?.writeText(field.value).catch(() => {}));
}
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => window.print());
}

/** Whether pieces may move: the reader's setting and the system's wish. */
export function motionTime() {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || document.hidden) return 0;
  return { slow: 600, normal: 400, fast: 220, off: 0 }[root.dataset.pace] ?? 400;
}

/** A quiet sound, where it is wished: two short tones. */
export function chime() {
  if (root.dataset.sound !== 'on') return;
  const audio = new AudioContext();
  [523, 659].forEach((tone, k) => {
    const osc = audio.createOscillator(), gain = audio.createGain(), at = audio.currentTime + k * 0.16;
    osc.frequency.value = tone;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(0.05, at + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
    osc.connect(gain).connect(audio.destination);
    osc.start(at);
    osc.stop(at + 0.55);
  });
  setTimeout(() => audio.close(), 1200);
}
