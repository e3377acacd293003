// The playgrounds of pictures and applications in a real browser, from the order to the last change.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, openBrowser, type SharedBrowser, takeScreenshot } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { goToPage, seeSameCall } from '../../support/menu.ts';
import { startService, type TestService } from '../../support/service.ts';

/** Bounds for a busy machine; on an idle one each is a fraction of it. */
const LONG_MS = 240_000;

let browser: SharedBrowser;
let service: TestService;
let desk: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService();
  desk = await signInAs(browser, service, await service.account({ credits: 1_000 }));
  page = desk.page;
  await page.getByRole('radio', { name: 'Sandbox' }).click();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** Walks, then looks: what the page complains of, and what stands in anybody's way. */
function walk(name: string, steps: () => Promise<void>): void {
  test(name, async () => {
    await steps();
    await takeScreenshot(page, `playground ${name}`);
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(desk.complaints.splice(0), []);
  });
}

const goTo = (name: string) => goToPage(page, name);

/** What a download link leads to, as the person at the page. */
const fetchLink = async (name: string) => {
  const link = (await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '';
  return page.request.get(new URL(link, service.origin).href, { headers: { 'sec-fetch-site': 'same-origin' } });
};

walk('a picture is made, enlarged to compare, and changed where it was painted over', async () => {
  await goTo('Image');
  await page.getByLabel('Describe the image').fill('A blue boat on a lake');
  await page.getByLabel('Size').selectOption('512x512');
  await page.getByText('2', { exact: true }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('img', { name: 'A blue boat on a lake (2)' }).waitFor({ timeout: LONG_MS });
  await page.getByRole('button', { name: 'Upscale' }).first().click();
  await page.getByRole('button', { name: 'Upscale', exact: true }).click();
  await page.getByLabel('Before and after: move to compare').fill('20', { timeout: LONG_MS });
  await page.getByText('1024 × 1024').waitFor();
  await page.getByText('Edit', { exact: true }).click();
  await page.getByLabel('What should change', { exact: true }).selectOption('inpaint');
  const canvas = page.getByRole('application');
  await canvas.focus();
  for (const key of [' ', 'ArrowRight', ' ']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('img', { name: 'After' }).waitFor({ timeout: LONG_MS });
  await seeSameCall(page, 'mask=@mask.png');
});

walk('an application is built, seen, changed by words and brought back', async () => {
  await goTo('Builder');
  await page.getByLabel('What should it do?').fill('A todo app with tasks');
  await page.getByRole('button', { name: 'Build it' }).click();
  await page.frameLocator('iframe').getByText(/task/i).first().waitFor({ timeout: LONG_MS });
  const sandbox = (await page.locator('iframe').getAttribute('sandbox')) ?? '';
  assert.match(sandbox, /allow-scripts/);
  assert.doesNotMatch(sandbox, /allow-same-origin/);
  await page.getByLabel('Message', { exact: true }).fill('rename the app to Lantern List');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(/· version 2/).waitFor({ timeout: LONG_MS });
  await page.getByRole('heading', { name: 'Lantern List' }).waitFor();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name: 'README.md' }).click();
  await page.getByRole('textbox', { name: 'Content of README.md' }).getByText('Lantern List').first().waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  await page.getByRole('region', { name: 'Changes in README.md' }).waitFor();
  await page.getByRole('button', { name: 'Go back to this' }).click();
  await page.getByText(/· version 3/).waitFor();
  const zip = await fetchLink('Zip');
  assert.equal(zip.headers()['content-type'], 'application/zip');
});
