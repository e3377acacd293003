// Referrals, coupons and plans again: buyers who pass for newcomers, rewards above what was paid, and two upgrades at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buyWith } from '../support/offer-histories.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService } from '../support/service.ts';
import { disputeOf, eventOf, refundOf, type StripeKit, startStripeKit } from '../support/stripe-kit.ts';

let kit: StripeKit;
let desk: OperatorKit;
before(async () => {
  kit = await startStripeKit({ REFERRAL_CREDITS: '300', REFERRALS_PER_ACCOUNT: '5' });
  desk = await openDesk(kit.service);
});
after(() => kit.stop());

for (const [how, back, forth] of [
  ['disputes', (intent: string) => eventOf('charge.dispute.created', disputeOf(intent, 500, 'needs_response')), true],
  ['has refunded', (intent: string) => eventOf('charge.refunded', refundOf(intent, 500, 500)), false],
] as const)
  test(`a buyer ${how} the only purchase, passes for a newcomer, and is rewarded for the next one`, async () => {
    const referrer = await kit.service.account({ credits: 0 });
    const { code } = (await kit.call(referrer, 'GET', 'referral')).json;
    const buyer = await kit.service.account({ credits: 0 });
    const { completed, intent } = await buyWith(kit, buyer, { credits: 500 });
    await kit.sendAll([completed, back(intent)]);
    const accepted = await kit.call(buyer, 'POST', 'referral', { code });
    assert.equal(accepted.status, 400, accepted.text);
    if (forth) await kit.sendAll([eventOf('charge.dispute.closed', disputeOf(intent, 500, 'won'), 1_800_000_000)]);
    await kit.sendAll([(await buyWith(kit, buyer, { credits: 500 })).completed]);
    assert.deepEqual([await kit.credits(buyer), await kit.credits(referrer)], [forth ? 1000 : 500, 0]);
  });

test('a coupon and a referral together bring more than was paid, or keep it through disputes that come doubled and swapped', async () => {
  const code = 'NINETY';
  const made = await desk.act('/coupons', { reason: 'a campaign', code, percent_off: 90 });
  assert.equal(made.status, 201, made.text);
  const referrer = await kit.service.account({ credits: 0 });
  const buyer = await kit.service.account({ credits: 0 });
  const { json } = await kit.call(referrer, 'GET', 'referral');
  assert.equal((await kit.call(buyer, 'POST', 'referral', { code: json.code })).status, 200);
  const { completed, intent } = await buyWith(kit, buyer, { credits: 1000, coupon: code });
  await kit.sendAll([completed, completed]);
  const had = async () => [await kit.credits(buyer), await kit.credits(referrer)];
  assert.deepEqual(await had(), [1050, 50], 'both sides together have what was paid: 100');
  const lost = eventOf('charge.dispute.created', disputeOf(intent, 100, 'needs_response'), 1_700_000_100);
  const won = eventOf('charge.dispute.closed', disputeOf(intent, 100, 'won'), 1_700_000_200);
  await kit.sendAll([lost]);
  assert.deepEqual(await had(), [0, 0]);
  await kit.sendAll([won, lost, won]);
  assert.deepEqual(await had(), [1050, 50]);
  const refund = eventOf('charge.refunded', refundOf(intent, 100, 50), 1_700_000_300);
  await kit.sendAll([refund, refund, { ...lost, id: 'evt_late_dispute' }]);
  assert.deepEqual(await had(), [525, 25]);
  await kit.sendAll([eventOf('charge.refunded', refundOf(intent, 100, 100), 1_700_000_301)]);
  assert.deepEqual(await had(), [0, 0]);
  for (const one of [buyer, referrer]) await kit.assertExact(one);
});

test('two upgrades at once are both charged from the smallest plan, or end on the smaller one', async () => {
  const service = await startService();
  try {
    const account = await service.account({ plan: 'free', credits: 0 });
    const pay = (path: string, body: object) =>
      service.call('POST', `/v1/payments/${path}`, { key: account.liveKey, body });
    const { id } = (await pay('checkout', { plan: 'pro' })).json;
    const body = new URLSearchParams({ number: '4242424242424242', expiry: '12/40', cvc: '123' });
    await fetch(`${service.origin}/checkout/${id}`, { method: 'POST', body, redirect: 'manual' });
    const wanted = ['unlimited', 'enterprise', 'unlimited', 'enterprise'];
    await Promise.all(wanted.map((plan) => pay('subscription/change', { plan })));
    const { rows } = await service.app.database.pool.query(
      `select a.plan, sum(p.amount)::bigint as paid, sum(p.credits)::bigint as credits, max(s.plan) as subscribed
       from accounts a join payments p on p.account_id = a.id join subscriptions s on s.account_id = a.id where a.id = $1 group by 1`,
      [account.id],
    );
    assert.deepEqual([rows[0].plan, rows[0].subscribed], ['enterprise', 'enterprise']);
    assert.ok(rows[0].paid <= 49_900 && rows[0].paid >= 49_800, `paid ${rows[0].paid} for a plan of 49,900`);
    assert.ok(rows[0].credits <= 65_000, `${rows[0].credits} credits of a plan with 65,000`);
  } finally {
    await service.stop();
  }
});
