// Runs a program of the folder in a worker.

/** @type {any} */ (self).runProgram = async (/** @type {string} */ file) => {
  const world = /** @type {any} */ (self);
  world.importScripts('wasm_exec.js');
  const go = new world.Go();
  const packed = await fetch(file);
  if (!packed.ok || !packed.body) throw new Error(`${file}: ${packed.status}`);
  // The service worker keeps it as it is, and a host may send it so.
  const plain =
    packed.headers.get('Content-Type') === 'application/wasm'
      ? packed
      : new Response(packed.body.pipeThrough(new DecompressionStream('gzip')), {
          headers: { 'Content-Type': 'application/wasm' },
        });
  const { instance } = await WebAssembly.instantiateStreaming(plain, go.importObject);
  await go.run(instance);
};
