// A single-use code that two hundred accounts redeem at the same moment.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type OperatorKit, openDesk } from '../../support/operator-kit.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
let desk: OperatorKit;

before(async () => {
  service = await startService();
  desk = await openDesk(service);
});
after(() => service.stop());

test('200 accounts race for one single-use code: exactly one wins', async () => {
  const accounts = await Promise.all(Array.from({ length: 200 }, () => service.account({ credits: 0 })));
  const [code] = (await desk.act('/codes', { credits: 7, reason: 'a race' })).json.codes;
  const answers = await Promise.all(
    accounts.map((account) => service.call('POST', '/v1/payments/redeem', { key: account.liveKey, body: { code } })),
  );
  const winners = answers.filter(({ status }) => status === 200);
  assert.equal(winners.length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 400));
  const total = await service.app.database.pool.query(
    "select sum(amount)::bigint as amount, count(*) as count from ledger where type = 'redemption' and amount = 7000000",
  );
  assert.deepEqual(total.rows[0], { amount: 7_000_000, count: 1 });
});
