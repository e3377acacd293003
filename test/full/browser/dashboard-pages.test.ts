// Every page of the dashboard: without barriers, without complaints, light, dark and on a phone; by keyboard; and small.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import {
  examine,
  findBarriers,
  openBrowser,
  type SharedBrowser,
  untilInPage,
  watchComplaints,
} from '../../support/browser.ts';
import { CUSTOMER_PATHS } from '../../support/dashboard-paths.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { goToPage } from '../../support/menu.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { bringWeights, SOUND_BANK } from '../../support/weights.ts';

const ENTRIES = ['/sign-in', '/sign-in-link', '/sign-in-link#token=some', '/sign-up', '/reset', '/reset?token=some'];
const FIRST_LOAD_BYTES = 200_000;
const DIST = join(import.meta.dirname, '..', '..', '..', 'dashboard', 'dist');

let browser: SharedBrowser;
let service: TestService;
let customer: TestAccount;

before(async () => {
  await buildPages();
  browser = await openBrowser();
  await bringWeights(SOUND_BANK);
  service = await startService({ ALLOW_PRIVATE_WEBHOOKS: '1', TEST_WORKER: '0' });
  customer = await service.account({ credits: 500 });
  await service.call('POST', '/v1/webhooks', { key: customer.liveKey, body: { url: 'http://127.0.0.1:9/hook' } });
  await service.call('POST', '/v1/music/generate', { key: customer.liveKey, body: { prompt: 'A waltz' } });
});
after(async () => {
  await browser?.close();
  await service.stop();
});

test('no page has a barrier or a complaint, in light, in the dark and on a phone', async () => {
  const { page, complaints, close } = await signInAs(browser, service, customer);
  for (const path of CUSTOMER_PATHS) await seePage(page, path);
  assert.deepEqual(complaints, []);
  await close();
});

test('the pages before signing in have no barrier either', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  for (const path of ENTRIES) await seePage(page, path);
  assert.deepEqual(complaints, []);
  await context.close();
});

async function seePage(page: Page, path: string): Promise<void> {
  await page.goto(`${service.origin}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('progressbar', { name: 'Loading…' }).first().waitFor({ state: 'detached' });
  await examine(page, path.replace(/\W+/g, ' ').trim() || 'home');
}

test('every dialog can be opened by keyboard, keeps the focus, has no barrier, and gives the focus back', async () => {
  const { page, complaints, close } = await signInAs(browser, service, customer, { path: '/keys' });
  const opener = page.getByRole('button', { name: 'Generate New Key' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press('Tab');
  await untilInPage(page, "document.activeElement.closest('[role=dialog]') !== null");
  await page.getByLabel('Only what is chosen here').check();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilInPage(page, "document.activeElement.textContent === 'Generate New Key'");
  assert.deepEqual(complaints, []);
  await close();
});

test('account, environment, balance and sections are in sight at every size, scrolled or not', async () => {
  const { page, complaints, close } = await signInAs(browser, service, customer, { path: '/billing' });
  const pinned = [
    page.getByRole('button', { name: /Your account/ }),
    page.getByRole('radio', { name: 'Sandbox' }),
    page.getByTitle(/^worth/),
    ...['Make', 'Library', 'Activity', 'Developers', 'Settings'].map((name) =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }),
    ),
  ];
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [1024, 500],
    [390, 844],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const y of [0, 100_000]) {
      await page.evaluate(`scrollTo(0, ${y})`);
      for (const control of pinned) {
        const box = await control.boundingBox();
        assert.ok(box && box.x >= 0 && box.y >= 0, `${control} at ${width}×${height}`);
        assert.ok(box.x + box.width <= width && box.y + box.height <= height, `${control} at ${width}×${height}`);
      }
    }
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await goToPage(page, 'Usage');
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  assert.deepEqual(await findBarriers(page), []);
  assert.deepEqual(complaints, []);
  await close();
});

test('what the waiver costs is shown before it is agreed to', async () => {
  const { page, close } = await signInAs(browser, service, customer, { path: '/billing?tab=attribution' });
  await page.getByRole('button', { name: 'Remove the attribution' }).click();
  const dialog = page.getByRole('dialog');
  const row = dialog.getByRole('row', { name: /Image, an image/ });
  assert.deepEqual(await row.getByRole('cell').allTextContents(), ['Image, an image', '2', '4']);
  const setting = async () => (await service.call('GET', '/v1/account', { key: customer.liveKey })).json;
  assert.equal((await setting()).attribution_setting, 'required');
  await dialog.getByRole('button', { name: 'Remove it and pay double' }).click();
  await page.getByText('Every price is doubled.').waitFor();
  assert.equal((await setting()).attribution_setting, 'waived');
  await close();
});

test('what runs is shown at home, and what was held for it comes back when it is stopped', async () => {
  const { page, complaints, close } = await signInAs(browser, service, customer);
  await page.getByText('Number 1 in the queue').waitFor();
  const held = page.getByTitle(/held for running work/);
  await held.waitFor();
  await page.getByRole('button', { name: 'Stop Song' }).click();
  await page.getByRole('heading', { name: 'Running now' }).waitFor({ state: 'detached' });
  await held.waitFor({ state: 'detached' });
  assert.deepEqual(complaints, []);
  await close();
});

test('the first load is below 200 kB of script, compressed', async (t) => {
  const { page, close } = await signInAs(browser, service, customer);
  const scripts = new Set<string>();
  page.on('response', (response) => response.url().endsWith('.js') && scripts.add(response.url()));
  await page.goto(`${service.origin}/`);
  await page.getByRole('textbox', { name: 'Your question' }).waitFor();
  await close();
  let bytes = 0;
  for (const url of scripts) bytes += gzipSync(await readFile(join(DIST, new URL(url).pathname))).length;
  t.diagnostic(`${scripts.size} scripts, ${bytes} bytes with gzip`);
  assert.ok(scripts.size > 0 && bytes < FIRST_LOAD_BYTES, `${bytes} bytes`);
});
