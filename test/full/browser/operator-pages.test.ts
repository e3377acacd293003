// Every page of the operator: fit for screen readers in light and dark, and for phones.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { insertKey } from '../../../src/store/keys.ts';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { createJobKit, type JobKit } from '../../support/job-kit.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const PAGES = ['accounts', 'engines', 'queue', 'deliveries', 'audit'] as const;

let browser: SharedBrowser;
let service: TestService;
let kit: JobKit;
let owner: TestAccount;
let customer: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({ ALLOW_PRIVATE_WEBHOOKS: '1', WEBHOOK_RETRY_SECONDS: '0.01,0.01,0.01,0.01' });
  kit = await createJobKit(service.databaseUrl, { concurrent: 1, queued: 10 });
  owner = await service.account({ isOwner: true });
  customer = await service.account({ credits: 100 });
});
after(async () => {
  await browser?.close();
  await kit?.close();
  await service?.stop();
});

test('every page is fit for screen readers in light and dark, and for phones', async (t) => {
  const receiver = await startReceiver((_, response) => response.writeHead(500).end());
  t.after(() => receiver.close());
  await fillPages(receiver.url);
  const { page, complaints, close } = await signInAs(browser, service, owner);
  for (const path of [...PAGES, `accounts/${customer.id}`]) {
    await page.goto(`${service.origin}/operator/${path}`);
    // A row of a table, or what stands for it on a phone.
    await page.locator('main tr, main dd').first().waitFor();
    await examine(page, `operator ${path.replace(/\/.*/, ' one')}`);
  }
  assert.deepEqual(complaints, []);
  await close();
});

/** Something to see on each page: an act, a job that waits, an endpoint that fails. */
async function fillPages(url: string): Promise<void> {
  const desk = { accountId: owner.id, environment: 'live' } as const;
  const { secret } = await insertKey(service.app.database.queries, desk, { name: 'desk', scopes: ['operator'] });
  const body = { credits: 1, reason: 'something to see' };
  await service.call('POST', `/v1/operator/accounts/${customer.id}/credits`, { key: secret, body });
  await service.app.database.pool.query(
    `insert into job_lanes (account_id, environment, max_running, running) values ($1, 'live', 1, 1)`,
    [customer.id],
  );
  await kit.order({ ...(await kit.customer()), accountId: customer.id });
  const { json } = await service.call('POST', '/v1/webhooks', { key: customer.liveKey, body: { url } });
  await service.call('POST', `/v1/webhooks/${json.id}/test`, { key: customer.liveKey, body: {} });
  const failed = `select 1 from deliveries where state = 'failed'`;
  await until(async () => (await service.app.database.pool.query(failed)).rowCount, {
    saying: 'a delivery has failed',
  });
}
