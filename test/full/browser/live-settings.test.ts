// An operator in a browser adds an upstream with price and cost, tries it, a customer's next call uses it, the margin shows it, and the change is reverted.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type AudioStandIn, startAudioStandIn } from '../../support/audio-stand-in.ts';
import { openBrowser, type SharedBrowser, takeScreenshot } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { type ObedientUpstream, startObedientUpstream } from '../../support/obedient-upstream.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let upstream: ObedientUpstream;
let voices: AudioStandIn;
let service: TestService;
let owner: TestAccount;
let customer: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  upstream = await startObedientUpstream(['big-1']);
  voices = await startAudioStandIn((_call, response) => void response.end('spoken'));
  service = await startService({ TEST_WORKER: '0' });
  owner = await service.account({ isOwner: true });
  customer = await service.account({ credits: 100, plan: 'pro' });
});
after(async () => {
  await browser?.close();
  await service.stop();
  await upstream.close();
  await voices.close();
});

const chat = () =>
  service.call('POST', '/v1/chat/completions', {
    key: customer.liveKey,
    body: { model: 'house-1', max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] },
  });

test('an upstream is added, tried, used, seen in the margin and reverted, and nothing is restarted', async () => {
  const { page, close } = await signInAs(browser, service, owner);
  const pages = page.getByRole('navigation', { name: 'Operator pages' });
  await page.getByRole('link', { name: 'Operator', exact: true }).click();
  await pages.getByRole('link', { name: 'Upstreams and prices' }).click();
  await page.getByRole('button', { name: 'Add an upstream' }).first().click();
  const dialog = page.getByRole('dialog');
  const fields = {
    Name: 'house',
    Address: upstream.baseUrl,
    'API key': 'sk-secret-1',
    Model: 'house-1',
    "The upstream's own name for it": 'big-1',
    'Price of input': '100000',
    'Price of output': '200000',
    'Cost of input': '40000',
    'Cost of output': '50000',
    Reason: 'a larger model',
  };
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row', { name: /house.*house-1/ });
  await row.getByText('live', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Try' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByRole('status').getByText('word').first().waitFor();
  await takeScreenshot(page, 'operator-upstream-tried');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const answer = await chat();
  assert.equal(answer.status, 200, answer.text);
  const { prompt_tokens: prompt, completion_tokens: completion } = answer.json.usage;
  const charged = prompt * 100_000 + completion * 200_000;
  assert.equal(Math.round(Number(answer.headers.get('x-credits-charged')) * 1e6), charged);
  assert.equal(upstream.headers.at(-1)?.authorization, 'Bearer sk-secret-1');
  await pages.getByRole('link', { name: 'Cost and margin' }).click();
  const line = page.getByRole('row', { name: /house-1/ });
  await line.waitFor();
  const margin = (charged - prompt * 40_000 - completion * 50_000) / 1e6;
  assert.ok((await line.innerText()).includes(String(margin)), `${await line.innerText()} lacks ${margin}`);
  await takeScreenshot(page, 'operator-margin');
  await pages.getByRole('link', { name: 'Upstreams and prices' }).click();
  assert.ok(!(await page.content()).includes('sk-secret-1'));
  await page.getByRole('button', { name: 'Revert' }).first().click();
  await dialog.getByLabel('Reason').fill('only a test of it');
  await dialog.getByRole('button', { name: 'Revert' }).click();
  await page.getByText('No upstream is connected').waitFor();
  assert.equal((await chat()).status, 400);
  await close();
});

test('a speech upstream is added with the fields of its kind, tried, used and removed', async () => {
  const { page, close } = await signInAs(browser, service, owner, { path: '/operator/upstreams' });
  await page.getByRole('button', { name: 'Add an upstream' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Makes', { exact: true }).selectOption('speech');
  const fields = {
    Name: 'voices',
    Address: voices.baseUrl,
    'API key': 'sk-secret-2',
    Model: 'parrot-1',
    'Price of characters': '2000',
    'Cost of characters': '700',
    'Cost per call': '0.5',
    Reason: 'a better voice',
  };
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row', { name: /voices.*parrot-1/ });
  await row.getByText('Speech', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Try' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByRole('status').getByText('spoken in 6 bytes').waitFor();
  await dialog.getByRole('status').getByText('6 characters').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const body = { model: 'parrot-1', input: 'Good evening.', voice: 'alloy' };
  const speak = () => service.call('POST', '/v1/audio/speech', { key: customer.liveKey, body });
  assert.equal((await speak()).status, 200);
  assert.equal(voices.calls.at(-1)?.authorization, 'Bearer sk-secret-2');
  await row.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByLabel('Reason').fill('only a test of it');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No upstream is connected').waitFor();
  assert.equal((await speak()).status, 400);
  await close();
});
