// A photograph of the printed board beside the form. It is drawn here and goes nowhere.
import { byId } from './page.js';

const widest = 3000; // pixels that are kept of a photograph

/** Offers a photograph beside the workshop's form. */
export function offerPhoto() {
  const photo = byId('photo');
  const [file, size] = photo.querySelectorAll('input');
  const frame = /** @type {HTMLElement} */ (photo.querySelector('.frame'));
  const canvas = photo.querySelector('canvas');
  const away = photo.querySelector('button');
  if (!file || !size || !canvas || !away) return;
  const show = (/** @type {boolean} */ on) => {
    for (const part of [frame, away, size.parentElement]) if (part) part.hidden = !on;
  };
  photo.hidden = false;
  file.addEventListener('change', async () => {
    const picture = file.files?.[0] && (await createImageBitmap(file.files[0]).catch(() => null));
    file.ariaInvalid = picture === null ? 'true' : null;
    show(Boolean(picture));
    if (!picture) return;
    const scale = Math.min(1, widest / Math.max(picture.width, picture.height));
    canvas.width = picture.width * scale;
    canvas.height = picture.height * scale;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
  });
  size.addEventListener('input', () => {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = frame;
    const middle = [(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollHeight];
    canvas.style.width = `${size.value}%`;
    frame.scrollTo(middle[0] * frame.scrollWidth - clientWidth / 2, middle[1] * frame.scrollHeight - clientHeight / 2);
  });
  away.addEventListener('click', () => {
    file.value = '';
    canvas.width = canvas.height = 0;
    show(false);
  });
}
