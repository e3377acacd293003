// The dashboard with awkward content and conditions: long names and words, a mouse, no network, held credits, odd plans and receipts.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { insertPayment } from '../../../src/store/payments.ts';
import { openBrowser, type SharedBrowser, takeScreenshot, untilInPage } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { goToPage } from '../../support/menu.ts';
import { downloadPdf, textOfPdf } from '../../support/pdf-text.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { bringWeights, SOUND_BANK } from '../../support/weights.ts';

const WIDTHS = [390, 1440, 1920];
const LONG = 'a'.repeat(90);

let browser: SharedBrowser;
let service: TestService;
let customer: TestAccount;
let desk: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  await bringWeights(SOUND_BANK);
  service = await startService({ TEST_WORKER: '0' });
  customer = await service.account({ credits: 500 });
  desk = await signInAs(browser, service, customer);
  page = desk.page;
});
after(async () => {
  await browser?.close();
  await service.stop();
});

const goTo = (name: string) => goToPage(page, name);

/** In light and dark at every width: pictures for whoever looks, and `check` for everybody. */
async function atEveryWidth(name: string, check: () => Promise<void>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `robust ${name} ${width} ${colorScheme}`);
    }
    await check();
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

async function isInSight(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  const { width } = page.viewportSize() ?? { width: 0 };
  assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${JSON.stringify(box)} is not within ${width}`);
}

test('a key with a long name keeps its buttons in sight', async () => {
  await service.call('POST', '/v1/account/keys', { key: customer.liveKey, body: { name: LONG } });
  await page.goto(`${service.origin}/keys`);
  const acts = page.getByRole('group', { name: LONG });
  await acts.waitFor();
  await atEveryWidth('long key', async () => {
    for (const name of ['Change', 'Rotate', 'Revoke']) await isInSight(acts.getByRole('button', { name }));
  });
});

test('a long word of an answer is broken, not clipped', async () => {
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  await goTo('Chat');
  await page.getByLabel('Model', { exact: true }).selectOption('sandbox-echo-1');
  await page.getByLabel('Message', { exact: true }).fill(`${LONG.repeat(5)} **${LONG.repeat(5)}**`);
  await page.getByRole('button', { name: 'Send' }).click();
  const log = page.getByRole('log');
  await log.getByText('tokens in').waitFor();
  await atEveryWidth('long words', async () => {
    const cut = await log.evaluate((element) => element.scrollWidth - element.clientWidth);
    assert.ok(cut <= 0, `${cut} pixels are cut off`);
  });
  await page.getByRole('radio', { name: 'Live' }).click();
});

test('a mouse draws no focus box, a keyboard does', async () => {
  await page.goto(`${service.origin}/keys`);
  const outlineOf = (element: Locator) =>
    element.evaluate((shown) => Reflect.get(globalThis, 'getComputedStyle')(shown).outlineStyle);
  const opener = page.getByRole('button', { name: 'Generate New Key' });
  await opener.click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).pressSequentially('abc');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilInPage(page, "document.activeElement.textContent === 'Generate New Key'");
  assert.equal(await outlineOf(opener), 'none');
  await page.getByRole('columnheader').first().click();
  assert.equal(await outlineOf(page.locator(':focus')), 'none');
  await page.keyboard.press('Tab');
  assert.equal(await outlineOf(page.locator(':focus')), 'solid');
});

test('without a network there are words and a way on instead of a spinner', async () => {
  await page.goto(`${service.origin}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const { complaints } = desk;
  await page.context().setOffline(true);
  await page.getByText('The service does not answer.').waitFor();
  await goTo('Webhooks');
  const words = page.getByRole('alert').getByText('The server cannot be reached.');
  await words.first().waitFor();
  await takeScreenshot(page, 'robust offline');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await words.first().waitFor({ state: 'detached' });
  // A page that is loaded, with data that does not come.
  await page.context().setOffline(true);
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  await words.first().waitFor();
  await page.context().setOffline(false);
  await page.getByRole('radio', { name: 'Live' }).click();
  complaints.length = 0;
});

test('held credits are in neither figure, and are named beside them', async () => {
  const song = { prompt: 'A waltz', duration: 60 };
  const { status, text } = await service.call('POST', '/v1/music/generate', { key: customer.liveKey, body: song });
  assert.ok(status < 300, text);
  const { available, held } = (await service.call('GET', '/v1/payments/balance', { key: customer.liveKey })).json;
  assert.ok(held > 0);
  await page.goto(`${service.origin}/billing`);
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Balance' }) });
  const figure = (count: number) => count.toLocaleString('en', { maximumFractionDigits: 2 });
  await panel.getByText(figure(available), { exact: true }).waitFor();
  await panel.getByText(`worth $${(available / 100).toFixed(2)}`).waitFor();
  await panel.getByText(`${figure(held)} more are held`).waitFor();
});

test('a plan that allows less a day than a cheaper one says why', async () => {
  await page.goto(`${service.origin}/billing?tab=plan`);
  const pro = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Pro', exact: true }) });
  await pro.getByText(/^Fewer calls a day than Pay as you go\. The fee pays for/).waitFor();
  await atEveryWidth('plans', async () => {});
});

test('a receipt without credits does not speak of them', async () => {
  await insertPayment(service.app.database.queries, {
    accountId: customer.id,
    environment: 'live',
    gateway: 'builtin',
    gatewayId: 'a-change-of-plan',
    amount: 700,
    currency: 'usd',
    credits: 0,
    description: 'Plan unlimited',
  });
  await page.goto(`${service.origin}/billing?tab=receipts`);
  const row = page.getByRole('row').filter({ hasText: 'Plan unlimited' });
  await row.waitFor();
  assert.equal(await row.getByRole('cell').nth(3).textContent(), '–');
  const { json } = await service.call('GET', '/v1/payments/receipts', { key: customer.liveKey });
  const pdf = textOfPdf(await downloadPdf(service, customer.liveKey, json.data[0]));
  assert.match(pdf, /Plan unlimited/);
  assert.doesNotMatch(pdf, /Credits/);
});

test('who has no credits is sent to the page that sells them, not to a call of the API', async () => {
  const poor = await service.account({ credits: 0 });
  const { status, json } = await service.call('POST', '/v1/music/generate', {
    key: poor.liveKey,
    body: { prompt: 'A waltz' },
  });
  assert.equal(status, 402);
  assert.match(json.error.message, /Billing page/);
  assert.doesNotMatch(json.error.message, /POST|\/payments/);
});
