// The offline edition: after the first visit a browser plays without a network, and
// loses nothing that was acknowledged.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { browser, hang } from './program.mjs';
import { shot } from './stage.mjs';
import { asked, choose } from './table.mjs';

const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };
let dir;
let host;
let chromium;
let url;

/** What becomes of files before they are served, by name. @type {Map<string, () => Promise<void>>} */
const meanwhile = new Map();

/** Serves a folder below an address, and forgets the rest. */
function serve(folder, below) {
  const server = createServer(async (request, answer) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/other.js') {
      const script = 'onactivate = e => e.waitUntil(clients.claim()); onfetch = e => e.respondWith(fetch(e.request));';
      answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
      return;
    }
    try {
      const name = pathname.slice(below.length) || 'index.html';
      await meanwhile.get(name)?.();
      const body = readFileSync(join(folder, pathname.startsWith(below) ? name : '?'));
      answer.writeHead(200, { 'Content-Type': kinds[extname(name)] ?? 'application/octet-stream' }).end(body);
    } catch {
      answer.writeHead(404, { 'Content-Type': 'text/html' }).end(readFileSync(join(folder, '404.html')));
    }
  });
  return new Promise(done => server.listen(0, '127.0.0.1', () => done(server)));
}

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ruhr-edition-'));
  execFileSync(process.env.RUHR_BINARY, ['offline', '--out', dir]);
  host = await serve(dir, '/games/ruhr/');
  url = `http://localhost:${host.address().port}/games/ruhr/`;
  chromium = await browser();
});

after(async () => {
  await chromium?.close();
  host?.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The frame in which a page shows those of the program. */
async function inside(page) {
  const frame = await (await page.waitForSelector('iframe')).contentFrame();
  await frame.waitForSelector('main h1');
  return frame;
}

/** A browser that has never been here. */
async function stranger() {
  const context = await chromium.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(hang);
  return context;
}

/** Waits until the page says something in place of those of the program. @param {RegExp} what */
const says = (page, what) => page.locator('#said', { hasText: what }).waitFor();

/** A browser that has visited the edition, and has no network from now on. */
async function visitor() {
  const context = await stranger();
  const page = await context.newPage();
  const wrong = [];
  context.on('weberror', e => wrong.push(e.error().message));
  await page.goto(url);
  const frame = await inside(page);
  await context.setOffline(true);
  return { context, page, frame, wrong };
}

test('links lead to their pages before the service worker knows of them', async () => {
  const [draft, deep] = ['#workshop?d=', 'handbook?q=lock#TRACK-3'];
  for (const [link, page] of [
    [draft, /\/games\/ruhr\/workshop\?d=$/],
    [deep, /\/games\/ruhr\/handbook\?q=lock/],
    ['#g=AAAA', /\/games\/ruhr\/open/],
    [`#day/${new Date().toISOString().slice(0, 10)}`, /\/games\/ruhr\/day\/[\d-]+$/],
    ['?at=//example.org/', /\/games\/ruhr\/$/],
  ]) {
    const context = await stranger();
    const tab = await context.newPage();
    await tab.goto(url + link);
    await tab.waitForURL(page);
    const frame = await inside(tab);
    if (link === '#g=AAAA') assert.equal(await frame.inputValue('#game'), 'AAAA');
    await context.close();
  }
});

test('a browser plays without a network, and loses nothing', async () => {
  const { context, page, frame, wrong } = await visitor();
  await shot(page, 'edition-home');
  await frame.click('#play');
  let now = await asked(frame);
  for (let k = 0; k < 6; k++) now = await choose(frame, now, 0);
  const address = page.url();
  assert.match(address, /\/games\/ruhr\/t\/[\w-]{22}$/);
  await shot(page, 'edition-table');

  await page.reload(); // the program ends in the middle of the game
  const again = await inside(page);
  const there = await asked(again);
  assert.deepEqual([there.at, page.url()], [now.at, address], 'what was acknowledged is there');

  const second = await context.newPage(); // of two tabs one runs the program
  await second.goto(address);
  const other = await inside(second);
  now = await choose(other, await asked(other), 0);
  assert.equal((await asked(again, there.at)).at, now.at, 'the first tab hears of it');
  await page.close(); // the one that runs it
  now = await choose(other, now, 0);
  await second.reload();
  assert.equal((await asked(await inside(second))).at, now.at);

  await second.goto(`${address}/replay`);
  await (await inside(second)).waitForSelector('body.replaying');
  assert.deepEqual(wrong, []);
  await context.close();
});

test('a first visit that fails says so, and the next one may not', async () => {
  const context = await stranger();
  const page = await context.newPage();
  const script = join(dir, 'think.js');
  const whole = readFileSync(script);
  meanwhile.set('icon.svg', () => Promise.reject(new Error('the line broke')));
  try {
    await page.goto(`${url}index.html`); // as some hosts name it
    await says(page, /could not start here: The server could not be reached/);
    meanwhile.clear();
    writeFileSync(script, `${whole}\n`); // of another build: the host is being brought up to date
    await page.click('#again');
    await says(page, /could not start here: The server could not be reached/);
    assert.deepEqual(await page.evaluate(() => caches.keys()), [], 'files that do not fit together are kept');
  } finally {
    meanwhile.clear();
    writeFileSync(script, whole);
  }
  await page.locator('#again:focus').click();
  await inside(page);
  assert.equal(page.url(), url);
  await context.close();
});

/** Says how many bytes a page may keep here. */
const room = async (page, quotaSize) => {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Storage.overrideQuotaForOrigin', { origin: new URL(url).origin, quotaSize });
};

test('a browser without room for the files says so, and one that is full later shows whole pages', async () => {
  const context = await stranger();
  const page = await context.newPage();
  await room(page, 100_000);
  await page.goto(url);
  await says(page, /could not start here: There is no room left/);
  await room(page, 1e9);
  await page.reload();
  const frame = await inside(page);
  await frame.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) if (url.includes('/s/')) await cache.delete(url);
    }
  });
  await room(page, 1);
  const statuses = await frame.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll('link[rel=stylesheet]')].map(l => fetch(l.href).then(r => r.status, String)),
    ),
  );
  assert.ok(statuses.length && statuses.every(n => n === 200), String(statuses));
  await context.close();
});

