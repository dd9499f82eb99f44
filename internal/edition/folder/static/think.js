// Runs the program that thinks, for the worker that runs the one that serves the pages.

const world = /** @type {any} */ (self);

/** @typedef {{number: number, ask: Uint8Array}} Question */
/** Questions before the program has started. @type {Question[]} */
const early = [];
/** @type {((question: Question) => void) | null} */
let think = null;

world.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (think) think(data);
  else early.push(data);
};

/** @param {(ask: Uint8Array, answered: (answer: Uint8Array | null, why?: string) => void) => void} program */
world.ruhrReady = program => {
  think = ({ number, ask }) => program(ask, (answer, why) => world.postMessage({ number, answer, why }));
  early.forEach(think);
};

const failed = (/** @type {unknown} */ why) => world.postMessage({ failed: String(why) });
world.importScripts('program.js');
world.runProgram('think.wasm.gz').then(() => failed('it ended'), failed);
