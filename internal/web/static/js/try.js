// A position at which actions are tried: choices show what they mean before they are taken, and places on
// the map are pressed as their choices.

import { byId, closeMenu } from './page.js';
import { fit, fitStrip } from './fit.js';
import { movable } from './map.js';
import { previewChoices } from './preview.js';

const map = movable();
closeMenu();
const band = byId('band');
// at once, and whenever there is more or less room
new ResizeObserver(() => {
  fit(band);
  fitStrip(document.getElementById('strip'));
}).observe(band);
previewChoices(map);
const places = [...document.querySelectorAll('#targets .target')];
if (places.length) map.show(places, null, 0);
