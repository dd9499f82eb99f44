// Sounds: none are made while the browser lets the page play none, so that they
// do not all come at once later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stage } from './stage.mjs';

const s = stage();

test('sounds wait for nobody', async () => {
  const { page } = await s.guest({ settings: { sound: 'on' } });
  await page.goto(s.program.url);
  const made = await page.evaluate(async () => {
    let tones = 0;
    let woken = 0;
    let state = 'suspended';
    const real = new AudioContext();
    window.AudioContext = class {
      get state() {
        return state;
      }
      get currentTime() {
        return 0;
      }
      get destination() {
        return real.destination;
      }
      resume() {
        woken++;
        return Promise.reject(new Error('not yet'));
      }
      createOscillator() {
        tones++;
        return real.createOscillator();
      }
      createGain() {
        return real.createGain();
      }
    };
    document.documentElement.dataset.sound = 'on';
    const { sound } = await import(document.querySelector('script[src*="/js/page."],script[src*="page.js"]').src);
    sound('coin');
    const early = tones;
    state = 'running';
    sound('coin');
    return { early, later: tones, woken };
  });
  assert.deepEqual(made, { early: 0, later: 2, woken: 1 });
});
