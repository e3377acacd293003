// What every page of the dashboard offers, in a browser: news of jobs that end elsewhere, and the palette.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { appendMessages } from '../../../src/store/conversations.ts';
import {
  examine,
  findBarriers,
  openBrowser,
  type SharedBrowser,
  seeCount,
  untilInPage,
} from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { fillLibrary } from '../../support/library-kit.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let service: TestService;
let customer: TestAccount;
let desk: SignedIn;
let phone: SignedIn;

before(async () => {
  browser = await openBrowser('chromiumWithWindows');
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
  // The phone's page is in the background; its notifications are recorded.
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
  // A note goes after a while, unless somebody is about to use it.
  await desk.page.getByRole('link', { name: 'Open' }).first().focus();
  await untilInPage(desk.page, "document.title.startsWith('(2) ')");
  await examine(desk.page, 'job notices');
  await phone.page.getByText('The image is ready.', { exact: true }).nth(1).waitFor();
  await untilInPage(phone.page, "document.title.startsWith('(2) ')");
  await untilInPage(phone.page, "told.join() === 'The image is ready.,The image is ready.'");
  assert.deepEqual(await findBarriers(phone.page), []);
});

test('notes and count go when the page of the jobs is seen', async () => {
  await phone.page.evaluate("globalThis.isSeen = true; document.dispatchEvent(new Event('visibilitychange'))");
  await phone.page.getByText('The image is ready.', { exact: true }).first().waitFor({ state: 'detached' });
  await untilInPage(phone.page, "!document.title.startsWith('(')");
  const link = desk.page.getByRole('region', { name: /Notifications/ }).getByRole('link', { name: 'Open' });
  for (const left of [1, 0]) {
    const address = new URL((await link.first().getAttribute('href')) ?? '', service.origin).href;
    await link.first().focus();
    await desk.page.keyboard.press('Enter');
    await desk.page.waitForURL(address);
    await desk.page.getByRole('heading', { level: 1, name: 'a lighthouse' }).waitFor();
    await seeCount(link, left);
  }
  await untilInPage(desk.page, "!document.title.startsWith('(')");
  assert.deepEqual([...desk.complaints, ...phone.complaints], []);
});

const combobox = (page: Page) => page.getByRole('dialog').getByRole('combobox');
const option = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('option', { name });

/** Chooses with the arrows, as a person does who watches what is marked. */
async function chooseByKeyboard(page: Page, name: RegExp): Promise<void> {
  await option(page, name).first().waitFor();
  const wanted = await option(page, name).first().getAttribute('id');
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await combobox(page).getAttribute('aria-activedescendant')) === wanted) break;
    await page.keyboard.press('ArrowDown');
  }
  assert.equal(await option(page, name).first().getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

test('the palette leads by keyboard alone to pages, work and conversations', async () => {
  const { page } = desk;
  const kit = await fillLibrary(service, customer);
  await kit.song('job_song1', 'Midnight Rain');
  await appendMessages(
    service.app.database.queries,
    { accountId: customer.id, environment: 'live', id: 'conv_harbours', title: 'About harbours', model: 'any' },
    [{ role: 'user', content: 'Which harbours are deep?' }],
  );
  await page.goto(`${service.origin}/keys`);
  const opener = page.getByRole('button', { name: 'Generate New Key' });
  await opener.focus();
  await page.keyboard.press('Control+k');
  await option(page, /^Midnight Rain/).waitFor();
  await option(page, /^About harbours/).waitFor();
  await examine(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilInPage(page, "document.activeElement.textContent === 'Generate New Key'");
  await page.keyboard.press('Control+k');
  await combobox(page).fill('usag');
  await chooseByKeyboard(page, /^Usage$/);
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await untilInPage(page, "document.activeElement.id === 'content'");
  await page.keyboard.press('Control+k');
  await combobox(page).fill('midnight');
  await chooseByKeyboard(page, /^Midnight Rain/);
  await page.waitForURL('**/w/job_song1');
  await page.keyboard.press('Control+k');
  await combobox(page).fill('harbours');
  await chooseByKeyboard(page, /^About harbours/);
  await page.waitForURL('**/play/chat#conv_harbours');
  await page.keyboard.press('Control+k');
  await combobox(page).fill('zzzzqqq');
  await page.getByText('No results').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The song of this test was made by no job, and its page looks for one.
  const complaints = desk.complaints.filter((one) => !one.includes('/jobs/job_song1'));
  assert.deepEqual(complaints, []);
});

test('on a phone a button opens the palette, which finds pictures and the documentation', async () => {
  const { page } = phone;
  await page.getByRole('button', { name: 'Go to…' }).tap();
  await combobox(page).fill('lighthouse');
  await option(page, /^a lighthouse/)
    .first()
    .tap();
  await page.waitForURL('**/w/*');
  await page.getByRole('heading', { level: 1, name: 'a lighthouse' }).waitFor();
  await page.getByRole('button', { name: 'Go to…' }).tap();
  await combobox(page).fill('webhook signature');
  const passages = page.getByRole('group', { name: 'Documentation' }).getByRole('option');
  await passages.first().waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await passages.first().tap();
  await page.waitForURL('**/docs/**');
  assert.deepEqual(phone.complaints, []);
});
