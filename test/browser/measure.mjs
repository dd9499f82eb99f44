// Writes docs/browser.md: what the pages weigh, how still they stand and how
// quickly they answer, as measured in this browser on this machine.
import { cpus } from 'node:os';
import { browser, start } from './program.mjs';
import { firstLoad, lateTable, perAction, updates } from './weight.mjs';

const program = await start();
const chromium = await browser();
const guest = async () => {
  const context = await chromium.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  return { context, page: await context.newPage() };
};
const kB = n => (n / 1000).toFixed(1);
const middle = list => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

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

console.log(`# The pages in a browser

Written by \`test/browser/run measure > docs/browser.md\`; measured with ${chromium.browserType().name()} ${chromium.version()}
on ${cpus().length} cores, the program on the same machine. Bytes are those on the wire, compressed, headers included, with an
empty cache. \`test/browser/weight.test.mjs\` holds bytes and layout shift to their limits; times depend on the machine
and its load, and no test limits them.

## First load (limit 150 kB)

| page | kB | requests | layout shift (limit 0.02) |
| --- | ---: | ---: | ---: |
${loads.map(l => `| ${l.name} | ${kB(l.bytes)} | ${l.requests} | ${l.shift.toFixed(3)} |`).join('\n')}

## One action's update (limit 15 kB)

${u.actor.length} decisions one after another at a table of four people from round 11 on, where the log is longest, with one
page deciding and another one watching. A page receives the answer and the events of its stream;
forced steps that follow a decision are shown one by one.

| page | kB per action, mean | actions shown |
| --- | ---: | ---: |
| the one that decides | ${kB(perAction(u.actor))} | ${shown(u.actor)} |
| one that watches | ${kB(perAction(u.watcher))} | ${shown(u.watcher)} |

- layout shift of the watching page over all actions: ${u.shift.toFixed(3)} (limit 0.02)
- from the press of a button to the next paint: median ${middle(slow)} ms, longest ${Math.max(...slow)} ms (goal: under 100 ms; ${u.slow.length} events of at least 16 ms)`);
await chromium.close();
await program.clean();
