// What every page of the dashboard offers, in a browser: news of jobs that end elsewhere.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { examine, findBarriers, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let service: TestService;
let customer: TestAccount;
let desk: SignedIn;
let phone: SignedIn;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({ TEST_WORKER: '0' });
  customer = await service.account();
  desk = await signInAs(browser, service, customer);
  phone = await signInAs(browser, service, customer, { width: 390, hasTouch: true });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

async function orderImage(): Promise<string> {
  const answer = await service.call('POST', '/v1/image/generate', {
    key: customer.liveKey,
    body: { prompt: 'a lighthouse', width: 256, height: 256 },
    headers: { prefer: 'respond-async' },
  });
  assert.equal(answer.status, 202, answer.text);
  return answer.json.id;
}

const isLook = (url: string) =>
  url.includes('/v1/jobs?') && url.includes('status=processing') && url.includes('limit=20');

/** Opens a page and waits until it knows what runs. */
async function openKnowing(page: Page, path: string): Promise<void> {
  const look = page.waitForResponse((response) => isLook(response.url()));
  await page.goto(`${service.origin}${path}`);
  await (await look).finished();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('running jobs are asked for again only while there are some', async () => {
  const { page, complaints, close } = await signInAs(browser, service, customer);
  let looks = 0;
  page.on('request', (request) => {
    if (isLook(request.url())) looks += 1;
  });
  await page.clock.install();
  await openKnowing(page, '/keys');
  const atFirst = looks;
  await page.clock.runFor(60_000);
  assert.equal(looks, atFirst, 'nothing runs, and the page asks');
  const id = await orderImage();
  await openKnowing(page, '/keys');
  const again = page.waitForRequest((request) => isLook(request.url()));
  await page.clock.runFor(10_000);
  await again;
  await service.call('POST', `/v1/jobs/${id}/cancel`, { key: customer.liveKey });
  assert.deepEqual(complaints, []);
  await close();
});

test('jobs that end elsewhere are told of together with a link, in the title and by the browser', async () => {
  await orderImage();
  await orderImage();
  await phone.page.context().grantPermissions(['notifications'], { origin: service.origin });
  // Nobody looks at the phone; what its browser shows outside of the page is written down.
  await phone.page.addInitScript(`
    Object.defineProperty(document, 'hidden', { get: () => globalThis.isSeen !== true });
    globalThis.told = [];
    globalThis.Notification = class extends Notification {
      constructor(title, options) { super(title, options); told.push(title); }
    };
  `);
  await openKnowing(phone.page, '/play/image');
  await openKnowing(desk.page, '/keys');
  await service.app.startWorker();
  const news = desk.page.getByText('The image is ready.', { exact: true });
  await news.nth(1).waitFor();
  await desk.page.waitForFunction("document.title.startsWith('(2) ')");
  await examine(desk.page, 'job notices');
  await phone.page.getByText('The image is ready.', { exact: true }).nth(1).waitFor();
  await phone.page.waitForFunction("document.title.startsWith('(2) ')");
  assert.deepEqual(await phone.page.evaluate('told'), ['The image is ready.', 'The image is ready.']);
  assert.deepEqual(await findBarriers(phone.page), []);
});

test('notes and count go when the page of the jobs is seen', async () => {
  await phone.page.evaluate("globalThis.isSeen = true; document.dispatchEvent(new Event('visibilitychange'))");
  await phone.page.getByText('The image is ready.', { exact: true }).first().waitFor({ state: 'detached' });
  await phone.page.waitForFunction("!document.title.startsWith('(')");
  const link = desk.page.getByRole('region', { name: /Notifications/ }).getByRole('link', { name: 'Open' });
  await link.first().focus();
  await desk.page.keyboard.press('Enter');
  await desk.page.waitForURL('**/play/image');
  await link.first().waitFor({ state: 'detached' });
  await desk.page.waitForFunction("!document.title.startsWith('(')");
  assert.deepEqual([...desk.complaints, ...phone.complaints], []);
});
