// News of a table: one stream for all tabs of a browser that have it open. One
// tab listens and passes on what it hears.

/**
 * What the program or another tab says: frames of the table, that this browser
 * holds other seats now, or whether the connection is lost.
 * @typedef {import('./table.js').News & {said?: string, seats?: boolean, lost?: boolean, crowded?: boolean}} Message
 */

const soon = 3000; // ms until the next try
const later = 60000; // the same where the program has said that there are too many

/** Whether the program refuses a stream because too many are open from here. @param {string} address */
async function refused(address) {
  const stop = new AbortController();
  try {
    return (await fetch(address, { signal: stop.signal })).status === 429;
  } catch {
    return false;
  } finally {
    stop.abort();
  }
}

/**
 * @param {string} address of the stream
 * @param {() => string} at where this page is: the query of the stream's address
 * @param {{news: (m: import('./table.js').News) => void, said: (html: string) => void, lost: (yes: boolean, crowded: boolean) => void}} to
 *   crowded says that news do not come because too many pages listen
 */
export function listen(address, at, to) {
  const name = 'ruhr ' + address;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', e => receive(e.data));

  /** @param {Message} m */
  function receive(m) {
    if (m.seats) location.reload();
    else if (m.lost !== undefined) to.lost(m.lost, !!m.crowded);
    else if (m.said !== undefined) to.said(m.said);
    else to.news(m);
  }
  /** @param {Message} m */
  function share(m) {
    receive(m);
    channel?.postMessage(m);
  }

  if (channel && navigator.locks) {
    navigator.locks.request(name, () => {
      open(address, at, share);
      return new Promise(() => {});
    });
    return;
  }
  // Without locks (plain http in a local network) each tab listens for itself,
  // and only while it is seen: a browser allows few connections to one host.
  /** @type {{close(): void} | null} */
  let source = null;
  const turn = () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else source ??= open(address, at, receive);
  };
  document.addEventListener('visibilitychange', turn);
  turn();
}

/**
 * Listens until closed, and tries again where it cannot.
 * @param {string} address
 * @param {() => string} at
 * @param {(m: Message) => void} emit
 */
function open(address, at, emit) {
  /** @type {EventSource} */
  let source;
  let timer = 0;
  let over = false;
  const take = (/** @type {MessageEvent<string>} */ e) => {
    emit({ lost: false });
    emit(JSON.parse(e.data));
  };
  const start = () => {
    const from = `${address}?${at()}`;
    source = new EventSource(from);
    for (const kind of ['hello', 'beat', 'frames', 'chat']) source.addEventListener(kind, take);
    source.addEventListener('seats', () => emit({ seats: true }));
    source.onerror = async () => {
      const ended = source.readyState === EventSource.CLOSED; // else the browser tries again by itself
      const crowded = ended && (await refused(from));
      if (over) return;
      emit({ lost: true, crowded });
      if (ended) timer = window.setTimeout(start, crowded ? later : soon);
    };
  };
  start();
  return {
    close() {
      over = true;
      clearTimeout(timer);
      source.close();
    },
  };
}
