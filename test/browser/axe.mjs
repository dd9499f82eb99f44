// axe, which finds what keeps people from reading or using a page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds serious or critical on a page, one line for each rule.
 * @param {string} part of the page to look at
 * @param {boolean} colours whether only what depends on the colours is looked at
 */
export async function serious(page, where, { part = 'html', colours = false } = {}) {
  await page.evaluate(axe);
  const found = await page.evaluate(
    ([part, colours]) =>
      axe.run(part, {
        resultTypes: ['violations'],
        ...(colours
          ? { runOnly: { type: 'rule', values: ['color-contrast'] } }
          : { rules: { 'target-size': { enabled: true } } }),
      }),
    [part, colours],
  );
  return found.violations
    .filter(v => ['serious', 'critical'].includes(v.impact))
    .map(
      v =>
        `${where}: ${v.id}, ${v.help}: ${v.nodes.length} times, as ${v.nodes[0].html.slice(0, 120)} ${v.nodes[0].any[0]?.message ?? ''}`,
    );
}

/** Checks that axe finds nothing serious on a page and that the page is no wider than its window. */
export async function clean(page, where) {
  assert.deepEqual(await serious(page, where), []);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${where} is ${wide} px too wide`);
}
