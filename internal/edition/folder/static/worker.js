// Runs the program of the offline edition, with a disk in IndexedDB.

/** What the program and this script tell each other. @type {any} */
const world = self;

/** Requests before the program has started. @type {[object, MessagePort][]} */
const early = [];
/** @type {((ask: object, port: MessagePort) => void) | null} */
let serve = null;

world.onmessage = (/** @type {MessageEvent} */ { data, ports }) => {
  if (data.base) start(data);
  else if (serve) serve(data, ports[0]);
  else early.push([data, ports[0]]);
};

world.ruhrReady = (/** @type {(ask: object, port: MessagePort) => void} */ how) => {
  serve = how;
  for (const [ask, port] of early) serve(ask, port);
  world.postMessage({ ready: true });
};
world.ruhrFailed = (/** @type {string} */ why) => world.postMessage({ failed: why });

/** @param {{base: string, zone: string, version: string}} o */
async function start(o) {
  try {
    world.ruhrBase = o.base;
    world.ruhrZone = o.zone;
    world.ruhrVersion = o.version;
    world.ruhrDisk = await openDisk(`ruhr ${o.base}`);
    world.importScripts('program.js');
    await world.runProgram('core.wasm.gz');
    world.ruhrFailed('it ended');
  } catch (e) {
    world.ruhrFailed(String(e));
  }
}

/** What asks a worker that thinks, by purpose.
 * @typedef {(ask: Uint8Array) => Promise<Uint8Array>} Think
 * @type {Map<string, Think>} */
const thinkers = new Map();

world.ruhrThink = (/** @type {string} */ purpose, /** @type {Uint8Array} */ ask) => {
  const think = thinkers.get(purpose) ?? thinker(purpose);
  thinkers.set(purpose, think);
  return think(ask);
};

const longest = 120; // seconds without an answer after which a worker has failed

/** Starts a worker that thinks. When it fails or is silent, what waits for it fails, and the next question starts another.
 * @param {string} purpose @returns {Think} */
function thinker(purpose) {
  const worker = new Worker('think.js', { name: `ruhr: ${purpose}` });
  /** @type {Map<number, {kept: (answer: Uint8Array) => void, broken: (why: Error) => void}>} */
  const waiting = new Map();
  let last = 0;
  let silent = 0; // counted, because the clock goes on while the browser freezes the tab
  const counting = setInterval(() => waiting.size && ++silent > longest && fail('no answer'), 1000);
  const fail = (/** @type {string} */ why) => {
    clearInterval(counting);
    worker.terminate();
    thinkers.delete(purpose);
    waiting.forEach(w => w.broken(new Error(why)));
  };
  worker.onmessage = ({ data }) => {
    if (data.failed) {
      fail(data.failed);
      return;
    }
    silent = 0;
    const question = waiting.get(data.number);
    waiting.delete(data.number);
    if (data.answer) question?.kept(data.answer);
    else question?.broken(new Error(data.why));
  };
  worker.onerror = e => {
    e.preventDefault(); // it has been dealt with
    fail(e.message);
  };
  return ask =>
    new Promise((kept, broken) => {
      if (!waiting.size) silent = 0;
      waiting.set(++last, { kept, broken });
      worker.postMessage({ number: last, ask });
    });
}

/** The result of a request to the database. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = request =>
  new Promise((kept, broken) => {
    request.onsuccess = () => kept(request.result);
    request.onerror = () => broken(request.error);
  });

/** When a transaction is durable. @param {IDBTransaction} t */
const done = t =>
  new Promise((kept, broken) => {
    t.oncomplete = kept;
    t.onabort = () => broken(t.error);
  });

/** The error of a disk that another tab has opened since. */
const gone = () => Object.assign(new Error('another tab has taken over'), { name: 'RuhrGone' });

/** Opens the database of a name. @param {string} name */
async function connect(name) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('values');
    request.result.createObjectStore('owner');
  };
  const db = await result(request);
  db.onversionchange = () => db.close(); // a newer version opens it
  return db;
}

/** Errors of a connection that the browser has lost, as when it ends what its tabs share. */
const lost = ['InvalidStateError', 'UnknownError'];

/** Opens the disk of a name. Only the program that opened it last can use it.
 * @param {string} name */
async function openDisk(name) {
  /** @type {IDBDatabase | null} */
  let db = await connect(name);
  const me = crypto.randomUUID();
  const first = db.transaction('owner', 'readwrite');
  first.objectStore('owner').put(me, 'owner');
  await done(first);
  /** Does something in one transaction. @param {(values: IDBObjectStore) => void} what */
  const attempt = async what => {
    db ??= await connect(name);
    const t = db.transaction(['values', 'owner'], 'readwrite', { durability: 'strict' });
    const owner = t.objectStore('owner').get('owner');
    owner.onsuccess = () => {
      if (owner.result === me) what(t.objectStore('values'));
      else t.abort();
    };
    try {
      await done(t);
    } catch (e) {
      if (owner.readyState === 'done' && !owner.error && owner.result !== me) throw gone();
      throw e;
    }
  };
  /** Does it once more where the connection was lost. @param {(values: IDBObjectStore) => void} what */
  const once = async what => {
    try {
      await attempt(what);
    } catch (e) {
      if (e && !lost.includes(/** @type {Error} */ (e).name)) throw e; // none where it is closed meanwhile
      db?.close();
      db = null;
      await attempt(what);
    }
  };
  return {
    /** @param {string} from @param {string} to */
    async load(from, to) {
      const range = IDBKeyRange.bound(from, to, false, true);
      /** @type {[IDBRequest<IDBValidKey[]>, IDBRequest<Uint8Array[]>] | undefined} */
      let all;
      await once(values => (all = [values.getAllKeys(range), values.getAll(range)]));
      return all?.[0].result.map((key, k) => [key, all?.[1].result[k]]);
    },
    /** @param {[string, Uint8Array | null][]} changes */
    write: changes => once(values => changes.forEach(([key, value]) => change(values, key, value))),
  };
}

/** @param {IDBObjectStore} values @param {string} key @param {Uint8Array | null} value */
function change(values, key, value) {
  if (value) values.put(value, key);
  else values.delete(key);
}
