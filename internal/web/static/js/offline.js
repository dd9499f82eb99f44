// The game of a link, opened in the browser: cmd/offline, which is Go as
// WebAssembly, checks it by the rules and renders its pages. Nothing of the game
// leaves the browser.

import { positions } from './positions.js';

/**
 * @typedef {{replay: (n: number, seat: number) => string | null, score: () => string | null, wrong?: undefined}} Game
 * @typedef {{wrong: string}} Wrong what is wrong with a link, as HTML
 * @typedef {{open: (wish: Record<string, string>) => Game | Wrong | null}} Ruhr
 * @typedef {{importObject: WebAssembly.Imports, run: (it: WebAssembly.Instance) => Promise<void>}} Runtime
 */

/** The files that a page names. @typedef {{program: string, exec: string, board: string, styles: string, levels: string}} Files */

/** @type {Promise<Ruhr> | undefined} */
let started;

/** Loads and starts the program. @param {Files} files @returns {Promise<Ruhr>} */
async function start(files) {
  const { program, exec } = files;
  await import(exec);
  const global = /** @type {{Go: new () => Runtime, ruhr: Ruhr}} */ (/** @type {unknown} */ (globalThis));
  const go = new global.Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch(program), go.importObject);
  go.run(instance); // sets ruhr before it waits
  return global.ruhr;
}

/** The text of a file. @param {string} address */
async function load(address) {
  const r = await fetch(address);
  if (!r.ok) throw new Error(`${address}: status ${r.status}`);
  return r.text();
}

/**
 * Opens a game. It throws where the program does not run.
 * @param {Files} files
 * @param {string} link
 * @returns {Promise<Game | Wrong>}
 */
export async function open(files, link) {
  started ??= start(files).catch(e => {
    started = undefined; // the next try loads again
    throw e;
  });
  const [ruhr, board] = await Promise.all([started, load(files.board)]);
  const { lang, dataset } = document.documentElement;
  const game = ruhr.open({
    link,
    board,
    language: lang,
    theme: dataset.theme ?? '',
    page: location.origin + location.pathname,
    playOn: '/open/on',
    levels: files.levels,
  });
  if (!game) throw new Error('the program cannot open games');
  return game;
}

/** Waits for style sheets. @param {string[]} addresses */
function styled(addresses) {
  return Promise.all(
    addresses.map(href => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.href = href;
      const loaded = new Promise(done => {
        link.onload = link.onerror = done;
      });
      document.head.append(link);
      return loaded;
    }),
  );
}

/** @param {string | null} html */
function parsed(html) {
  if (html === null) throw new Error('the game cannot be shown');
  return new DOMParser().parseFromString(html, 'text/html');
}

/**
 * Shows the position that the address names.
 * @param {Files} files
 * @param {Game} game
 * @param {URLSearchParams} at
 */
async function showReplay(files, game, at) {
  const seat = at.get('seat') ?? '-1';
  const page = parsed(game.replay(parseInt(at.get('n') ?? '') || 0, Number(seat)));
  const before = document.querySelectorAll('link[rel=stylesheet][href$="/site.css"]');
  await styled(files.styles.split(' '));
  for (const sheet of before) sheet.remove();
  document.title = page.title;
  document.body = document.adoptNode(page.body);
  // The forms are for those without scripts; what they ask for, replay.js does.
  document.body.addEventListener('submit', e => {
    if (e.target instanceof HTMLFormElement && e.target.method === 'get') e.preventDefault();
  });
  positions.page = async (n, whose) => game.replay(n, Number(whose));
  await import('./replay.js');
}

/** Shows the score sheet between the head and the foot of this page. @param {Game} game */
async function showScore(game) {
  const page = parsed(game.score());
  document.title = page.title;
  document.querySelector('main')?.replaceWith(...page.body.childNodes);
  const { offerFields } = await import('./page.js');
  offerFields();
  // An answer that leads elsewhere takes the fragment along, which is not sent.
  const languages = /** @type {HTMLFormElement} */ (document.getElementById('languages'));
  languages.action += location.hash;
}

/**
 * Shows a game as the address wishes.
 * @param {Files} files
 * @param {Game} game
 * @param {URLSearchParams} at
 */
export async function show(files, game, at) {
  if (at.get('show') === 'score') await showScore(game);
  else await showReplay(files, game, at);
}
