// A person's first hour at the dashboard, in a real browser: from signing up to a webhook that is replayed.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { openBrowser, type SharedBrowser, takeScreenshot, untilInPage, watchComplaints } from '../support/browser.ts';
import { buildPages } from '../support/desk-browser.ts';
import { goToPage, seeSameCall } from '../support/menu.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startService, type TestService } from '../support/service.ts';

// A busy machine takes its time; what is shown does not depend on it.
const LONG_MS = 300_000;
/** Each request of a page costs a slow machine as much as the reading of many bytes. */
const MAX_SCRIPTS = 12;

let browser: SharedBrowser;
let service: TestService;
let receiver: Receiver;
let context: BrowserContext;
let page: Page;
let complaints: string[];
let secret = '';

before(async () => {
  browser = await openBrowser();
  await buildPages();
  receiver = await startReceiver();
  service = await startService({ ALLOW_PRIVATE_WEBHOOKS: '1' });
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  complaints = watchComplaints(context);
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  receiver?.close();
  await service?.stop();
});

/** One step of the walk; what the page complained of belongs to the step that made it complain. */
function step(name: string, walk: () => Promise<void>): void {
  test(name, async () => {
    await walk();
    await takeScreenshot(page, `walk ${name}`);
    assert.deepEqual(complaints.splice(0), [], 'the page complained');
  });
}

const goTo = (name: string) => goToPage(page, name);

step('a stranger is sent to sign in, signs up and is at home', async () => {
  await page.goto(service.origin);
  await page.waitForURL(/\/sign-in/);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
});

step('a page that is opened anew asks once who is signed in, and comes in few files', async () => {
  const asked: string[] = [];
  const note = (request: Request) => asked.push(new URL(request.url()).pathname);
  page.on('request', note);
  await page.reload();
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  page.off('request', note);
  const calls = asked.filter((path) => path.startsWith('/auth/') || path.startsWith('/v1/'));
  assert.deepEqual(calls.slice(0, 2), ['/auth/get-session', '/v1/account']);
  assert.equal(calls.filter((path) => path === '/auth/get-session').length, 1);
  const scripts = asked.filter((path) => path.endsWith('.js'));
  assert.ok(scripts.length <= MAX_SCRIPTS, scripts.join(' '));
});

step('a new key is shown once, and works', async () => {
  await goTo('API keys');
  await page.getByRole('button', { name: 'Generate New Key' }).click();
  await page.getByLabel('Name').fill('First key');
  await page.getByRole('dialog').getByRole('button', { name: 'Generate New Key' }).click();
  secret = (await page.getByRole('region', { name: 'The secret key' }).textContent()) ?? '';
  assert.match(secret, /^sk_live_\w{20,}$/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('cell', { name: 'First key', exact: true }).waitFor();
  assert.equal((await service.call('GET', '/v1/models', { key: secret })).status, 200);
});

step('the secret cannot be had again from any page or answer', async () => {
  const heard: string[] = [];
  page.on('response', async (response) => heard.push(await response.text().catch(() => '')));
  for (const path of ['/keys', '/', '/usage', '/billing', '/webhooks', '/account']) {
    await page.goto(`${service.origin}${path}`, { waitUntil: 'networkidle' });
    assert.ok(!(await page.content()).includes(secret), path);
  }
  page.removeAllListeners('response');
  assert.ok(heard.some((text) => text.includes('"First key"')));
  assert.ok(!heard.some((text) => text.includes(secret)));
  const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])');
  assert.ok(!String(kept).includes(secret));
  const { json } = await service.call('GET', '/v1/account/keys', { key: secret });
  assert.ok(!JSON.stringify(json).includes(secret));
});

