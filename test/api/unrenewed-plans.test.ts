// Plans of the built-in checkout once Stripe is connected: their customers hear that they end, and no card of Stripe is asked about them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { BuiltinCheckout } from '../../src/modules/payments/builtin-checkout.ts';
import { followSubscription } from '../../src/modules/payments/plans.ts';
import { settlePayment } from '../../src/modules/payments/settlement.ts';
import type { TestAccount } from '../support/service.ts';
import { type StripeKit, startStripeKit } from '../support/stripe-kit.ts';

const DAY_MS = 86_400_000;

let kit: StripeKit;
before(async () => {
  kit = await startStripeKit();
});
after(() => kit.stop());

/** As it was bought when the built-in checkout sold live plans. */
async function subscribed(endsInDays: number): Promise<TestAccount> {
  const { service } = kit;
  const { database, prices } = service.app;
  const account = await service.account({ plan: 'free', credits: 0 });
  const start = new Date();
  const end = new Date(Date.now() + endsInDays * DAY_MS);
  const owner = { accountId: account.id, environment: 'live' as const, gateway: 'builtin' };
  const bought = { ...owner, gatewayId: `bsub_${account.id}`, plan: 'pro' };
  await database.transaction(async (trx) => {
    await followSubscription(trx, prices, {
      ...{ ...bought, status: 'active', currentPeriodStart: start, currentPeriodEnd: end },
      ...{ cancelAtPeriodEnd: false, reportedAt: start, card: '4242' },
    });
    await settlePayment(trx, prices, {
      ...{
        ...owner,
        gatewayId: `bpay_${account.id}`,
        amount: 2000,
        currency: 'usd',
        credits: 2200,
        description: 'pro',
      },
      forPlan: { plan: 'pro', subscription: bought.gatewayId, coversUntil: end, billedAt: start },
    });
  });
  return account;
}

const subscriptionOf = (account: TestAccount) => kit.call(account, 'GET', 'subscription');
/** Two nodes at once. */
const renew = () => {
  const { database, prices } = kit.service.app;
  const node = () => new BuiltinCheckout({ database, prices, sellsLive: false, serviceName: 'Atelier' }).renewDue();
  return Promise.all([node(), node()]);
};
const toldOf = async (account: TestAccount) => {
  const { pool } = kit.service.app.database;
  const mails = await pool.query('select subject, body from outgoing_mails where recipient = $1', [account.email]);
  const events = await pool.query('select type from events where account_id = $1 order by created_at, id', [
    account.id,
  ]);
  return {
    mails: mails.rows.filter(({ subject }) => /plan Pro ends on/.test(subject)),
    events: events.rows.map(({ type }) => type).filter((type) => type.startsWith('subscription.')),
  };
};

test('a week before its end the customer is told once, by mail and by event; it ends and is not charged', async () => {
  const account = await subscribed(6);
  const later = await subscribed(20);
  await renew();
  await renew();
  const told = await toldOf(account);
  assert.equal(told.mails.length, 1);
  const { json } = await subscriptionOf(account);
  assert.equal(json.cancel_at_period_end, true);
  assert.match(told.mails[0]?.body, new RegExp(`it ends on ${json.current_period_end.slice(0, 10)}`));
  assert.deepEqual(told.events, ['subscription.created', 'subscription.updated']);
  assert.deepEqual((await toldOf(later)).mails, []);
  assert.equal((await subscriptionOf(later)).json.cancel_at_period_end, false);

  const { pool } = kit.service.app.database;
  await pool.query("update subscriptions set current_period_end = now() - interval '1 second' where account_id = $1", [
    account.id,
  ]);
  await renew();
  assert.equal((await subscriptionOf(account)).status, 404);
  assert.deepEqual((await toldOf(account)).events.at(-1), 'subscription.cancelled');
  assert.equal((await kit.call(account, 'GET', 'receipts')).json.data.length, 1);
});

test('such a plan can be cancelled, but not changed to one that nobody pays; Stripe hears of neither', async () => {
  const account = await subscribed(20);
  const before = kit.standIn.calls.length;
  const changed = await kit.call(account, 'POST', 'subscription/change', { plan: 'unlimited' });
  assert.deepEqual([changed.status, changed.json.error.param], [400, 'plan']);
  assert.equal(await kit.plan(account), 'pro');
  const cancelled = await kit.call(account, 'POST', 'subscription/cancel');
  assert.deepEqual([cancelled.status, cancelled.json.cancel_at_period_end], [200, true], cancelled.text);
  assert.equal(kit.standIn.calls.length, before);
  await renew();
  assert.deepEqual((await toldOf(account)).mails, [], 'who has cancelled it knows that it ends');
});
