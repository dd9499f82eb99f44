// Choices that have the same effect, and the time that a strong computer player takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hand } from './hand.mjs';
import { shot, stage } from './stage.mjs';
import { asked, newTable } from './table.mjs';

const s = stage();

test('choices that come to the same are one card, and any of their places can be pressed', async () => {
  const { page, context } = await s.guest();
  const hand = new Hand(s.program.url);
  const alike = /<button hidden name="action"/;
  for (let tables = 0; tables < 5; tables++) {
    await hand.newTable(['me', 'me']);
    const now = await hand.play(
      () => alike.test(hand.html),
      () => 0,
    );
    if (!now.over) break;
  }
  await hand.lend(context);
  await page.goto(`${s.program.url}t/${hand.id}`);
  const now = await asked(page);
  const group = page.locator('.choosing li:has(> button[hidden])').first();
  const acts = await group.locator('button').evaluateAll(all => all.map(b => b.value));
  assert.ok(acts.length > 1, acts.join());
  const card = group.locator('.card');
  assert.match(await card.innerText(), new RegExp(`any of ${acts.length}`, 'i'));
  assert.equal(await group.locator('button:visible').count(), 1, 'one card stands for all');
  const lit = () => page.$$eval('.target.lit', all => all.map(t => t.dataset.acts).sort());
  await card.hover();
  assert.deepEqual(await lit(), acts.toSorted(), 'the card shows all of its places');
  await shot(page, 'alike');
  const last = acts.at(-1);
  const place = page.locator(`.target[data-acts="${last}"] .hit`);
  await page.hover('#headline');
  await place.hover();
  assert.deepEqual(await lit(), [last], 'a place shows itself alone');
  assert.ok(await card.evaluate(c => c.classList.contains('lit')), 'and the card that stands for it');
  const [, at] = /box-(\S+)/.exec(await place.getAttribute('class'));
  await place.click();
  await asked(page, now.at);
  const built = `#pieces :is(.lock.at-${at.replace('space', 'weir')}, .house.at-${at})`;
  assert.equal(await page.locator(built).count(), 1, 'what was pressed is what is built');
});

test('while a strong computer player thinks, a bar says how long at most', async () => {
  const { page } = await s.guest({ reducedMotion: 'no-preference', settings: { pace: 'fast' } });
  // What the bars were that came, as they came: a bar may be gone within a moment.
  await page.addInitScript(() => {
    window.bars = [];
    const start = Element.prototype.animate;
    Element.prototype.animate = function animate(frames, how) {
      if (this.matches('.pondering')) {
        const most = Number(this.dataset.most);
        window.bars.push({
          how,
          most,
          high: this.offsetHeight,
          wide: this.offsetWidth,
          dock: this.parentElement.offsetWidth,
        });
      }
      return start.call(this, frames, how);
    };
  });
  await newTable(page, s.program.url, ['me', 'bergrat']);
  let now = await asked(page);
  for (let n = 0; n < 20 && !(await page.evaluate(() => window.bars.length)); n++) {
    const card = now.cards[0];
    await page.click(card ? `#act-${card.action}` : '#confirm');
    await page.waitForFunction(
      at => window.bars.length || (document.querySelector('.band.mine input[name=at]')?.value ?? at) !== at,
      now.at,
    );
    if (!(await page.evaluate(() => window.bars.length))) now = await asked(page, now.at);
  }
  const [bar] = await page.evaluate(() => window.bars);
  assert.ok(bar, 'no bar came');
  assert.ok(bar.most >= 1000, `${bar.most} ms`);
  assert.equal(bar.how.duration, bar.most, 'it is full when the time is over');
  assert.equal(bar.wide, bar.dock, 'it is as wide as the dock');
  assert.ok(bar.high >= 2, `${bar.high} px`);
});
