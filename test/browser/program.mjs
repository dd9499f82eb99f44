// The program under test: built once, started on a port of its own with a
// database of its own, ended with the test.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const binary = process.env.RUHR_BINARY;
if (!binary) throw new Error('RUHR_BINARY is not set; run test/browser/run');

/** start gives a running program: its address, and stop (kill tells to end it at once). */
export async function start(options = []) {
  const dir = mkdtempSync(join(tmpdir(), 'ruhr-test-'));
  const program = await launch(join(dir, 'tables.db'), options);
  return { ...program, dir, clean: () => rmSync(dir, { recursive: true, force: true }) };
}

/** launch starts the program on a database file and waits for its address. */
export function launch(db, options = []) {
  const child = spawn(binary, ['serve', '--no-browser', '--addr', '127.0.0.1:0', '--db', db, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (d) => { said += d; });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}: ${said}`)));
    child.stdout.on('data', (d) => {
      said += d;
      const m = /http:\/\/[\d.]+:\d+\//.exec(said);
      if (!m) return;
      resolve({
        url: m[0],
        db,
        said: () => said,
        stop: (signal = 'SIGTERM') => new Promise((done) => { child.once('exit', done); child.kill(signal); }),
      });
    });
  });
}

/** browser starts Debian's Chromium without a word to the outside. */
export function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync'],
  });
}
