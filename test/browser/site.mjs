// Every page there is, found by following links, so that a page that is added
// is looked at too.
import { Hand } from './hand.mjs';

/**
 * Finds all pages that a person with a running and a finished table can reach,
 * one address for each kind of page.
 * @returns {Promise<{hand: Hand, running: string, pages: string[]}>}
 */
export async function site(url) {
  const hand = new Hand(url);
  await hand.newTable(['me', 'me']);
  await hand.play(
    now => now.over,
    () => 0,
  );
  const finished = hand.id;
  await hand.newTable(['me', 'me', 'open']);
  const running = hand.id;
  const share = await hand.fetch(`/t/${running}/share`, { form: { seat: 2 } });
  const invitation = new URL(/value="([^"]*\/join\/[^"]+)"/.exec(await share.text())[1]).pathname;
  const spot = /data-kind="space" data-id="([^"]+)"/.exec(await (await hand.fetch(`/t/${running}`)).text())[1];
  const start = [
    '/',
    `/t/${running}`,
    `/t/${finished}`,
    invitation,
    `/t/${running}/why?kind=space&id=${spot}`,
    '/handbook',
    '/handbook?q=lock',
    '/nothing',
  ];
  const kind = path => path.replace(finished, 'finished').replace(running, 'running').replace(/\?.*/, '');
  const pages = [];
  const seen = new Set(start.map(kind));
  for (const queue = [...start]; queue.length;) {
    const path = queue.shift();
    const r = await hand.fetch(path);
    const html = await r.text();
    if (!/^text\/html/.test(r.headers.get('Content-Type') ?? '')) continue;
    pages.push(path);
    for (const [, href] of html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
      const to = href.replaceAll('&amp;', '&');
      if (seen.has(kind(to))) continue;
      seen.add(kind(to));
      queue.push(to);
    }
  }
  return { hand, running, pages };
}