for (const [what, lack] of [
  ['popovers', () => delete HTMLElement.prototype.popover],
  ['the colours of light and dark', () => (CSS.supports = () => false)],
])
  test(`a browser without ${what} is told that it cannot run the edition`, async () => {
    const context = await stranger();
    await context.addInitScript(lack);
    const page = await context.newPage();
    await page.goto(url);
    await says(page, /cannot run Ruhr by itself/);
    await context.close();
  });

test('a program that ends leaves the games and the streams to another tab', async () => {
  const { context, page, frame } = await visitor();
  await frame.click('#play');
  await asked(frame);
  const address = page.url();
  const others = [];
  for (let k = 0; k < 2; k++) {
    others.push(await context.newPage());
    await others[k].goto(address);
    await asked(await inside(others[k]));
  }
  /** Has a tab listen to the table, and gives what waits for the end. */
  const listen = async tab => {
    const frame = await inside(tab);
    await frame.evaluate(async table => {
      const { body } = await fetch(`/stream?t=${table}~0~0~en`);
      const reader = body.getReader();
      await reader.read();
      const rest = async () => {
        while (!(await reader.read()).done);
      };
      window.ended = false;
      rest()
        .catch(() => {})
        .then(() => (window.ended = true));
    }, address.split('/').at(-1));
    return () => frame.waitForFunction(() => window.ended);
  };
  const ends = [];
  for (const tab of others) ends.push(await listen(tab));
  // In the first tab it fails.
  await programOf(page).evaluate(() => {
    setTimeout(() => {
      throw new Error('it broke');
    });
  });
  await says(page, /has stopped here: .*it broke/);
  for (const end of ends) await end();
  const next = others.findIndex(programOf);
  assert.ok(next >= 0, 'no other tab runs the program');
  const [second] = others.splice(next, 1);
  const [third] = others;
  const now = await asked(await inside(third));
  // The second tab, which runs it now, is closed.
  const end = await listen(third);
  await second.close();
  await end();
  await choose(await inside(third), now, 0);
  await context.close();
});

