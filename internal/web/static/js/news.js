// News of a table: one stream for all tabs of a browser that have it open. One
// tab listens and tells the others.

const again = 3000, later = 60000; // ms until the next try; later where the program has said that there are too many

/** Whether the program refuses a stream because too many are open from here. */
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
 * @param {() => number} at the number this page is at
 * @param {{news: (m: object) => void, lost: (yes: boolean, crowded: boolean) => void}} to
 *   crowded says that news do not come because too many pages listen
 */
export function listen(address, at, to) {
  const name = 'ruhr ' + address;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', e => hear(e.data));

  function hear(m) {
    if (m.seats) location.reload(); // this browser holds other seats now
    else if (m.lost !== undefined) to.lost(m.lost, !!m.crowded);
    else to.news(m);
  }
  function tell(m) {
    hear(m);
    channel?.postMessage(m);
  }

  /** Listens until closed, and tries again where it cannot. */
  function open(tell) {
    let source, timer, over = false;
    const take = e => { tell({ lost: false }); tell(JSON.parse(e.data)); };
    const start = () => {
      const from = `${address}?after=${at()}`;
      source = new EventSource(from);
      for (const kind of ['hello', 'beat', 'frames']) source.addEventListener(kind, take);
      source.addEventListener('seats', () => tell({ seats: true }));
      source.onerror = async () => {
        const ended = source.readyState === EventSource.CLOSED; // else the browser tries again by itself
        const crowded = ended && await refused(from);
        if (over) return;
        tell({ lost: true, crowded });
        if (ended) timer = setTimeout(start, crowded ? later : again);
      };
    };
    start();
    return { close() { over = true; clearTimeout(timer); source.close(); } };
  }

  if (channel && navigator.locks) {
    navigator.locks.request(name, () => { open(tell); return new Promise(() => {}); });
    return;
  }
  // Without locks (plain http in a local network) each tab listens for itself,
  // and only while it is seen: a browser allows few connections to one host.
  let source = null;
  const turn = () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else source ??= open(hear);
  };
  document.addEventListener('visibilitychange', turn);
  turn();
}
