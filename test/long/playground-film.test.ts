// The video playground in a real browser: a film is ordered, watched while it is made, played and deleted.
import assert from 'node:assert/strict';
import test from 'node:test';
import { findBarriers, openBrowser, takeScreenshot } from '../support/browser.ts';
import { buildPages, signInAs } from '../support/desk-browser.ts';
import { goToPage, seeSameCall } from '../support/menu.ts';
import { startService } from '../support/service.ts';

const LONG_MS = 240_000;

test('a film shows its frames while it is made, plays to its end, and is deleted', async (t) => {
  const browser = await openBrowser();
  await buildPages();
  const service = await startService();
  t.after(async () => {
    await browser.close();
    await service.stop();
  });
  const { page, complaints } = await signInAs(browser, service, await service.account({ credits: 1_000 }));
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  await goToPage(page, 'Video');
  await page.getByLabel('Describe the video').fill('A sailing boat on a calm sea');
  await page.getByText('More settings').click();
  await page.getByText('1:1', { exact: true }).click();
  await page.getByText('With sound').click();
  await page.getByRole('button', { name: 'Make the video' }).click();
  await page.getByRole('img', { name: 'The frame made last' }).waitFor({ timeout: LONG_MS });
  const film = page.getByLabel('Video: A sailing boat on a calm sea');
  await film.waitFor({ timeout: LONG_MS });
  await film.evaluate(`(video) => new Promise((resolve, reject) => {
    video.onended = () => resolve();
    video.onerror = () => reject(new Error('it does not play'));
    video.play().catch(reject);
  })`);
  await seeSameCall(page, '/sandbox/v1/video/generate');
  await takeScreenshot(page, 'playground film');
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('button', { name: 'Delete A sailing boat on a calm sea' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Videos that you make are kept here.').waitFor();
  assert.deepEqual(complaints, []);
});
