// In a browser: a key with models, caps and tokens a minute is made, changed and felt by the next call; a plan and an account get price factors, and the account sees its prices.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { type CountingUpstream, startCountingUpstream } from '../../support/batch-kit.ts';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** 10 prompt tokens and 10 answer tokens: (10 × 20 + 10 × 60) micro-credits. */
const LIST_CREDITS = 0.0008;
const WIDTHS = [1280, 390] as const;

let browser: SharedBrowser;
let upstream: CountingUpstream;
let service: TestService;
let owner: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  owner = await service.account({ isOwner: true });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.close();
});

const chat = (key: string) =>
  service.call('POST', '/v1/chat/completions', {
    key,
    body: { model: 'counted-1', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] },
  });
/** Keys and prices are read again within a second. */
const untilAnswered = (key: string, wanted: { status: number; code?: string; charged?: number }) =>
  until(
    async () => {
      const { status, json, headers } = await chat(key);
      const isCharged = wanted.charged === undefined || Number(headers.get('x-credits-charged')) === wanted.charged;
      return status === wanted.status && (status === 200 || json.error.code === wanted.code) && isCharged;
    },
    { saying: `the next call is answered with ${JSON.stringify(wanted)}`, everyMs: 200 },
  );

for (const width of WIDTHS)
  test(`a key with models, caps and tokens a minute is made, shown, changed and felt at ${width} pixels`, async () => {
    const customer = await service.account({ plan: 'pro', credits: 100 });
    const { page, complaints, close } = await signInAs(browser, service, customer, { width, path: '/keys' });
    await page.getByRole('button', { name: 'Generate New Key' }).first().click();
    const dialog = page.getByRole('dialog');
    // The name and what the key may use are asked for; the limits are one click away.
    await dialog.getByText('Limits', { exact: true }).click();
    await fill(page, {
      Name: 'reseller',
      'Tokens a minute': '50000',
      'Credits a day': '0.01',
      'Credits a month': '5',
      'Allowed models': 'other-*',
    });
    await dialog.getByRole('button', { name: 'Generate New Key' }).click();
    const secret = (await dialog.getByRole('region', { name: 'The secret key' }).textContent())?.trim() ?? '';
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    // A table, or a list of cards on a phone.
    const line = page.locator('tr, li').filter({ hasText: 'reseller' });
    await line.getByText('50,000 tokens a minute · 0.01 credits a day · 5 credits a month · 1 model').waitFor();
    await examine(page, `keys with limits ${width}`);
    const refused = await chat(secret);
    assert.deepEqual([refused.status, refused.json.error.code], [403, 'model_not_allowed'], refused.text);
    const change = async (fields: Record<string, string>) => {
      await line.getByRole('button', { name: 'Change' }).click();
      await fill(page, fields);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await change({ 'Allowed models': 'counted-1\nother-*' });
    await line.getByText('2 models').waitFor();
    await untilAnswered(secret, { status: 200 });
    await chat(secret);
    await untilAnswered(secret, { status: 402, code: 'insufficient_credits' });
    await change({ 'Credits a day': '', 'Tokens a minute': '25' });
    await line.getByText('25 tokens a minute · 5 credits a month · 2 models').waitFor();
    await untilAnswered(secret, { status: 429, code: 'rate_limit_exceeded' });
    assert.deepEqual(complaints, []);
    await close();
  });

test('a plan with price factor, models and caps is made, an account gets its own factor, and sees the prices it pays', async () => {
  const customer = await service.account({ plan: 'free', credits: 100 });
  const desk = await signInAs(browser, service, owner);
  const dialog = desk.page.getByRole('dialog');
  await desk.page.goto(`${service.origin}/operator/upstreams`);
  await desk.page.getByRole('button', { name: 'Change the price list' }).click();
  const { plans } = service.app.prices.list;
  const partner = {
    ...plans.pro,
    name: 'Partner',
    price_factor_permille: 1500,
    models: ['counted-*'],
    tokens_per_minute: 90_000,
    daily_credit_cap: 20,
    monthly_credit_cap: 300,
  };
  await fill(desk.page, { 'Value (JSON)': JSON.stringify({ plans: { ...plans, partner } }), Reason: 'resellers' });
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await desk.page.goto(`${service.origin}/operator/accounts/${customer.id}`);
  await desk.page.getByRole('button', { name: 'Change plan' }).click();
  await dialog.getByLabel('New plan').selectOption({ label: 'Partner' });
  await fill(desk.page, { Reason: 'a reseller' });
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await untilAnswered(customer.liveKey, { status: 200, charged: round(LIST_CREDITS * 1.5) });

  const { page, complaints, close } = await signInAs(browser, service, customer, { path: '/billing?tab=plan' });
  const card = page.locator('li').filter({ has: page.getByRole('heading', { name: 'Partner' }) });
  for (const words of [
    'Usage costs 150 % of the list price',
    'Models: counted-*',
    '90,000 tokens a minute',
    'At most 20 credits a day',
    'At most 300 credits a month',
    'Current plan',
  ])
    await card.getByText(words).waitFor();
  await examine(page, 'billing with a plan of its own limits');
  await assertPrices(page, { lead: 'Your prices are 150 % of the list price.', chat: ['30', '90'] });

  await desk.page.getByRole('button', { name: 'Change price factor' }).click();
  await fill(desk.page, { 'Percent of the list price': '33.3', Reason: 'by contract' });
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await desk.page.getByText('33.3').first().waitFor();
  await examine(desk.page, 'an account with a price factor');
  // 800 × 0.333 = 266.4 micro-credits, rounded up once.
  await untilAnswered(customer.liveKey, { status: 200, charged: 0.000267 });
  await assertPrices(page, { lead: 'Your prices are 33.3 % of the list price.', chat: ['6.66', '19.98'] });
  await examine(page, 'prices of an account');
  assert.deepEqual([complaints, desk.complaints], [[], []]);
  await close();
  await desk.close();
});

async function assertPrices(page: Page, wanted: { lead: string; chat: [string, string] }): Promise<void> {
  await page.goto(`${service.origin}/billing?tab=prices`);
  await page.getByText(wanted.lead).waitFor();
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
  for (const [name, price] of [
    ['Chat, a million tokens in', wanted.chat[0]],
    ['Chat, a million tokens out', wanted.chat[1]],
  ] as const)
    assert.equal(await rowOf(name).getByRole('cell').last().textContent(), price);
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
}

function round(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}
