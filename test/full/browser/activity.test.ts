// The activity page in a browser: the log is switched on, requests and jobs are found, read, copied as code and run again.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { type ObedientUpstream, startObedientUpstream } from '../../support/obedient-upstream.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

let browser: SharedBrowser;
let service: TestService;
let upstream: ObedientUpstream;
let account: TestAccount;
let page: Page;
let complaints: string[];

before(async () => {
  browser = await openBrowser();
  await buildPages();
  upstream = await startObedientUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  account = await service.account({ credits: 500 });
  ({ page, complaints } = await signInAs(browser, service, account));
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.close();
});

const chat = (content: string, model = 'obedient-1') =>
  service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body: { model, messages: [{ role: 'user', content }], max_tokens: 5 },
  });
/** With the head of the table; it is away for a moment while another filter loads. */
const seeRows = (wanted: number) =>
  until(async () => (await page.getByRole('region', { name: 'Requests' }).getByRole('row').count()) === wanted, {
    saying: `the list has ${wanted} rows`,
  });

test('while the log is off the page says so, and shows charges and jobs all the same', async () => {
  await chat('before');
  const job = await service.call('POST', '/v1/image/generate', {
    key: account.liveKey,
    body: { prompt: 'a tree', width: 64, height: 64 },
    headers: { prefer: 'respond-async' },
  });
  await service.call('POST', `/v1/jobs/${job.json.id}/cancel`, { key: account.liveKey });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
  await page.getByText('The request log is off').waitFor();
  await page.getByText('No requests are kept').waitFor();
  assert.equal(await page.getByLabel('Status').count(), 0, 'no filters over nothing');
  await page.getByRole('tab', { name: 'Charges' }).click();
  await page.getByRole('cell', { name: 'obedient-1', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Jobs' }).click();
  // A stop is no error.
  await page.getByRole('cell', { name: 'Cancelled' }).waitFor();
  assert.equal(await page.getByRole('cell', { name: 'Failed' }).count(), 0);
  await page.getByLabel('State').selectOption('failed');
  await page.getByText('No jobs match these filters').waitFor();
  await page.getByRole('tab', { name: 'Requests' }).click();
  await examine(page, 'activity-off');
});

test('switched on, requests appear with their cost and time, and their errors in words', async () => {
  await page.getByLabel('What is kept').selectOption('bodies');
  await page.getByText('Saved. It applies to requests from now on.').first().waitFor();
  await chat('Write to ada@example.com');
  await chat('Say five words');
  await chat('x', 'none-1');
  await page.getByRole('cell', { name: 'Failed 400' }).waitFor();
  await page.getByText('none-1', { exact: true }).waitFor();
  await seeRows(4);
  await page.getByLabel('Status').selectOption('failed');
  await seeRows(2);
  assert.equal(await page.getByRole('cell', { name: 'Answered 200' }).count(), 0);
  await page.getByLabel('Status').selectOption('');
  await page.getByLabel('Model').fill('obedient-1');
  await seeRows(3);
  assert.equal(await page.getByRole('cell', { name: 'Failed 400' }).count(), 0);
});

test('a request is read with its input and result, copied as code, and run again', async () => {
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  // A click anywhere in the row opens it, too.
  await page.getByRole('cell', { name: 'Answered 200' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region', { name: 'Input' }).getByText('Say five words').waitFor();
  assert.ok((await dialog.getByRole('region', { name: 'Result' }).textContent())?.includes('chat.completion'));
  await examine(page, 'activity-request');
  await dialog.getByText('The same call as curl').click();
  assert.ok((await dialog.getByRole('region', { name: 'The call in curl' }).textContent())?.includes('$KEY'));
  await dialog.getByRole('tab', { name: 'Python' }).click();
  assert.ok(
    (await dialog.getByRole('region', { name: 'The call in Python' }).textContent())?.includes('Say five words'),
  );
  const before = upstream.bodies.length;
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await page
    .getByText(/Answered with 200\. Request req_/)
    .first()
    .waitFor();
  assert.equal(upstream.bodies.length, before + 1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The newest is now the one that was run again, by the dashboard.
  await page.getByRole('cell', { name: 'Answered 200' }).nth(2).waitFor();
});

test('what was masked cannot be run again, and the secret is nowhere on the page', async () => {
  await page
    .getByRole('button', { name: /^Details of/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region', { name: 'Input' }).getByText('Write to [email]').waitFor();
  assert.ok(!(await page.content()).includes('ada@example.com'));
  assert.equal(await dialog.getByRole('button', { name: 'Run again' }).isDisabled(), true);
  await dialog.getByRole('button', { name: 'Close' }).click();
  assert.deepEqual(complaints, []);
});