/** The worker of a tab that runs the program. */
const programOf = tab => tab.workers().find(w => w.url().endsWith('/worker.js'));

test('a connection to the database that the browser has lost is opened again', async () => {
  const { context, page, frame, wrong } = await visitor();
  await frame.click('#play');
  let now = await asked(frame);
  await programOf(page).evaluate(() => {
    const real = IDBDatabase.prototype.transaction;
    let lost;
    IDBDatabase.prototype.transaction = function (...how) {
      lost ??= this;
      if (this === lost) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
      return real.apply(this, how);
    };
  });
  for (let k = 0; k < 2; k++) now = await choose(frame, now, 0);
  await page.reload();
  assert.equal((await asked(await inside(page))).at, now.at);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('the program ends the streams of a service worker that has ended', async () => {
  const { context, page, frame } = await visitor();
  await frame.click('#play');
  await asked(frame);
  const program = programOf(page);
  await program.evaluate(() => {
    const [{ onmessage }, now] = [self, performance.now.bind(performance)];
    self.later = 0; // by how much it is later for the program
    performance.now = () => now() + self.later;
    self.onmessage = e => {
      if (e.data.url?.endsWith('&mine')) {
        const [port] = e.ports;
        const post = port.postMessage.bind(port);
        port.postMessage = what => {
          self.mine = what.end ? 'ended' : 'open';
          post(what);
        };
      }
      onmessage.call(self, e);
    };
  });
  const [ends] = context.serviceWorkers();
  await ends.evaluate(() => {
    const Channel = MessageChannel; // as if it were ended: it answers nothing from now on
    self.MessageChannel = function () {
      const channel = new Channel();
      channel.port1.postMessage = () => {};
      return channel;
    };
  });
  await frame.evaluate(async table => {
    const { body } = await fetch(`/stream?t=${table}~0~0~en&mine`);
    window.reader = body.getReader();
    await window.reader.read();
  }, page.url().split('/').at(-1));
  const is = () => program.evaluate(() => self.mine);
  assert.equal(await is(), 'open');
  await program.evaluate(() => (self.later = 600_000));
  for (let k = 0; k < 100 && (await is()) !== 'ended'; k++)
    await frame.evaluate(() => fetch('/waiting').then(r => r.text()));
  assert.equal(await is(), 'ended');
  await context.close();
});

test('a tab that is frozen does not keep the others waiting', async () => {
  const { context, page } = await visitor();
  await context.addInitScript(() =>
    navigator.serviceWorker.addEventListener('message', e => window.frozen && e.stopImmediatePropagation()),
  );
  await page.reload();
  const frame = await inside(page);
  await frame.click('#play');
  const now = await asked(frame);
  const second = await context.newPage();
  await second.goto(page.url());
  const other = await inside(second);
  await asked(other);
  await page.evaluate(() => (window.frozen = true));
  await choose(other, now, 0);
  await says(page, /Another tab has taken over/);
  assert.ok(programOf(second) && !programOf(page));
  await context.close();
});

test('another service worker of the origin is not taken for ours', async () => {
  const context = await stranger();
  const page = await context.newPage();
  await page.goto(new URL('/elsewhere/', url).href);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/other.js', { scope: '/' });
    await navigator.serviceWorker.ready;
  });
  await page.goto(url);
  const frame = await inside(page);
  await frame.click('#play');
  await asked(frame);
  await context.close();
});

test('a reload past the worker finds it again', async () => {
  const { context, page, wrong } = await visitor();
  await context.setOffline(false);
  const tools = await context.newCDPSession(page);
  await Promise.all([page.waitForEvent('load'), tools.send('Page.reload', { ignoreCache: true })]);
  const frame = await inside(page);
  await context.setOffline(true);
  await frame.click('#play');
  await choose(frame, await asked(frame), 0);
  assert.deepEqual(wrong, []);
  await context.close();
});

