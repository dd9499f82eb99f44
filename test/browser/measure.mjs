// Writes into lab/browser.md, between its marks, what the pages weigh, how still
// they stand and how quickly they answer, as measured in this browser on this
// machine. RUHR_GAMES chooses some of the games that are looked at, by number from
// 0; then the document is printed instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { Hand } from './hand.mjs';
import { Looker, magnified, median, sizeOf, windows } from './look.mjs';
import { browser, hang, start } from './program.mjs';
import { chance, settle } from './stage.mjs';
import { asked, quick } from './table.mjs';
import { editionStarts, firstLoad, lateTable, perAction, pressCosts, pressTimes, updates } from './weight.mjs';

const program = await start();
const chromium = await browser();
const guest = async () => {
  const context = await chromium.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(() => delete window.SharedWorker); // each page listens for itself, and is weighed with that
  return { context, page: await context.newPage() };
};
const kB = n => (n / 1000).toFixed(1);

const starts = await editionStarts(chromium, `${program.url}o/`, 9);
const hand = await lateTable(program.url);
const loads = [];
for (const [name, path] of [
  ['first page', ''],
  ['new table', 'new'],
  ['handbook', 'handbook'],
  ['table, 4 seats, round 11', `t/${hand.id}`],
]) {
  const g = await guest();
  await hand.lend(g.context);
  loads.push({ name, ...(await firstLoad(g, program.url + path)) });
  await g.context.close();
}
const [actor, watcher] = [await guest(), await guest()];
await hand.lend(actor.context);
const u = await updates(actor, watcher, `${program.url}t/${hand.id}`, 25);
const shown = decisions => decisions.reduce((n, d) => n + d.frames, 0);
const slow = u.slow.length ? u.slow : [0];

const [plainly, advised] = [await guest(), await guest()];
await hand.lend(plainly.context);
await plainly.page.goto(`${program.url}t/${hand.id}`);
const costs = await pressCosts(plainly.page, 20);
const adviser = new Hand(program.url);
await adviser.newTable(['me', quick], { hints: 'yes' });
await adviser.lend(advised.context);
await advised.page.goto(`${program.url}t/${adviser.id}`);
/** The faults that are counted, in the order of their columns. @type {const} */
const kinds = [
  'collisions',
  'scrolls',
  'cut',
  'hidden',
  'small',
  'apart',
  'halved',
  'uneven',
  'covered',
  'unseen',
  'low',
];

/** Asks for advice where it can be had; a press that comes too soon after the decision has changed does not count. */
async function askAdvice(now) {
  const deadline = Date.now() + hang;
  while (await advised.page.locator('#hint-ask').count()) {
    if (Date.now() > deadline) throw new Error('advice never comes');
    Object.assign(now, await asked(advised.page));
    await advised.page.click('#hint-ask', { timeout: 2000 }).catch(() => {});
    await advised.page.waitForSelector('#advice', { timeout: 5000 }).catch(() => {});
  }
  Object.assign(now, await asked(advised.page));
}
const costsAdvised = await pressCosts(advised.page, 20, askAdvice);
const timesAdvised = await pressTimes(advised.page, 20, askAdvice);
const slowAdvised = timesAdvised.length ? timesAdvised : [0];
const cost = (list, what) => median(list.map(c => c[what])).toFixed(0);

/** What was seen in a window over all games: the worst of it. */
const seen = new Map(
  [...windows, magnified].map(w => [
    w,
    {
      least: Infinity,
      middle: Infinity,
      mapCut: 0,
      maps: new Set(),
      game: '',
      jumps: 0,
      faults: new Map(),
      decisions: 0,
    },
  ]),
);
let mostChoices = 0;
const games = [
  ['the lesson', 'en', hand => hand.learn()],
  ['advice at every decision', 'de', hand => hand.newTable(['me', quick], { hints: 'yes' })],
  ['two seats', 'fr', hand => hand.newTable(['me', 'me'])],
  ['three seats', 'es', hand => hand.newTable(['me', 'me', 'me'])],
  ['four seats', 'de', hand => hand.newTable(['me', 'me', 'me', 'me'])],
];
const some = process.env.RUHR_GAMES?.split(',').map(n => games[n]) ?? games;
for (const [what, lang, begin] of some) {
  const { context, page } = await guest();
  context.home = program.url;
  await settle(context, { lang });
  const player = new Hand(program.url);
  await begin(player);
  await player.lend(context);
  const looker = new Looker(context);
  for await (const now of player.tour(chance(7))) {
    const advised = what.startsWith('advice') && now.actions.length > 1;
    if (advised) await player.advise(now);
    await page.goto(`${program.url}t/${player.id}`);
    mostChoices = Math.max(mostChoices, now.actions.length);
    for (const [window, worst] of seen) {
      const look = await looker.look(page, window);
      worst.least = Math.min(worst.least, ...look.letters);
      worst.middle = Math.min(worst.middle, median(look.letters));
      if (!window.phone) worst.mapCut = Math.max(worst.mapCut, look.mapCut);
      if (worst.game !== what) worst.maps.clear();
      worst.game = what;
      worst.maps.add(look.map);
      worst.jumps = Math.max(worst.jumps, worst.maps.size - 1);
      worst.decisions++;
      for (const kind of kinds)
        for (const fault of look[kind])
          worst.faults.set(`${kind}: ${fault.replace(/\d+/g, '#')}`, [kind, fault, what, now.over ? 'end' : now.phase]);
    }
  }
  await context.close();
}
const count = (worst, kind) => [...worst.faults.values()].filter(([k]) => k === kind).length;
for (const [window, { faults }] of seen)
  for (const [kind, fault, what, where] of faults.values())
    console.error(`${sizeOf(window)}, ${what}, ${where}: ${kind}: ${fault}`);

