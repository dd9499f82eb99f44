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

  function open() {
    const source = new EventSource(`${address}?after=${at()}`);
    const take = e => { tell({ lost: false }); tell(JSON.parse(e.data)); };
    for (const kind of ['hello', 'beat', 'frames']) source.addEventListener(kind, take);
    source.onerror = () => {
      tell({ lost: true });
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 3000);
    };
  }

  if (channel && navigator.locks) navigator.locks.request(name, () => { open(); return new Promise(() => {}); });
  else open();
}
