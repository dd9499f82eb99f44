// The program under test: built once, started on a port of its own with a
// database of its own, ended with the test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const binary = process.env.RUHR_BINARY;
if (!binary) throw new Error('RUHR_BINARY is not set; run test/browser/run');

/** ms after which something is taken never to happen. No test depends on how fast the machine is. */
export const hang = Number(process.env.RUHR_HANG ?? 300_000);

/**
 * Starts the program on a database of its own. clean ends it and removes everything.
 * @param {boolean} seeded whether its games repeat; only the shuffles of others can be proven
 * @param {string[]} more flags
 */
export async function start(seeded = true, more = []) {
  const dir = mkdtempSync(join(tmpdir(), 'ruhr-test-'));
  const program = await launch(join(dir, 'tables.db'), undefined, seeded, more);
  return {
    ...program,
    async clean() {
      await this.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

// What chance decides is the same in every run; RUHR_SEED tries another.
const seed = process.env.RUHR_SEED ?? '1769';

/**
 * Starts the program on a database file and waits for its address.
 * @param {string} db @param {string} addr where to listen; port 0 for any free one
 * @param {boolean} seeded as for start
 * @param {string[]} more flags
 */
export function launch(db, addr = '127.0.0.1:0', seeded = true, more = []) {
  const args = ['serve', '--no-browser', '--addr', addr, '--db', db, ...(seeded ? ['--seed', seed] : []), ...more];
  const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'exit');
  let said = '';
  child.stderr.on('data', d => {
    said += d;
  });
  return new Promise((resolve, reject) => {
    gone.then(([code]) => reject(new Error(`the program ended with ${code}: ${said}`)));
    child.stdout.on('data', d => {
      said += d;
      const m = /http:\/\/([\d.]+:\d+)\//.exec(said);
      if (!m) return;
      const stop = async (signal = 'SIGTERM') => {
        child.kill(signal);
        await gone;
      };
      resolve({ url: m[0], addr: m[1], db, said: () => said, stop });
    });
  });
}

/** Debian's Chromium; the one without windows, where installed, needs a third less processor time. */
export const executablePath =
  process.env.CHROMIUM || ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(p => existsSync(p));

/** Starts Chromium, which then reaches nothing but this machine. */
export function browser() {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  });
}
