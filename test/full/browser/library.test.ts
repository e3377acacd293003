// The library in a browser: found, tagged, shared, downloaded and deleted, also by keyboard.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { examine, openBrowser, type SharedBrowser, seeCount, untilInPage } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { fillLibrary } from '../../support/library-kit.ts';
import { startService, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let service: TestService;
let page: Page;
let complaints: string[];

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({ TEST_WORKER: '0' });
  const account = await service.account();
  const kit = await fillLibrary(service, account);
  await kit.image('a quiet harbour');
  await kit.image(`a very long ${'prompt'.repeat(40)}`);
  await kit.song('job_song1', 'Midnight Rain');
  await kit.build('proj_bees', 'Bee Hives');
  ({ page, complaints } = await signInAs(browser, service, account));
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const items = () => page.getByRole('list', { name: 'Items' }).getByRole('listitem');

test('items are found by words and kind', async () => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Library' }).click();
  await page.getByRole('checkbox', { name: 'Select Bee Hives' }).waitFor();
  await seeCount(items(), 4);
  await examine(page, 'library');
  await page.getByLabel('Search').fill('harbour');
  await page.getByRole('checkbox', { name: 'Select Bee Hives' }).waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Select a quiet harbour' }).waitFor();
  await seeCount(items(), 1);
  await page.getByLabel('Search').fill('no such thing');
  await page.getByText('No items match these filters').waitFor();
  await page.getByLabel('Search').fill('');
});

test('a click on a picture opens its page, which names it, tags it and makes another like it', async () => {
  await page.getByRole('link', { name: /^a quiet harbour/ }).click();
  await page.getByRole('heading', { name: 'a quiet harbour', level: 1 }).waitFor();
  await untilInPage(page, "document.querySelector('main img')?.naturalWidth > 0");
  const address = page.url();
  const rename = async (name: string) => {
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  await rename('Harbour at dawn');
  await page.getByRole('textbox', { name: 'Add a tag' }).fill('sea');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove the tag sea' }).click();
  await page.getByRole('button', { name: 'Remove the tag sea' }).waitFor({ state: 'detached' });
  await examine(page, 'item image');
  const orders: string[] = [];
  page.on('request', (request) => request.url().endsWith('/image/generate') && orders.push(request.url()));
  await page.getByRole('button', { name: 'Make another like it' }).click();
  await page.waitForURL(/\/play\/image/);
  await untilInPage(
    page,
    "[...document.querySelectorAll('textarea')].some(({ value }) => value === 'a quiet harbour')",
  );
  assert.deepEqual(orders, [], 'nothing is made before it is asked for');
  await page.goto(address);
  await rename('a quiet harbour');
  await page.getByRole('link', { name: 'Back to the library' }).click();
});

test('an item of others looks like one that does not exist', async () => {
  const stranger = await service.account();
  const { page: other, close } = await signInAs(browser, service, stranger, { path: '/w/proj_bees' });
  await other.getByText(/no item "proj_bees"/).waitFor();
  await close();
});

test('a link is made, opens without signing in, and is revoked', async () => {
  await page.getByRole('button', { name: 'Share a quiet harbour' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = dialog.getByRole('link', { name: /^until / });
  const url = String(await link.getAttribute('href'));
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(url);
  await visitor.getByRole('heading', { name: 'a quiet harbour' }).waitFor();
  await examine(visitor, 'shared image');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('No links yet.').waitFor();
  assert.equal((await fetch(url)).status, 404);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a selection is tagged, downloaded and deleted by keyboard', async () => {
  for (const name of ['Bee Hives', 'Midnight Rain']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).focus();
    await page.keyboard.press('Space');
  }
  const bar = page.getByRole('region', { name: '2 selected' });
  await bar.getByRole('textbox', { name: 'Add a tag' }).fill('summer');
  await page.keyboard.press('Enter');
  await bar.getByRole('button', { name: 'Remove the tag summer from the selection' }).waitFor();
  await examine(page, 'library selection');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('link', { name: 'Download' }).press('Enter'),
  ]);
  assert.equal(saved.suggestedFilename(), 'library.zip');
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText('2 items were deleted.').first().waitFor();
  await page.getByRole('checkbox', { name: 'Select Bee Hives' }).waitFor({ state: 'detached' });
  await seeCount(items(), 2);
  assert.deepEqual(complaints, []);
});
