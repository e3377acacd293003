// The reader's key in the documentation, and operations tried with it: in the sandbox, with errors, files and hostile answers.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { inspect } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import type { Log } from '../../../src/core/log.ts';
import {
  examine,
  findBarriers,
  openBrowser,
  type SharedBrowser,
  untilInPage,
  watchComplaints,
} from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const LONG_MS = 240_000;

let browser: SharedBrowser;
let service: TestService;
let account: TestAccount;
let logged = '';
/** Everything that is logged, before anything is redacted. */
const record = (...entry: unknown[]) => {
  logged += `${inspect(entry, { depth: 8, maxStringLength: null })}\n`;
};
const recorder = { debug: record, info: record, warn: record, error: record, fatal: record } as Log;
recorder.child = () => recorder;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({}, undefined, recorder);
  account = await service.account({ credits: 1_000 });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const openKeys = (page: Page) => page.locator('#tools button').first().click();

/** Opens the form of an operation. */
async function openForm(page: Page, operation: string): Promise<Locator> {
  const section = page.locator('section.operation', { has: page.locator(`h2[id="${operation}"]`) });
  await section.getByText('Try it', { exact: true }).click();
  await section.locator('form').waitFor();
  return section;
}

async function useKey(page: Page, secret: string): Promise<void> {
  await openKeys(page);
  await page.getByLabel('Or paste a key').fill(secret);
  await page.getByRole('button', { name: 'Use this key' }).click();
  await page.getByRole('button', { name: 'Forget it' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
}

async function makeKey(page: Page): Promise<string> {
  await openKeys(page);
  await page.getByRole('button', { name: 'Make a test key for these examples' }).click();
  const secret = page.locator('dialog code');
  await secret.waitFor();
  return (await secret.textContent()) ?? '';
}

test('a reader who is signed in makes a test key, which the examples carry until it is forgotten and revoked', async () => {
  const { page, complaints, close } = await signInAs(browser, service, account, { path: '/docs/reference/chat' });
  const example = page.locator('.examples').first();
  assert.doesNotMatch((await example.textContent()) ?? '', /sk_test_[0-9a-z]{40}/);
  const secret = await makeKey(page);
  assert.match(secret, /^sk_test_[0-9a-z]{40}$/);
  await page.keyboard.press('Escape');
  for (const language of await example.locator('code').allTextContents()) {
    assert.ok(language.includes(secret), language);
    assert.ok(language.includes(`${service.origin}/sandbox/v1/`), language);
  }
  const call = () => service.call('GET', '/sandbox/v1/account/keys', { key: secret });
  const listed = (await call()).json.data.find(({ name }: { name: string }) => name === 'Documentation examples');
  assert.ok(Date.parse(listed.expires_at) < Date.now() + 25 * 3_600_000, listed.expires_at);
  // Another page of the same tab has it, too.
  await page.goto(`${service.origin}/docs/reference/image`);
  await page.locator('.filled', { hasText: secret }).first().waitFor();
  await openKeys(page);
  assert.equal(await page.locator('dialog').getByText(secret).count(), 0, 'the dialog shows it once');
  await page.getByRole('button', { name: 'Forget and revoke it' }).click();
  await page.getByLabel('Or paste a key').waitFor();
  assert.equal(await page.getByText(secret).count(), 0);
  assert.equal((await call()).status, 401);
  assert.deepEqual(complaints, []);
  await close();
});

test('a chat is tried in the sandbox by keyboard, with its cost and request id', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  await page.goto(`${service.origin}/docs/reference/chat`);
  await useKey(page, account.testKey);
  const section = await openForm(page, 'postChatCompletions');
  const body = section.getByLabel('Body (JSON)');
  assert.ok(JSON.parse(await body.inputValue()).messages.length > 0, 'the example is there to send');
  await body.fill('{ "model": ');
  await section.getByRole('button', { name: 'Send' }).click();
  assert.equal(await section.locator('.answer .status').count(), 0, 'what is no JSON is not sent');
  const messages = [{ role: 'user', content: 'Hello there' }];
  await body.fill(JSON.stringify({ model: 'sandbox-echo-1', messages }));
  await body.press('Tab');
  await page.keyboard.press('Enter');
  const answer = section.locator('.answer');
  await answer.getByText(/^200 .* ms$/).waitFor();
  await answer.getByText('x-request-id').waitFor();
  await answer.getByText('x-credits-charged').waitFor();
  assert.equal(JSON.parse((await answer.locator('code').textContent()) ?? '').object, 'chat.completion');
  await body.fill(JSON.stringify({ model: 'sandbox-echo-1', stream: true, messages }));
  await section.getByRole('button', { name: 'Send' }).click();
  await answer.getByText('data: [DONE]').waitFor();
  assert.deepEqual(complaints, []);
  await context.close();
});

test('an error is shown with its status, an image as an image, and a parameter goes where it belongs', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`${service.origin}/docs/reference/image`);
  await useKey(page, account.testKey);
  const section = await openForm(page, 'postImageGenerate');
  const body = section.getByLabel('Body (JSON)');
  const answer = section.locator('.answer');
  await body.fill('{}');
  await section.getByRole('button', { name: 'Send' }).click();
  await answer.getByText(/^400 /).waitFor();
  await answer.getByText('"code"').waitFor();
  await body.fill(JSON.stringify({ prompt: 'A blue boat on a lake', model: 'painter-1', size: '512x512' }));
  await section.getByRole('button', { name: 'Send' }).click();
  const image = answer.getByRole('img', { name: 'The image of the answer' });
  await image.waitFor({ timeout: LONG_MS });
  await untilInPage(page, "document.querySelector('.answer img')?.naturalWidth > 0");
  await page.goto(`${service.origin}/docs/reference/models`);
  const one = await openForm(page, 'getModelsById');
  await one.getByLabel('id').fill('sandbox-echo-1');
  await one.getByRole('button', { name: 'Send' }).click();
  await one.locator('.answer').getByText('"id": "sandbox-echo-1"').waitFor();
  await page.context().close();
});

