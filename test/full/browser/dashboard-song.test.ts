// A song at the dashboard, in a real browser: made while its progress shows, heard, found again and deleted.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, openBrowser, type SharedBrowser, takeScreenshot } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { goToPage } from '../../support/menu.ts';
import { startService, type TestService } from '../../support/service.ts';
import { soundBankPath } from '../../support/sound-probe.ts';

// A busy machine takes its time; what is shown does not depend on it.
const LONG_MS = 300_000;

let browser: SharedBrowser;
let service: TestService;
let desk: SignedIn;
let page: Page;

before(async () => {
  await Promise.all([buildPages(), soundBankPath()]);
  browser = await openBrowser();
  service = await startService();
  desk = await signInAs(browser, service, await service.account());
  page = desk.page;
  await page.getByRole('radio', { name: 'Sandbox' }).click();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** One step of the walk; what the page complained of belongs to the step that made it complain. */
function step(name: string, walk: () => Promise<void>): void {
  test(name, async () => {
    await walk();
    await takeScreenshot(page, `walk ${name}`);
    assert.deepEqual(desk.complaints.splice(0), [], 'the page complained');
  });
}

const goTo = (name: string) => goToPage(page, name);

step('a song is made while its progress shows, and plays', async () => {
  await goTo('Music');
  await page.getByLabel('Describe the song').fill('A calm piano piece about rain');
  await page.getByLabel('Duration').fill('30');
  await page.getByText('Instrumental', { exact: true }).click();
  await page.getByRole('button', { name: 'Make the song' }).click();
  await page.getByRole('progressbar').first().waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click({ timeout: LONG_MS });
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  // The clock runs.
  await page.getByText(/0:0[1-9] \/ 0:/).waitFor();
});

step('the song is heard by its sections and stems, and can be taken home', async () => {
  await page
    .getByRole('button', { name: /^Go to .* at 0:[1-9]/ })
    .last()
    .click();
  await page.getByText(/^0:[1-9]\d \/ 0:/).waitFor();
  const solo = page.getByRole('button', { name: /^Solo / }).first();
  await solo.click();
  await solo.and(page.locator('[aria-pressed=true]')).waitFor();
  const mute = page.getByRole('button', { name: /^Mute / }).first();
  const groundOf = (button: typeof solo) =>
    button.evaluate((element) => Reflect.get(globalThis, 'getComputedStyle')(element).backgroundColor);
  assert.notEqual(await groundOf(solo), await groundOf(mute), 'a pressed button looks pressed');
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const link = (await page.getByRole('link', { name: 'MP3', exact: true }).getAttribute('href')) ?? '';
  const file = await page.request.get(new URL(link, page.url()).href, { headers: { 'sec-fetch-site': 'same-origin' } });
  assert.match(file.headers()['content-disposition'] ?? '', /attachment/);
  assert.deepEqual(await findBarriers(page), []);
});

step('at home the song is among the recent work', async () => {
  await goTo('Home');
  await page.getByRole('heading', { name: 'Recent work' }).waitFor();
});

step('the song is found in the library and deleted', async () => {
  await goTo('Music');
  await page.getByLabel('Search titles, descriptions and lyrics').fill('rain');
  await page.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No songs match').waitFor();
});
