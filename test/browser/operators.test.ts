// The owner at the dashboard: credits with a reason, a suspension that is felt, weights that come, and nobody else gets in.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, openBrowser, type SharedBrowser, takeScreenshot } from '../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../support/desk-browser.ts';
import { ollama, type StandIn, webUi } from '../support/local-stand-ins.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startWeightsServer, type WeightsServer } from '../support/weights-server.ts';

let browser: SharedBrowser;
let service: TestService;
let weights: WeightsServer;
let beside: { ollama: StandIn; webUi: StandIn };
let folder: string;
let owner: TestAccount;
let customer: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  weights = await startWeightsServer();
  weights.files.set('maker/toy/resolve/main/toy.bin', Buffer.alloc(2_000_000, 'weights'));
  folder = await mkdtemp(join(tmpdir(), 'atelier-desk-'));
  const toy = { 'toy.bin': { bytes: 2_000_000, sources: ['hf:maker/toy@main/toy.bin'] } };
  const models = { 'toy-1': { title: 'A toy', licence: 'MIT', kind: 'other', files: toy } };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ models }));
  beside = { ollama: await ollama(), webUi: await webUi() };
  service = await startService({
    LOCAL_SERVERS: `ollama:${beside.ollama.port},sd-webui:${beside.webUi.port}`,
    CONFIG: join(folder, 'config.json'),
    MODELS_DIR: join(folder, 'models'),
    HF_ENDPOINT: weights.url,
  });
  owner = await service.account({ isOwner: true });
  customer = await service.account({ credits: 100 });
});
after(async () => {
  await browser?.close();
  await service.stop();
  await weights.close();
  await Promise.all([beside.ollama.stop(), beside.webUi.stop()]);
  await rm(folder, { recursive: true, force: true });
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
  await dialog.getByLabel('Credits').fill('-250');
  await dialog.getByLabel('Reason').fill('an unpaid bill');
  await dialog.getByRole('button', { name: 'Adjust' }).click();
  await dialog.getByRole('alert').getByText('Take at most that many').waitFor();
  await dialog.getByLabel('Credits').fill('12.5');
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

test('weights are pulled while the page shows how far they are', async () => {
  weights.pauseMs = 60;
  const { page, complaints, close } = await asOwner();
  await page.goto(`${service.origin}/operator/engines`);
  await page.getByRole('button', { name: 'Pull toy-1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pull' }).click();
  const bar = page.getByRole('progressbar', { name: 'Pull of toy-1' });
  await bar.waitFor();
  assert.ok(Number(await bar.getAttribute('aria-valuenow')) < 100);
  await page.getByRole('button', { name: 'Remove toy-1' }).waitFor();
  const advice = page.getByRole('region', { name: 'Recommended models' });
  await advice.getByRole('cell', { name: 'transcription', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Verify toy-1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  await page.getByText('intact').waitFor();
  await page.getByRole('button', { name: 'Pull sdxs-512-1' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'I have read the licence and accept it.' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(complaints, []);
  await close();
});

for (const [device, width] of [
  ['a desktop', 1280],
  ['a phone', 390],
] as const)
  test(`a model server of this machine is found and connected with one click on ${device}`, async () => {
    const { page, complaints, close } = await signInAs(browser, service, owner, { width });
    const models = async () =>
      (await service.call('GET', '/v1/models', { key: owner.liveKey })).json.data.map((one: { id: string }) => one.id);
    await page.goto(`${service.origin}/operator/engines`);
    // A table, or a list of cards on a phone.
    const panel = page.getByLabel('Model servers', { exact: true });
    const lineOf = (name: RegExp) => panel.locator('tr, li').filter({ hasText: name });
    await panel.getByText('llama3.2:3b').waitFor();
    const row = lineOf(/Ollama 0\.12\.6/);
    await row.getByText('not used').waitFor();
    await lineOf(/Stable Diffusion web UI/)
      .getByText('dreamshaper_8')
      .waitFor();
    assert.ok(!(await models()).includes('llama3.2:3b'), 'nothing is used unasked');
    assert.deepEqual(await findBarriers(page), []);
    await assertFits(page, width);
    await page.getByRole('button', { name: 'Connect Ollama' }).click();
    await page.getByText('Ollama is connected').first().waitFor();
    await row.getByText('connected', { exact: true }).waitFor();
    await until(async () => (await models()).includes('llama3.2:3b'), { saying: 'its model is offered' });
    await takeScreenshot(page, `operator-servers-${width}`);
    await page.getByRole('button', { name: 'Disconnect Ollama' }).click();
    await page.getByRole('button', { name: 'Connect Ollama' }).waitFor();
    await until(async () => !(await models()).includes('llama3.2:3b'), { saying: 'its model is gone' });
    assert.deepEqual(complaints, []);
    await close();
  });

/** Nothing sticks out of the page, and the button is where a finger reaches it. */
async function assertFits(page: Page, width: number): Promise<void> {
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, 'the page is too wide');
  const button = page.getByRole('button', { name: 'Connect Ollama' });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= width, 'the button is out of sight');
}

test('whoever is no owner sees no operator pages and gets 403 from the API', async () => {
  const { page, close } = await signInAs(browser, service, customer);
  await page.getByRole('link', { name: 'API keys' }).waitFor();
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
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Change plan');
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