test('beside the printed game, without a network: faces are entered, taken back, and kept', async () => {
  const { context, page, frame, wrong } = await visitor();
  await frame.click('.hero a[href$="/new"]');
  await frame.click('a[href$="/box"]');
  for (const [k, name] of ['Anna', 'Bert'].entries()) await frame.fill(`[name=name${k}]`, name);
  await frame.click('form[action$="/box"] button.main');
  let now = await asked(frame);
  for (const what of ['#face-forges-1', '.card', '#back']) {
    if (what === '#face-forges-1') await shot(page, 'edition-box');
    await frame.locator(what).first().click();
    now = await asked(frame, now.at);
  }
  await page.reload();
  const again = await inside(page);
  assert.equal((await asked(again)).at, now.at, 'what was entered is there');
  assert.equal(await again.locator('#face-forges-1').count(), 0, 'what was drawn stays drawn');
  await shot(page, 'edition-box-again');
  assert.deepEqual(wrong, []);
  await context.close();
});

test('several people play at one screen, undo and save their games', async () => {
  const { context, page, frame, wrong } = await visitor();
  await frame.click('.hero a[href$="/new"]');
  await frame.click('button[value=own]');
  assert.equal(await frame.locator('option[value="open"]').count(), 0, 'seats for others');
  await shot(page, 'edition-new');
  for (const [k, who] of ['me', 'me', 'none', 'none'].entries()) await frame.selectOption(`[name=who${k}]`, who);
  await frame.click('.start button');
  let [before, now] = [await asked(frame), { undo: false }];
  for (let k = 0; k < 20; k++, before = now) {
    now = await choose(frame, before, 0);
    if (now.undo) break;
  }
  await frame.click('#undo');
  const back = await asked(frame, now.at);
  assert.deepEqual(back.cards, before.cards);

  await page.goto(`${url}offline`);
  const games = await inside(page);
  await shot(page, 'edition-games');
  const [download] = await Promise.all([page.waitForEvent('download'), games.click('#savegames')]);
  const elsewhere = await visitor();
  await elsewhere.frame.click('.foot a[href$="/offline"]');
  await elsewhere.frame.setInputFiles('input[type=file]', await download.path());
  await elsewhere.frame.click('form[enctype] button');
  await elsewhere.frame.waitForSelector('.notice:has-text("Games added or continued: 1")');
  await elsewhere.page.reload();
  elsewhere.frame = await inside(elsewhere.page);
  await elsewhere.frame.setInputFiles('input[type=file]', {
    name: 'x.json',
    mimeType: 'application/json',
    buffer: Buffer.from('x'),
  });
  await elsewhere.frame.click('form[enctype] button');
  await elsewhere.frame.waitForSelector('.notice.bad');
  await elsewhere.page.reload();
  elsewhere.frame = await inside(elsewhere.page);
  assert.equal(await elsewhere.frame.locator('.notice.bad').count(), 0, 'what was refused is refused once');
  await elsewhere.frame.click('.bar a[href$="/tables"]');
  await elsewhere.frame.click('.tablelist a[href*="/t/"]');
  assert.equal((await asked(elsewhere.frame)).at, back.at);
  await elsewhere.page.goto(`${url}lobby`);
  assert.match(await (await inside(elsewhere.page)).textContent('main'), /need other people/);
  assert.deepEqual([...wrong, ...elsewhere.wrong], []);
  await context.close();
  await elsewhere.context.close();
});

test('computer players and advice think in workers, and one that ends is replaced', async () => {
  const { context, page, frame, wrong } = await visitor();
  await frame.click('.hero a[href$="/new"]');
  await frame.click('button[value=own]');
  for (const [k, who] of ['me', 'reeder', 'none', 'none'].entries()) await frame.selectOption(`[name=who${k}]`, who);
  await frame.click('.start button');
  let now = await asked(frame);
  for (let k = 0; k < 3; k++) now = await choose(frame, now, 0);
  const thinking = () => page.workers().filter(w => w.url().endsWith('/think.js'));
  const [first, ...others] = thinking();
  assert.deepEqual(others, []);
  await Promise.all([
    first.waitForEvent('close'),
    first.evaluate(() => {
      setTimeout(() => {
        throw new Error('it ended');
      });
    }),
  ]);
  await frame.click('#hint-ask');
  await frame.waitForSelector('#advice-title');
  for (let k = 0; k < 3; k++) now = await choose(frame, now, 0);
  const [second] = thinking();
  assert.ok(second && second !== first, 'another worker thinks');
  assert.deepEqual(wrong, []);
  await context.close();
});

