// Checking an app in a real browser: faults of the app are reported, faults of the browser are not.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { BrowserLook } from '../../../src/engines/preview/browser-look.ts';
import type { PreviewRequest } from '../../../src/engines/preview/port.ts';

const CHROMIUM = needProgram('chromium');
const signal = new AbortController().signal;
const LIMITS = { loadMs: 20_000, quietMs: 1500, seeMs: 3000 };

function appOf(script: string, onRequest: (order: PreviewRequest) => void = () => undefined) {
  const page = `<!doctype html><link rel="icon" href="data:,"><h1>An app with words on it</h1><script>${script}</script>`;
  return {
    async request(order: PreviewRequest) {
      onRequest(order);
      return { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from(page) };
    },
  };
}

test('a page that asks again and again is looked at all the same', async () => {
  const browser = new BrowserLook(CHROMIUM, LIMITS);
  let asked = 0;
  const look = await browser.look(
    appOf("setInterval(() => fetch('/news'), 50)", () => (asked += 1)),
    signal,
  );
  assert.deepEqual(look?.problems, []);
  assert.ok(asked > 5);
  await browser.close();
});

test('a page that is caught in a loop is told as such, and is left', async () => {
  const browser = new BrowserLook(CHROMIUM, { ...LIMITS, loadMs: 1000 });
  const look = await browser.look(appOf('setTimeout(() => { for (;;); }, 0)'), signal);
  assert.match(look?.problems.at(-1)?.message ?? '', /^The page did not load: /);
  await browser.close();
});

test('a browser that dies is replaced, and the app is not blamed for it', async () => {
  const browser = new BrowserLook(CHROMIUM, LIMITS);
  let kills = 0;
  const look = await browser.look(
    appOf('', () => {
      if (kills > 0) return;
      for (const pid of childBrowsers()) process.kill(pid, 'SIGKILL');
      kills += 1;
    }),
    signal,
  );
  assert.deepEqual(look?.problems, []);
  assert.equal(kills, 1);
  await browser.close();
});

function childBrowsers(): number[] {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  const found = children.filter((pid) => /chrom/.test(readFileSync(`/proc/${pid}/comm`, 'utf8')));
  assert.ok(found.length > 0, `of ${children.length} children none is a browser`);
  return found;
}
