// What is seen and heard of a frame's facts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collected, noiseOf, origins } from '../../internal/web/static/js/facts.js';

const sale = [
  { kind: 'sail', seat: 1, from: 'space-4', to: 'space-17', rule: 'SAIL-1' },
  { kind: 'sold', seat: 1, what: 'black', from: 'die-4', to: 'space-17', amount: 4, rule: 'SAIL-3' },
  { kind: 'thaler', seat: 1, from: 'space-17', amount: 3, rule: 'SAIL-3' },
  { kind: 'to_track', seat: 1, what: 'black', from: 'space-17', to: 'track-0-0', amount: 4, rule: 'SAIL-7' },
];

for (const [name, facts, want] of [
  ['demand pays at its space', sale, [{ seat: 1, from: 'space-17', amount: 3 }]],
  ['a payment stays off the map', [{ kind: 'thaler', seat: 0, amount: -3 }], []],
  ['a payment at a space is none either', [{ kind: 'thaler', seat: 0, from: 'space-17', amount: -3 }], []],
  ['income from elsewhere is not collected', [{ kind: 'thaler', seat: 0, amount: 2 }], []],
  ['victory points are no Thaler', [{ kind: 'vp', seat: 0, from: 'space-17', amount: 2 }], []],
]) {
  test(`coins fly: ${name}`, () => assert.deepEqual(collected(facts), want));
}

for (const [kinds, want] of [
  [['start'], 'sail'],
  [['lock'], 'build'],
  [['warehouse', 'supply'], 'build'],
  [['transport'], 'load'],
  [['returned'], 'load'],
  [['transport', 'lock', 'sail'], 'sail'],
  [['thaler', 'option', 'phase'], undefined],
  [[], undefined],
]) {
  const facts = kinds.map(kind => ({ kind, seat: 0 }));
  test(`${kinds.join(', ') || 'nothing'} is heard as ${want}`, () => assert.equal(noiseOf(facts), want));
}

test('coal comes to the track from the space of the sale, a warehouse from its berth before', () => {
  const facts = [...sale, { kind: 'shift', seat: 0, from: 'port-0-1', to: 'port-1-1' }];
  assert.deepEqual(
    [...origins(facts)],
    [
      ['track-0-0', 'space-17'],
      ['port-1-1', 'port-0-1'],
    ],
  );
});