step('in the sandbox a chat answers word by word', async () => {
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  await page.getByText('Nothing here costs money').waitFor();
  await goTo('Chat');
  await page.getByLabel('Model', { exact: true }).selectOption('sandbox-echo-1');
  await page.getByLabel('Message', { exact: true }).fill('Tell me about the tides of the northern sea');
  const streamed = page.waitForResponse((response) => response.url().endsWith('/sandbox/v1/chat/completions'));
  await page.getByRole('button', { name: 'Send' }).click();
  assert.match((await streamed).headers()['content-type'] ?? '', /text\/event-stream/);
  await page.getByRole('region', { name: 'Conversation' }).getByText('tokens in').waitFor({ timeout: LONG_MS });
  await seeSameCall(page, '/sandbox/v1/chat/completions');
});

step('a picture is painted', async () => {
  await goTo('Image');
  await page.getByLabel('Describe the image').fill('Two red balloons above a lake at sunset');
  await page.getByLabel('Size').selectOption('512x512');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const picture = page.getByRole('img', { name: /Two red balloons/ }).first();
  await picture.waitFor({ timeout: LONG_MS });
  await untilInPage(page, '[...document.images].some((image) => image.naturalWidth >= 512)');
});

step('an application is built and shows itself in the preview', async () => {
  await goTo('Builder');
  await page.getByLabel('What should it do?').fill('An app to track my bee hives');
  await page.getByRole('button', { name: 'Build it' }).click();
  const preview = page.frameLocator('iframe[title^="Preview of"]');
  await preview.getByRole('heading').first().waitFor({ timeout: LONG_MS });
  await preview.getByText(/hive/i).first().waitFor();
});

step('credits are bought with a test card', async () => {
  await goTo('Billing');
  await page.getByRole('button', { name: /2,100 credits/ }).click();
  await page.waitForURL(/\/checkout\//);
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Valid until').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.waitForURL(/\/billing/);
  await page.getByText('Thank you. The payment went through.', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Invoices' }).click();
  await page.getByRole('cell', { name: '$20.00' }).waitFor();
  await page.getByRole('tab', { name: 'Transactions' }).click();
  await page.getByRole('cell', { name: '+2,100' }).waitFor();
});

step('a test event is delivered to an endpoint, and replayed', async () => {
  await goTo('Webhooks');
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('button', { name: 'Add the endpoint' }).click();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await page
    .getByRole('region', { name: 'The signing secret' })
    .getByText(/^whsec_/)
    .waitFor();
  await page.getByLabel('Kind of event').selectOption('payment.succeeded');
  await page.getByRole('button', { name: 'Send test event' }).click();
  await receiver.got(1);
  const log = page.getByRole('list', { name: 'Deliveries' });
  await log.getByText('Delivered').waitFor();
  await log.getByText('payment.succeeded', { exact: true }).click();
  await page.getByRole('region', { name: 'Body that was sent' }).getByText('"test": true').waitFor();
  await page.getByRole('button', { name: 'Replay payment.succeeded' }).click();
  await receiver.got(2);
  await log.getByText('Delivered').nth(1).waitFor();
  const [first, second] = receiver.received.map(({ body }) => JSON.parse(body));
  assert.equal(first.type, 'payment.succeeded');
  assert.equal(second.id, first.id);
});

step('what home asks for is made on its own page, for the price that the button names', async () => {
  await goTo('Home');
  await page.getByRole('group', { name: 'What to make' }).getByText('Image', { exact: true }).click();
  await page.getByRole('button', { name: 'A fox in the snow between pine trees' }).click();
  const orders: string[] = [];
  const note = (request: Request) => request.url().endsWith('/image/generate') && orders.push(request.url());
  page.on('request', note);
  await page.getByRole('button', { name: 'Make the image · 2 credits' }).click();
  await page
    .getByRole('img', { name: /A fox in the snow/ })
    .first()
    .waitFor({ timeout: LONG_MS });
  assert.equal(new URL(page.url()).pathname, '/play/image');
  await page.getByText('Costs 2 credits.').waitFor();
  // Neither the way back and forth nor a reload makes, and charges for, it again.
  await page.goBack();
  await page.getByRole('heading', { name: 'What would you like to make?' }).waitFor();
  await page.goForward();
  await page.reload();
  await page.getByLabel('Describe the image').waitFor();
  page.off('request', note);
  assert.equal(orders.length, 1);
});
