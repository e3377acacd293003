// An operator in a browser sees what provider models cost and bring, and sets the price of one that is not offered.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openBrowser, type SharedBrowser, takeScreenshot } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { type OperatorKit, openDesk } from '../../support/operator-kit.ts';
import { type PricedUpstream, startPricedUpstream } from '../../support/priced-upstream.ts';
import { startService, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let upstream: PricedUpstream;
let service: TestService;
let desk: OperatorKit;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  upstream = await startPricedUpstream(['gpt-5-pro', 'gpt-5.4', 'nobody-knows-1']);
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, OPENAI_PROVIDER: 'openai' });
  desk = await openDesk(service);
});
after(async () => {
  await browser?.close();
  await service.stop();
  await upstream.close();
});

test('a model that is not offered says why, and is sold after one dialog; a loss is marked', async () => {
  const customer = await service.account({ credits: 100 });
  const { page, close } = await signInAs(browser, service, desk.owner, { path: '/operator/upstreams' });
  const table = page.getByRole('region', { name: 'Prices of upstream models' });
  const known = table.getByRole('row', { name: /gpt-5-pro/ });
  await known.waitFor();
  assert.match(await known.innerText(), /from the cost[\s\S]*output[\s\S]*12,000[\s\S]*15,600[\s\S]*23\.1 %/);
  const unknown = table.getByRole('row', { name: /nobody-knows-1/ });
  assert.match(
    await unknown.innerText(),
    /not offered[\s\S]*does not know what "openai" charges[\s\S]*unknown[\s\S]*no price/,
  );
  await takeScreenshot(page, 'operator-model-prices');
  await unknown.getByRole('button', { name: 'Set price of nobody-knows-1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('input', { exact: true }).fill('100');
  await dialog.getByLabel('output', { exact: true }).fill('200');
  await dialog.getByLabel('Reason').fill('agreed with the provider');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await table.getByRole('row', { name: /nobody-knows-1.*your price/s }).waitFor();
  const body = {
    model: 'nobody-knows-1',
    max_tokens: 5,
    messages: [{ role: 'user', content: 'Hello '.repeat(1_000) }],
  };
  const answer = await service.call('POST', '/v1/chat/completions', { key: customer.liveKey, body });
  assert.equal(answer.status, 200, answer.text);

  await known.getByRole('button', { name: 'Set price of gpt-5-pro' }).click();
  await dialog.getByLabel('input', { exact: true }).fill('1');
  await dialog.getByLabel('output', { exact: true }).fill('1');
  await dialog.getByLabel('cached input', { exact: true }).fill('1');
  await dialog.getByLabel('Reason').fill('an offer');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await dialog.getByText(/Below cost/).waitFor();
  await dialog.getByLabel('Sell below cost').check();
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await table.getByRole('row', { name: /gpt-5-pro.*sold at a loss/s }).waitFor();
  await table.getByText(/^loss of [\d,.]+ %$/).waitFor();
  const covered = await page.evaluate(`(() => {
    const box = document.querySelector('section[aria-label="Prices of upstream models"]');
    return box.scrollWidth - box.clientWidth;
  })()`);
  assert.ok(Number(covered) <= 0, `the button of a row covers ${covered} pixels`);
  await takeScreenshot(page, 'operator-model-losses');
  await close();
});
