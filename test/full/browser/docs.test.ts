// The documentation in a browser: no barriers and no complaints in light, dark and on a phone; search; without a script.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { examine, findBarriers, openBrowser, type SharedBrowser, watchComplaints } from '../../support/browser.ts';
import { startService, type TestService } from '../../support/service.ts';

const PAGES = [
  '/docs',
  '/docs/start',
  '/docs/guides/webhooks',
  '/docs/reference',
  '/docs/reference/chat',
  '/docs/reference/files',
  '/docs/reference/events',
  '/docs/changelog',
];
const WIDE = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const;

let browser: SharedBrowser;
let service: TestService;

before(async () => {
  browser = await openBrowser();
  service = await startService({ TEST_WORKER: '0' });
});
after(async () => {
  await browser?.close();
  await service.stop();
});

test('no page has a barrier or a complaint, in light, in the dark and on a phone', async () => {
  const context = await browser.newContext(WIDE);
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  for (const path of PAGES) {
    await page.goto(`${service.origin}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await examine(page, path.slice(1).replaceAll('/', ' '));
  }
  assert.deepEqual(complaints, []);
  await context.close();
});

test('search finds while one types, is used by keyboard alone, and has no barrier', async () => {
  const context = await browser.newContext(WIDE);
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  await page.goto(`${service.origin}/docs/guides/image`);
  await page.keyboard.press('/');
  await page.keyboard.type('verify a webhook');
  const results = page.getByRole('list', { name: 'Search results' });
  await results.getByRole('link').first().waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Enter');
  await page.waitForURL(/webhooks#verify-a-delivery$/);
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a chosen colour scheme is kept, also from page to page', async () => {
  const context = await browser.newContext({ ...WIDE, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(`${service.origin}/docs`);
  await page.getByRole('button', { name: 'Use dark colours' }).click();
  await page.goto(`${service.origin}/docs/guides/text`);
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark');
  await context.close();
});

test('without a script the pages, their navigation and the languages of an example work', async () => {
  const context = await browser.newContext({ ...WIDE, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${service.origin}/docs`);
  await page.getByRole('navigation', { name: 'All pages', exact: true }).getByRole('link', { name: 'Chat' }).click();
  const example = page.locator('.examples').first();
  await example.getByText('curl -s', { exact: false }).first().waitFor();
  await example.getByText('Python', { exact: true }).first().click();
  await example.getByText('import json', { exact: false }).waitFor();
  await context.close();
});
