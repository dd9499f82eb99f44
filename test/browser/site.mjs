// Every page there is, found by following links, so that a page that is added
// is looked at too.
import { Hand } from './hand.mjs';

/** Two people with accounts play a rated game to its end, and talk about it. */
async function rated(hand, other) {
  await hand.newTable(['me', 'open'], { rated: 'yes', pace: 'quick', public: 'yes' });
  other.id = hand.id;
  await other.fetch(`/t/${hand.id}/sit`, { form: { seat: 1 } });
  for (const who of [hand, other])
    await who.fetch(`/t/${hand.id}/chat`, { form: { do: 'say', room: 'table', text: 'Good luck!' } });
  for (;;) {
    for (const who of [hand, other]) {
      const now = await who.look();
      if (now.over) return hand.id;
      if (now.at) await who.act(now, now.actions[0]);
    }
  }
}

/** Sets how the person of a hand likes the pages. */
const likes = hand => settings =>
  hand.fetch('/settings', {
    form: { lang: '', theme: 'light', pace: 'normal', size: 'normal', word: 'ask', ...settings },
  });

/** Makes a private link to an open seat of a hand's table; gives its path. */
async function invite(hand, seat) {
  const share = await hand.fetch(`/t/${hand.id}/share`, { form: { seat } });
  return new URL(/value="([^"]*\/join\/[^"]+)"/.exec(await share.text())[1]).pathname;
}

/**
 * Finds all pages that a person with an account, a running and a finished table can
 * reach, one address for each kind of page, and those that only strangers see.
 * likes sets how the person likes the pages, which every browser with their account follows.
 * @returns {Promise<{hand: Hand, likes: (settings: object) => Promise<Response>, running: string, pages: string[], strange: string[]}>}
 */
export async function site(url) {
  const [hand, other] = [new Hand(url), new Hand(url)];
  await hand.signUp('Anna');
  await other.signUp('Bert');
  await hand.fetch('/account/tokens', { form: { token: 'reads' } });
  const finished = await rated(hand, other);
  await other.newTable(['me', 'open', 'open'], { rated: 'yes', pace: 'days', public: 'yes' });
  const strange = [
    '/',
    '/lobby',
    '/tables',
    '/forget',
    '/account',
    '/account/new',
    '/account/recover',
    '/account/notices',
    await invite(other, 1),
  ];
  await hand.newTable(['me', 'me', 'open']);
  const running = hand.id;
  const invitation = await invite(hand, 2);
  const spot = /data-kind="space" data-id="([^"]+)"/.exec(await (await hand.fetch(`/t/${running}`)).text())[1];
  const start = [
    '/',
    `/t/${running}`,
    `/t/${finished}`,
    invitation,
    '/people/Bert',
    `/t/${running}/why?kind=space&id=${spot}`,
    '/handbook',
    '/handbook?q=lock',
    '/nothing',
  ];
  const kind = path =>
    path
      .replace(finished, 'finished')
      .replace(running, 'running')
      .replace(/^\/t\/[\w-]{22}/, '/t/other')
      .replace(/^\/day\/.*/, '/day/another')
      .replace(/^\/puzzles\/(\d+)/, (_, n) => `/puzzles/${n % 4}`)
      .replace(/\?.*/, '');
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
      if (seen.has(kind(to)) || to === '/o/') continue; // the offline edition has these pages again
      seen.add(kind(to));
      queue.push(to);
    }
  }
  return { hand, likes: likes(hand), running, pages, strange };
}
