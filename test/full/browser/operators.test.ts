// The owner at the dashboard: credits with a reason, a suspension that is felt, and nobody else gets in.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, openBrowser, type SharedBrowser, takeScreenshot, untilInPage } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let service: TestService;
let owner: TestAccount;
let customer: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({ TEST_WORKER: '0' });
  owner = await service.account({ isOwner: true });
  customer = await service.account({ credits: 100 });
});
after(async () => {
  await browser?.close();
  await service.stop();
});

async function asOwner(): Promise<SignedIn> {
  return signInAs(browser, service, owner);
}

test('the owner adjusts credits with a reason and sees it in the audit log', async () => {
  const { page, complaints, close } = await asOwner();
  await page.getByRole('link', { name: 'Operator', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(customer.email);
  await page.getByRole('link', { name: customer.email }).click();
  await page.getByRole('heading', { level: 1, name: customer.email }).waitFor();
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  assert.equal(await balance(), 100, 'nothing happens without an amount and a reason');
  await dialog.getByLabel('Credits', { exact: true }).fill('-250');
  await dialog.getByLabel('Reason').fill('an unpaid bill');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await dialog.getByRole('alert').getByText('Take at most that many').waitFor();
  await dialog.getByLabel('Credits', { exact: true }).fill('12.5');
  await dialog.getByLabel('Reason').fill('sorry for the outage');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await page.getByText('The balance is now 112.5 credits').first().waitFor();
  assert.equal(await balance(), 112.5);
  await page.getByRole('row', { name: /credits adjusted.*sorry for the outage/ }).waitFor();
  await takeScreenshot(page, 'operator-account');
  await page.getByRole('link', { name: 'Audit log' }).click();
  const row = page.getByRole('row', { name: /sorry for the outage/ });
  await row.getByText('credits: 100 → 112.5').waitFor();
  await row.getByText(`by ${owner.email}`).waitFor();
  await row.getByRole('link', { name: customer.email }).waitFor();
  // The switch to the sandbox is for one's own things: the desk stays where the real accounts are.
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  await page.getByText('these pages show and change the real service').waitFor();
  await page.getByRole('navigation', { name: 'Operator pages' }).getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('link', { name: customer.email }).waitFor();
  // The refused amount is the browser's own note of a 400; nothing else was complained of.
  assert.deepEqual(
    complaints.filter((one) => !one.includes('400 (Bad Request)')),
    [],
  );
  await close();
});

test('the owner suspends an account and its key stops working, until the suspension is lifted', async () => {
  const { page, complaints, close } = await asOwner();
  const knock = async () => (await service.call('GET', '/v1/account', { key: customer.liveKey })).status;
  assert.equal(await knock(), 200);
  await page.goto(`${service.origin}/operator/accounts/${customer.id}`);
  await decide(page, 'Suspend', 'Suspend', 'a stolen card');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Lift the suspension' }).waitFor();
  assert.equal(await knock(), 403);
  await decide(page, 'Lift the suspension', 'Lift', 'it was a mistake');
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
  assert.equal(await knock(), 200);
  assert.deepEqual(complaints, []);
  await close();
});

test('whoever is no owner sees no operator pages and gets 403 from the API', async () => {
  const { page, close } = await signInAs(browser, service, customer);
  await page.getByRole('link', { name: 'Developers' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Operator', exact: true }).count(), 0);
  await page.goto(`${service.origin}/operator/accounts`);
  await page.getByText('These pages are for the owner of the service').waitFor();
  assert.equal(await page.getByText(owner.email).count(), 0);
  const answer = await page.evaluate(
    `fetch('/v1/operator/accounts').then(async (response) => [response.status, (await response.json()).error.code])`,
  );
  assert.deepEqual(answer, [403, 'access_denied']);
  await close();
});

test('the acts can be reached, done and left by keyboard alone', async () => {
  const { page, close } = await asOwner();
  await page.goto(`${service.origin}/operator/accounts/${customer.id}`);
  const opener = page.getByRole('button', { name: 'Change plan' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  assert.deepEqual(await findBarriers(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilInPage(page, "document.activeElement.textContent === 'Change plan'");
  await page.keyboard.press('Enter');
  await page.getByLabel('New plan').focus();
  await page.keyboard.press('p');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a partner of ours');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('Done. The plan is now').first().waitFor();
  await close();
});

async function decide(page: Page, opener: string, confirm: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: opener }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: confirm }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function balance(): Promise<number> {
  return (await service.call('GET', '/v1/payments/balance', { key: customer.liveKey })).json.credits;
}