/** Has somebody type in another tab what is not kept, and stay when asked. */
async function typing(context) {
  const page = await context.newPage();
  page.on('dialog', d => d.dismiss());
  await page.goto(`${url}workshop`);
  const frame = await inside(page);
  const name = '[name="river/city-witten/name"]';
  await frame.evaluate(name => {
    Storage.prototype.setItem = key => {
      if (key === 'ruhr-boards') throw new Error('full');
    };
    document.querySelector(name).closest('details').open = true;
  }, name);
  await frame.fill(name, 'Wittenberg');
  await frame.waitForSelector('#unkept:not([hidden])');
  return { tab: page, typed: () => frame.inputValue(name) };
}

/** Writes a version whose page is #newer. What it returns writes the one before again. */
function newVersion() {
  const [worker, shell] = ['sw.js', 'index.html'].map(name => join(dir, name));
  const [before, pageBefore] = [readFileSync(worker, 'utf8'), readFileSync(shell, 'utf8')];
  const newer = pageBefore.replace('<body', '<body id="newer"');
  const [was, is] = [pageBefore, newer].map(text => createHash('sha256').update(text).digest('hex'));
  writeFileSync(worker, before.replace(/const build = '\w+'/, "const build = 'newer'").replace(was, is));
  writeFileSync(shell, newer);
  return () => {
    writeFileSync(worker, before);
    writeFileSync(shell, pageBefore);
  };
}

test('a new version is offered, and the game goes on with it', async () => {
  const { context, page, frame, wrong } = await visitor();
  await frame.click('#play');
  const now = await choose(frame, await asked(frame), 0);
  const back = newVersion();
  try {
    let come;
    const asking = new Promise(got => {
      meanwhile.set('think.wasm.gz', () => new Promise(done => got((come = done))));
    });
    await context.setOffline(false);
    const { tab: stays, typed } = await typing(context); // and runs the program once the first tab is loaded again
    const form = await context.newPage(); // one that keeps nothing
    form.on('dialog', d => d.dismiss());
    await form.goto(`${url}new?with=own`);
    await (await inside(form)).fill('[name=name0]', 'Adele');
    await page.reload();
    await choose(await inside(page), await asked(await inside(page)), 0);
    const old = programOf(stays);
    assert.ok(old, 'another tab runs the program');
    assert.equal(await page.locator('#newer').count(), 0, 'the version changes while one plays');
    const late = await context.newPage(); // while another tab gets the new version
    await late.goto(url);
    await inside(late);
    const elsewhere = await context.newPage(); // of the same origin
    await elsewhere.goto(new URL('/another/', url).href);
    await elsewhere.evaluate(() => {
      window.told = [];
      navigator.serviceWorker.addEventListener('message', e => window.told.push(e.data));
      navigator.serviceWorker.startMessages();
    });
    await asking;
    come();
    for (const tab of [page, late]) {
      await tab.waitForSelector('#update:not([hidden])');
      const [above, below, button] = await tab.evaluate(() =>
        ['iframe', '#update', '#update button'].map(part => document.querySelector(part).getBoundingClientRect()),
      );
      assert.ok(above.bottom <= below.top && below.bottom <= 800, 'the offer covers nothing of the page');
      assert.ok(button.height >= 44, 'a finger hits its buttons');
    }
    await shot(page, 'edition-update');
    await late.click('#update button:last-child');
    await late.waitForSelector('#update', { state: 'hidden' });
    await page.click('#update button:first-of-type');
    await page.waitForSelector('#newer', { state: 'attached' });
    const there = await asked(await inside(page));
    assert.notEqual(there.at, now.at);
    await late.waitForSelector('#newer', { state: 'attached' });
    assert.equal(await typed(), 'Wittenberg', 'what was typed is lost');
    assert.equal(await (await inside(form)).inputValue('[name=name0]'), 'Adele', 'what was typed in a form is lost');
    assert.notEqual(programOf(stays), old, 'the old program runs beside new files');
    assert.deepEqual(await elsewhere.evaluate(() => window.told), []);
  } finally {
    meanwhile.clear();
    back();
  }
  assert.deepEqual(wrong, []);
  await context.close();
});