test('a live key is marked, and nothing is sent before the reader agrees', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto(`${service.origin}/docs/reference/models`);
  await useKey(page, account.liveKey);
  await page.getByRole('button', { name: 'Live key' }).waitFor();
  const section = await openForm(page, 'getModels');
  const send = section.getByRole('button', { name: 'Send with the live key' });
  await send.click();
  assert.ok(!sent.includes('/v1/models'), 'not without consent');
  await section.getByLabel('This is a live key').check();
  await send.click();
  await section.locator('.answer').getByText(/^200 /).waitFor();
  assert.ok(sent.includes('/v1/models'));
  await examine(page, 'docs tried with a live key');
  await page.context().close();
});

test('an answer cannot add markup, and the key is in no URL, no log and no lasting storage', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(`${service.origin}/docs/reference/chat`);
  await useKey(page, account.testKey);
  const section = await openForm(page, 'postChatCompletions');
  const hostile = `<img src=x onerror="document.title='broken'"><script>document.title='broken'</script> ${service.origin}/files/../auth/sign-out.png`;
  const messages = [{ role: 'user', content: hostile }];
  for (const stream of [false, true]) {
    await section.getByLabel('Body (JSON)').fill(JSON.stringify({ model: 'sandbox-echo-1', stream, messages }));
    await section.getByRole('button', { name: 'Send' }).click();
    await section.locator('.answer code', { hasText: 'onerror' }).waitFor();
  }
  await section.getByLabel('Body (JSON)').fill(JSON.stringify({ model: hostile, messages }));
  await section.getByRole('button', { name: 'Send' }).click();
  await section.locator('.answer .problem').first().waitFor();
  assert.equal(await section.locator('.answer :is(img, script, video, audio, iframe)').count(), 0);
  assert.doesNotMatch(await page.title(), /broken/);
  assert.ok(!urls.some((url) => url.includes('sign-out') || url.includes(account.testKey)));
  const { origins, cookies } = await context.storageState();
  assert.ok(!JSON.stringify({ origins, cookies }).includes(account.testKey));
  assert.ok(logged.length > 0 && !logged.includes(account.testKey));
  // A refused call is written to the console by the browser itself.
  assert.deepEqual(
    complaints.filter((one) => !one.includes('the server responded with a status of 4')),
    [],
  );
  await context.close();
});

test('a stranger is led to sign in and comes back to the same page', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' });
  await page.goto(`${service.origin}/docs/reference/models`);
  await openKeys(page);
  const link = page.locator('dialog').getByRole('link', { name: 'Sign in' });
  assert.equal(await link.getAttribute('href'), '/sign-in?to=%2Fdocs%2Freference%2Fmodels');
  assert.deepEqual(await findBarriers(page), []);
  await page.context().close();
  const desk = await signInAs(browser, service, account);
  // As signing in does: a move within the dashboard.
  await desk.page.evaluate(
    "history.pushState({}, '', '/docs/reference/models'); dispatchEvent(new PopStateEvent('popstate'))",
  );
  await desk.page.getByRole('heading', { name: 'API: models' }).waitFor();
  await desk.close();
});
