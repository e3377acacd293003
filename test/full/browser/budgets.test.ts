// The pages of budgets in a browser: customers with caps, runs with their calls, alerts, and credits with terms, for customers and for the operator.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type CountingUpstream, startCountingUpstream } from '../../support/batch-kit.ts';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { type OperatorKit, openDesk } from '../../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const LONG = `a-name-that-somebody-else-chose-${'x'.repeat(400)}`;

let browser: SharedBrowser;
let upstream: CountingUpstream;
let service: TestService;
let desk: OperatorKit;
let account: TestAccount;
before(async () => {
  browser = await openBrowser();
  await buildPages();
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  desk = await openDesk(service);
  account = await service.account({ plan: 'enterprise', credits: 1000 });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.close();
});

const chat = (headers: Record<string, string>, key = account.liveKey) =>
  service.call('POST', '/v1/chat/completions', {
    key,
    headers,
    body: { model: 'counted-1', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] },
  });
const read = async (path: string) => (await service.call('GET', `/v1${path}`, { key: account.liveKey })).json;
const open = (path: string, who: { email: string } = account): Promise<SignedIn> =>
  signInAs(browser, service, who, { path });

test('a customer without customers is told how to name one; a cap is set, and a call beyond it is refused', async () => {
  const { page, complaints, close } = await open('/usage?tab=customers');
  await page.getByText('No call has named a customer yet').waitFor();
  await examine(page, 'no customers');
  const names = Array.from({ length: 22 }, (_, index) => `user-${String(index).padStart(2, '0')}`);
  for (const name of ['ben', 'ben', LONG, ...names]) assert.equal((await chat({ 'x-customer': name })).status, 200);
  // A charge is counted after its answer was sent.
  await until(async () => (await read('/customers?sort=spent_this_month')).data[0]?.id === 'ben', {
    saying: 'who spent most comes first',
  });
  await page.reload();
  const table = page.getByRole('region', { name: 'End customers' });
  await table.getByRole('row').nth(20).waitFor();
  // The header of the table is a row too.
  assert.match((await table.getByRole('row').nth(1).textContent()) ?? '', /^ben2/, 'who spent most comes first');
  await page.getByRole('button', { name: 'Show more' }).click();
  await table.getByRole('row').nth(24).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('BEN');
  await table.getByRole('row', { name: /user-00/ }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Set caps of ben' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Credits a month').fill('0.0001');
  await dialog.getByRole('button', { name: 'Set the caps' }).click();
  await dialog.waitFor({ state: 'detached' });
  await table.getByText('cap reached').waitFor();
  assert.match((await chat({ 'x-customer': 'ben' })).json.error.message, /monthly cap/);
  await page.getByRole('searchbox', { name: 'Search' }).fill('a-name');
  await table.getByRole('row', { name: /somebody else|somebody-else/ }).waitFor();
  await examine(page, 'customers');
  await page.getByRole('button', { name: 'Cap a customer' }).click();
  await dialog.getByLabel('Customer').fill('new/one');
  await dialog.getByLabel('Credits a day').fill('5');
  await dialog.getByRole('button', { name: 'Set the caps' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal((await read(`/customers/${encodeURIComponent('new/one')}`)).daily_credit_cap, 5);
  assert.deepEqual(complaints, []);
  await close();
});

test('a run shows its calls with their cost, gets another budget, and is closed', async () => {
  assert.equal((await chat({ 'x-run': 'ticket-1; budget=5', 'x-customer': 'ben-2' })).status, 200);
  const { page, complaints, close } = await open('/usage?tab=runs');
  await page.getByRole('row', { name: /ticket-1.*open.*of 5/ }).waitFor();
  await examine(page, 'runs');
  await page.getByRole('searchbox', { name: 'Find a run by its id' }).fill('no-such-run');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('alert').getByText('There is no run "no-such-run"').waitFor();
  await page.getByRole('button', { name: 'Details of ticket-1' }).click();
  await page.getByRole('row', { name: /chat counted-1.*ben-2.*0\.0008/ }).waitFor();
  await examine(page, 'a run');
  await page.getByLabel('New budget in credits').fill('7.5');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('The budget is changed.').first().waitFor();
  assert.equal((await read('/runs/ticket-1')).budget, 7.5);
  await page.getByRole('button', { name: 'Close the run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close the run' }).click();
  await page.getByText('ended', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Close the run' }).count(), 0);
  assert.equal((await chat({ 'x-run': 'ticket-1' })).status, 400);
  // The browser's own note of the run that does not exist.
  assert.deepEqual(
    complaints.filter((one) => !one.includes('404')),
    [],
  );
  await close();
});

test('alerts are changed, and a wrong address is refused in words', async () => {
  const { page, close } = await open('/usage?tab=alerts');
  await page.getByText('No endpoint subscribes to budget.threshold.').waitFor();
  await page.getByLabel('At these percentages of a cap or budget, 3 of 5').fill('50');
  await page.getByLabel('When the balance falls to these credits, 1 of 5').fill('25.5');
  await page.getByLabel('budgets of runs').check();
  await page.getByLabel('caps of keys').uncheck();
  await examine(page, 'alerts');
  await page.getByLabel('Chat').fill('http://127.0.0.1/hook');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Chat').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').first().waitFor();
  const { percents, balance, mail, slack_url: chatUrl } = await read('/account/alerts');
  assert.deepEqual(
    [percents, balance, mail.toSorted(), chatUrl],
    [[50, 80, 100], [25.5], ['balance', 'member', 'plan', 'run'], null],
  );
  await close();
});

test('the operator gives credits with terms; both sides see the order of their use', async () => {
  const path = `/operator/accounts/${account.id}`;
  const operator = await open(path, desk.owner);
  const give = async (credits: string, reason: string, isPromotional: boolean) => {
    await operator.page.getByRole('button', { name: 'Adjust credits' }).click();
    const dialog = operator.page.getByRole('dialog');
    await dialog.getByLabel('Credits', { exact: true }).fill(credits);
    await dialog.getByLabel('Expires at the end of').fill(`${new Date().getUTCFullYear() + 1}-03-31`);
    if (isPromotional) await dialog.getByLabel('Used before all other credits').check();
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Adjust' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await give('40', 'credits of the fair', false);
  await give('30', 'a welcome', true);
  await operator.page.getByRole('row', { name: /1\. a welcome promotional 30/ }).waitFor();
  await operator.page.getByRole('row', { name: /3\. All other credits/ }).waitFor();
  await examine(operator.page, 'operator account with terms');
  await operator.close();
  const { page, complaints, close } = await open('/billing');
  await page.getByText('70 of them expire on Mar 31').waitFor();
  const rows = page.getByRole('region', { name: 'Credits with terms' }).getByRole('row');
  await until(async () => (await rows.count()) === 4, { saying: 'two grants and the rest are listed' });
  assert.match((await rows.nth(1).textContent()) ?? '', /a welcome/);
  assert.match((await rows.nth(2).textContent()) ?? '', /credits of the fair/);
  await examine(page, 'billing with terms');
  assert.deepEqual(complaints, []);
  await close();
});
