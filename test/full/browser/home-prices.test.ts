// Prices and the home page in a browser: the price list for everybody and for an account, the price on every form, the first call,
// recent work, ready models and the warning before credits run out.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import {
  examine,
  openBrowser,
  type SharedBrowser,
  takeScreenshot,
  untilInPage,
  watchComplaints,
} from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { openDesk } from '../../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

let browser: SharedBrowser;
let service: TestService;
let account: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService();
  account = await service.account({ credits: 1_000 });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

test('anybody reads the price list: every module and model, plans and packages, and why a plan allows less a day', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  await page.goto(`${service.origin}/pricing`);
  const text = (await page.getByRole('main').textContent()) ?? '';
  const list = JSON.parse(await readFile(join(ROOT, 'config', 'prices.json'), 'utf8'));
  const models = (await service.call('GET', '/v1/models', { key: account.liveKey })).json.data;
  const plans: { name: string }[] = Object.values(list.plans);
  const names = [
    ...Object.keys(list.modules),
    ...models.map(({ id }: { id: string }) => id),
    ...plans.map(({ name }) => name),
    ...Object.values<{ name: string }>(list.packages).map(({ name }) => name),
  ];
  for (const name of names) assert.ok(text.includes(name), name);
  assert.match(text, /Pro allows fewer calls a day than Pay as you go/);
  const imageRow = page.getByRole('region', { name: 'Modules' }).getByRole('row', { name: /^image/ });
  await imageRow.getByText(`${list.modules.image.per_image} for an image`).waitFor();
  await examine(page, 'pricing');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an account sees the prices that it pays itself', async () => {
  const other = await service.account({ credits: 100 });
  const desk = await openDesk(service);
  const terms = { price_factor_permille: 500, reason: 'a test' };
  assert.equal((await desk.act(`/accounts/${other.id}/price-factor`, terms)).status, 200);
  const { page, complaints, close } = await signInAs(browser, service, other, { path: '/billing?tab=prices' });
  await page.getByText('Your prices are 50 % of the list price.').waitFor();
  const painter = page.getByRole('region', { name: 'Models', exact: true }).getByRole('row', { name: /^painter-1/ });
  await painter.getByText('1 for an image').waitFor();
  await page.getByRole('region', { name: 'Plans side by side' }).getByText('Enterprise').waitFor();
  await examine(page, 'billing prices');
  assert.deepEqual(complaints, []);
  await close();
});

test('every form says its price before it is sent', async () => {
  const { page, complaints, close } = await signInAs(browser, service, account);
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  const cost = page.getByText(/^Costs [\d.,]+ credits?\b.*\.$/).first();
  const see = async (path: string, ...choices: string[]) => {
    await page.goto(`${service.origin}/play/${path}`);
    for (const choice of choices) await page.getByText(choice, { exact: true }).first().click();
    await cost.waitFor();
    await takeScreenshot(page, `price ${path} ${choices.join(' ')}`);
  };
  await see('chat');
  await see('code');
  await see('music');
  await see('image');
  await see('image', 'Edit');
  await see('image', 'Upscale');
  await see('video');
  await see('video', 'Speaker');
  await see('audio');
  await see('audio', 'Transcription');
  await see('builder');
  assert.deepEqual(complaints, []);
  await close();
});

test('home shows what was made; the keys page what is ready, and makes a key for the first call, which it shows once', async () => {
  const body = { prompt: 'A blue boat on a lake', size: '512x512', model: 'painter-1' };
  const key = account.liveKey;
  // As the page of images orders them.
  const headers = { prefer: 'respond-async' };
  const order = await service.call('POST', '/v1/image/generate', { key, body, headers });
  assert.equal(order.status, 202, order.text);
  const isMade = async () =>
    (await service.call('GET', `/v1/jobs/${order.json.id}`, { key })).json.status === 'completed';
  await until(isMade, { saying: 'the image is made' });
  const { page, complaints, close } = await signInAs(browser, service, account);
  await page.goto(`${service.origin}/`);
  await page.getByRole('heading', { name: 'Recent work' }).waitFor();
  await untilInPage(page, "document.querySelector('main ul img')?.naturalWidth > 0");
  await examine(page, 'home with work');
  await page.goto(`${service.origin}/keys`);
  await page.getByRole('heading', { name: 'Ready to use' }).waitFor();
  await page
    .getByText(/^\d+ models?$/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Make a key for this command' }).click();
  const curl = page.getByRole('region', { name: 'curl' });
  await curl.getByText(/sk_live_[0-9a-z]{40}/).waitFor();
  const [fresh = ''] = /sk_live_[0-9a-z]{40}/.exec((await curl.textContent()) ?? '') ?? [];
  assert.equal((await service.call('GET', '/v1/models', { key: fresh })).status, 200);
  await page.reload();
  await page.getByRole('button', { name: 'Make a key for this command' }).waitFor();
  assert.equal(await page.getByText(fresh).count(), 0);
  assert.equal(await page.getByText('credits are left').count(), 0, 'there are enough credits');
  assert.deepEqual(complaints, []);
  await close();
});

test('home warns before credits run out, and leads to more of them', async () => {
  const { page, complaints, close } = await signInAs(browser, service, await service.account({ credits: 5 }));
  const warning = page.getByRole('alert').filter({ hasText: 'Only 5 credits are left' });
  await warning.waitFor();
  await examine(page, 'home with few credits');
  await warning.getByRole('link', { name: 'Add credits' }).click();
  await page.getByRole('heading', { name: 'Buy credits' }).waitFor();
  assert.deepEqual(complaints, []);
  await close();
});
