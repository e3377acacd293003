// Generated apps in Chromium: the calendar shows what has dates, the theme button works, and kept state hides no change.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, type SharedBrowser, seeCount } from '../../support/browser.ts';
import { type BuilderKit, startBuilder } from '../../support/builder-kit.ts';

let kit: BuilderKit;
let browser: SharedBrowser;
let key: string;

before(async () => {
  kit = await startBuilder();
  ({ key } = await kit.key());
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await kit?.close();
});

async function build(body: object) {
  const answer = await kit.call('POST', '/v1/builder/build', { key, body });
  assert.equal(answer.status, 200, answer.text.slice(0, 400));
  return answer.json;
}

test('what is called done is seen in the running app, and a change is seen by someone who has used it', async () => {
  const built = await build({ prompt: 'An app to track my bee hives and their inspections, with a calendar' });
  assert.deepEqual(
    built.requested.map((each: { outcome: string }) => each.outcome),
    ['done', 'done'],
  );
  const page = await browser.newPage();
  await page.goto(built.preview_url);
  await page.getByRole('link', { name: 'Calendar' }).first().click();
  const dated = built.files
    .find(({ path }: { path: string }) => path === 'src/data/seed.js')
    .content.match(/id: 'inspections-\d+'/g).length;
  await page.locator('.calendar-item').first().waitFor();
  const shown = await page.locator('.calendar-item').count();
  assert.ok(shown > 0 && shown <= dated, `${shown} of ${dated} inspections are on this month's days`);

  // The visitor switches to dark, and the choice is kept.
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.getByRole('link', { name: 'Inspections' }).first().click();
  await page
    .getByRole('link', { name: /New inspection/ })
    .first()
    .click();
  await page.locator('input').first().fill('Spring look');
  await page
    .getByRole('button', { name: /save|add|create/i })
    .first()
    .click();
  await page.getByText('Spring look').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.goto(built.preview_url);
  await page.locator('html[data-theme="dark"]').waitFor();

  // The look of the app and a field of its examples change: both are seen although state was kept.
  const edited = await build({ prompt: 'make it dark. Add a mood to inspections', project_id: built.project_id });
  assert.deepEqual(
    edited.requested.map((each: { outcome: string }) => each.outcome),
    ['done', 'done'],
  );
  const light = await build({ prompt: 'use a light theme', project_id: built.project_id });
  assert.equal(light.requested[0].outcome, 'done');
  const later = await openAgain(page, `${built.preview_url}inspections`);
  await later.getByText('Spring look').first().waitFor();
  await later.getByRole('button', { name: /^Mood/ }).waitFor();
  const moods = later.locator('td[data-label="Mood"]').filter({ hasText: /Great|Good|Fair|Bad/ });
  // Every example shows the new field; the visitor’s own record has none.
  await seeCount(moods, dated);
  await page.close();
});

test('a change of the look is seen by someone who never chose one', async () => {
  const built = await build({ prompt: 'A kanban board for my team with tasks' });
  const page = await browser.newPage();
  await page.goto(built.preview_url);
  await page.locator('html[data-theme="light"]').waitFor();
  await page.getByRole('link', { name: /Tasks/ }).first().waitFor();
  const edited = await build({ prompt: 'make it dark', project_id: built.project_id });
  assert.deepEqual(edited.requested, [{ item: 'make it dark', outcome: 'done', note: 'The app starts dark.' }]);
  const later = await openAgain(page, built.preview_url);
  await later.locator('html[data-theme="dark"]').waitFor();
  await page.close();
});

/** In another tab of the same visitor: a preview loads itself again after a build, which would end our own visit. */
async function openAgain(page: Page, url: string): Promise<Page> {
  const later = await page.context().newPage();
  await later.goto(url);
  return later;
}
