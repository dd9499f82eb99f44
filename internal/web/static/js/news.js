// News of a table: one stream for all tabs of a browser that have it open. One
// tab listens and tells the others.

/**
 * @param {string} address of the stream
 * @param {() => number} at the number this page is at
 * @param {{news: (m: object) => void, lost: (yes: boolean) => void}} to
 */
export function listen(address, at, to) {
  const name = 'ruhr ' + address;
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', e => hear(e.data));

  function hear(m) {
    if (m.lost !== undefined) to.lost(m.lost);
    else to.news(m);
  }
  function tell(m) {
    hear(m);
    channel?.postMessage(m);
  }

  function open(tell) {
    const source = new EventSource(`${address}?after=${at()}`);
    const take = e => { tell({ lost: false }); tell(JSON.parse(e.data)); };
    for (const kind of ['hello', 'beat', 'frames']) source.addEventListener(kind, take);
    source.onerror = () => {
      tell({ lost: true });
      if (source.readyState === EventSource.CLOSED && !closed.has(source)) setTimeout(open, 3000, tell);
    };
    return source;
  }
  const closed = new WeakSet();

  if (channel && navigator.locks) {
    navigator.locks.request(name, () => { open(tell); return new Promise(() => {}); });
    return;
  }
  // Without locks (plain http in a local network) each tab listens for itself,
  // and only while it is seen: a browser allows few connections to one host.
  let source = null;
  const turn = () => {
    if (document.hidden) {
      if (source) { closed.add(source); source.close(); }
      source = null;
    } else source ??= open(hear);
  };
  document.addEventListener('visibilitychange', turn);
  turn();
}