/** What stands in lab/browser.md between the marks of these names. */
const parts = {
  when: `Measured on ${new Date().toISOString().slice(0, 10)} with ${chromium.browserType().name()} ${chromium.version()} on
${cpus().length} cores of ${cpus()[0].model}, the program on the same machine.`,
  loads: `| page | kB | requests | layout shift (limit 0.02) |
| --- | ---: | ---: | ---: |
${loads.map(l => `| ${l.name} | ${kB(l.bytes)} | ${l.requests} | ${l.shift.toFixed(3)} |`).join('\n')}`,
  updates: `| page | kB per action, mean | actions shown |
| --- | ---: | ---: |
| the one that decides | ${kB(perAction(u.actor))} | ${shown(u.actor)} |
| one that watches | ${kB(perAction(u.watcher))} | ${shown(u.watcher)} |

- ${u.actor.length} decisions; layout shift of the watching page over all of them: ${u.shift.toFixed(3)} (limit 0.02)
- from the press of a button to the next paint: ${median(slow)} ms in the middle, ${Math.max(...slow)} ms at most (${u.slow.length} events of at
  least 16 ms; goal: under 50 and 100 ms)
- the same where advice is asked for and shown at every decision: ${median(slowAdvised)} and ${Math.max(...slowAdvised)} ms (${slowAdvised.length} events)
- processor time of the page's thread, which other processes hardly change: from a press to the picture in which it is marked
  ${cost(costs, 'paint')} ms in the middle, with advice shown ${cost(costsAdvised, 'paint')} ms; for all that follows from the decision, after that picture,
  ${cost(costs, 'rest')} and ${cost(costsAdvised, 'rest')} ms (${costs.length} and ${costsAdvised.length} presses)`,
  edition: `| once it is in the browser | ms in the middle | at most | goal |
| --- | ---: | ---: | ---: |
${[
  ['it says that it starts', starts.shell, 300],
  ['its first page is painted', starts.page, 1000],
  ['a table is painted', starts.table, 1000],
  ['from a press to what came of it', starts.press, 100],
]
  .map(([what, ms, goal]) => `| ${what} | ${median(ms).toFixed(0)} | ${Math.max(...ms).toFixed(0)} | ${goal} |`)
  .join('\n')}`,
  games: `Whole games (${some.map(([what, lang]) => `${what}, ${lang}`).join('; ')}) looked at in decisions of each kind,
in those with far more choices than any before (${mostChoices} at most), and at the end: ${seen.get(windows[0]).decisions} positions in each
window.`,
  windows: `| window | smallest letters | median | lie over another | scroll | cut | not seen | under 24 px | before their title | cut in half | not in line | places covered | places unseen | under 44 px | other sizes of the map | px of it cut |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${[...seen]
  .map(([w, worst]) =>
    [
      '',
      sizeOf(w),
      worst.least.toFixed(1),
      worst.middle.toFixed(1),
      ...kinds.map(kind => count(worst, kind)),
      worst.jumps,
      `${worst.mapCut} |`,
    ]
      .join(' | ')
      .trim(),
  )
  .join('\n')}`,
};
const file = new URL('../../lab/browser.md', import.meta.url);
let text = readFileSync(file, 'utf8');
for (const [name, part] of Object.entries(parts)) {
  const between = new RegExp(`(<!-- ${name} -->\\n)[^]*?(\\n<!-- /${name} -->)`);
  if (!between.test(text)) throw new Error(`lab/browser.md has no marks for ${name}`);
  text = text.replace(between, (_, begin, end) => begin + part + end);
}
if (process.env.RUHR_GAMES) console.log(text);
else writeFileSync(file, text);
await chromium.close();
await program.clean();
