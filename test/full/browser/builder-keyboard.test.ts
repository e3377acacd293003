// The builder by keyboard alone on a desktop, and by touch on a phone: prompt, edit, settings, publish, share.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findBarriers, openBrowser, type SharedBrowser, seeCount, takeScreenshot } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { seeFocus, seeFocused } from '../../support/hands.ts';
import { startService, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let service: TestService;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** Enough for everything on the page and in the preview's frame, twice. */
const MAX_PRESSES = 300;

const hasFocus = async (page: Page, target: Locator) => (await target.and(page.locator(':focus')).count()) > 0;

/** Presses Tab until the target has the focus, and checks that everybody sees it. */
async function tabTo(page: Page, target: Locator, way = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses <= MAX_PRESSES; presses += 1) {
    if (await hasFocus(page, target)) return seeFocus(page, target);
    await page.keyboard.press(way);
  }
  assert.fail(`${target} is not reached by ${way}`);
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Notes when the preview's frame leaves the page without another one in its place. */
const WATCH_FRAME = `globalThis.wasGone = false;
new MutationObserver(() => { if (!document.querySelector('iframe')) globalThis.wasGone = true; })
  .observe(document.body, { childList: true, subtree: true });`;

async function check(page: Page, stage: string): Promise<void> {
  await takeScreenshot(page, `builder ${stage}`);
  assert.deepEqual(await findBarriers(page), [], stage);
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  assert.ok(overflow <= 0, `${stage} is ${overflow} pixels too wide`);
}

test('prompt, edit, settings, publish and share by keyboard alone', async () => {
  const { page, complaints, close } = await signInAs(browser, service, await service.account(), {
    width: 1680,
    path: '/play/builder',
  });
  await tabTo(page, page.getByLabel('What should it do?'));
  await page.keyboard.type('A to-do list');
  await press(page, page.getByRole('button', { name: 'Build it' }));
  const preview = page.frameLocator('iframe');
  await preview.getByRole('heading').first().waitFor();
  // The place that had the focus is gone: the project that was opened has it now.
  await page.locator('h2:focus').waitFor();

  await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
  await page.keyboard.type('make it green');
  await page.keyboard.press('Enter');
  await page.getByText('version 2', { exact: false }).first().waitFor();

  await tabTo(page, page.getByRole('tab', { name: 'Preview' }));
  await page.keyboard.press('ArrowRight');
  await press(page, page.getByRole('button', { name: 'README.md' }));
  await tabTo(page, page.getByRole('textbox', { name: 'Content of README.md' }));
  await page.keyboard.type('Mine. ');
  await page.keyboard.press('Control+s');
  await page.getByText('Saved as version 3.').first().waitFor();
  await page.getByText('version 3', { exact: false }).first().waitFor();

  const tab = page.getByRole('tab', { name: 'Files' });
  await tabTo(page, tab, 'Shift+Tab');
  for (const name of [/^Console/, 'Versions', 'Publish and share', 'Settings']) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name, selected: true }).waitFor();
  }
  const list = page.getByRole('list', { name: 'Environment variables' });
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.press('End');
  await page.keyboard.type('title');
  await tabTo(page, page.getByLabel('Value', { exact: true }));
  await page.keyboard.type('Bees');
  await page.keyboard.press('Enter');
  await list.getByText('VITE_TITLE').waitFor();
  await list.getByText('Public: in the page').waitFor();
  await check(page, 'settings by keyboard');

  // The dialog keeps the focus, Escape closes it, and the focus is where it was.
  const remove = page.getByRole('button', { name: 'Delete VITE_TITLE' });
  await tabTo(page, remove, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete VITE_TITLE?' });
  await dialog.waitFor();
  for (let times = 0; times < 8; times += 1) {
    await page.keyboard.press('Tab');
    await seeCount(dialog.locator(':focus'), 1);
  }
  await check(page, 'dialog by keyboard');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await seeFocused(page, remove);
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Delete' }));
  await list.getByText('VITE_TITLE').waitFor({ state: 'detached' });

  await tabTo(page, page.getByRole('tab', { name: 'Settings' }), 'Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await press(page, page.getByRole('switch', { name: 'Published' }), 'Space');
  await page.getByRole('link', { name: /\/app\// }).waitFor();
  await press(page, page.getByRole('button', { name: 'Create link' }));
  const share = page.getByRole('link', { name: /\/share\// });
  await tabTo(page, share);
  await check(page, 'published by keyboard');
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  await (await opened).getByRole('heading').first().waitFor();
  assert.deepEqual(complaints, []);
  await close();
});

test('prompt, edit, settings, publish and share by touch on a phone', async () => {
  const look = { width: 390, hasTouch: true };
  const { page, complaints, close } = await signInAs(browser, service, await service.account(), {
    ...look,
    path: '/play/builder',
  });
  const write = async (target: Locator, text: string) => {
    await target.tap();
    await seeFocused(page, target);
    await page.keyboard.insertText(text);
  };
  await write(page.getByLabel('What should it do?'), 'A to-do list');
  await page.getByRole('button', { name: 'Build it' }).tap();
  await page.frameLocator('iframe').getByRole('heading').first().waitFor();
  await page.getByRole('tab', { name: 'Files' }).tap();
  await page.getByRole('button', { name: 'README.md' }).tap();
  await write(page.getByRole('textbox', { name: 'Content of README.md' }), 'Mine. ');
  await page.evaluate(WATCH_FRAME);
  await page.getByRole('button', { name: 'Save' }).tap();
  await page.getByText('Saved as version 2.').first().waitFor();

  await page.getByRole('tab', { name: 'Settings' }).tap();
  await write(page.getByLabel('Name', { exact: true }), 'TITLE');
  await write(page.getByLabel('Value', { exact: true }), 'Bees');
  await page.getByRole('button', { name: 'Set variable' }).tap();
  const list = page.getByRole('list', { name: 'Environment variables' });
  await list.getByText('VITE_TITLE').waitFor();
  assert.equal(await page.evaluate('globalThis.wasGone'), false, 'the preview stays, so nothing below it jumps');
  await check(page, 'settings by touch');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import data' }).tap();
  const exported = JSON.stringify({ object: 'project.data', storage: { greeting: 'hello' }, files: null });
  await (await chooser).setFiles({ name: 'data.json', mimeType: 'application/json', buffer: Buffer.from(exported) });
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).tap();
  await page.getByText('The data is imported.').first().waitFor();

  await page.getByRole('tab', { name: 'Publish and share' }).tap();
  await page.getByRole('switch', { name: 'Published' }).tap();
  await page.getByRole('link', { name: /\/app\// }).waitFor();
  await page.getByRole('button', { name: 'Create link' }).tap();
  const share = page.getByRole('link', { name: /\/share\// });
  await share.waitFor();
  await check(page, 'published by touch');
  const visitor = await browser.newPage();
  await visitor.goto(String(await share.getAttribute('href')));
  assert.equal(await visitor.evaluate("localStorage.getItem('greeting')"), 'hello');
  await visitor.close();
  assert.deepEqual(complaints, []);
  await close();
});
