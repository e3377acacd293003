// Automatic top-up through Stripe: the saved card is charged once, a refusal pauses it and is told, and a lost answer charges nothing twice.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TopUps } from '../../src/modules/payments/top-ups.ts';
import type { TestAccount } from '../support/service.ts';
import { eventOf, refundOf, type StripeKit, startStripeKit } from '../support/stripe-kit.ts';
import { TOP_UP as SETTING, TopUpKit } from '../support/top-up-kit.ts';

let kit: StripeKit;
let cards: TopUpKit;
let topUps: TopUps;
before(async () => {
  kit = await startStripeKit();
  cards = new TopUpKit(kit);
  topUps = cards.worker();
});
after(() => kit.stop());

const intentsOf = (account: TestAccount) => cards.intentsOf(account);
const letPass = (account: TestAccount) => cards.letPass(account);
const intentEvent: TopUpKit['intentEvent'] = (...args) => cards.intentEvent(...args);
const prepared: TopUpKit['prepared'] = (...args) => cards.prepared(...args);
const eventsOf = async (account: TestAccount) =>
  (
    await cards.query(
      `select body::json->'data' as data from events where account_id = $1 and type like 'payment.%' order by created_at`,
      account,
    )
  ).map(({ data }) => data);

test('without a saved card it cannot be turned on', async () => {
  const account = await kit.service.account({ credits: 0 });
  const refused = await kit.call(account, 'PATCH', 'settings', { auto_top_up: SETTING });
  assert.deepEqual([refused.status, refused.json.error.param], [400, 'auto_top_up']);
});

test('the saved card is charged once, whatever runs at once and whichever events come, and a refund takes it back', async () => {
  const account = await prepared('succeeds');
  await Promise.all(Array.from({ length: 8 }, () => topUps.run()));
  assert.equal(intentsOf(account).length, 1);
  const [intent] = intentsOf(account);
  const call = kit.standIn.calls.find(({ params }) => params['metadata[account_id]'] === account.id && params.confirm);
  assert.deepEqual([call?.params.off_session, call?.params.confirm], ['true', 'true']);
  assert.equal(call?.idempotencyKey, intent?.metadata.top_up_id);
  assert.equal(await kit.credits(account), 500);
  const succeeded = intentEvent('payment_intent.succeeded', account);
  await kit.sendAll([succeeded, succeeded, intentEvent('payment_intent.payment_failed', account)]);
  assert.equal(await kit.credits(account), 500);
  assert.equal((await eventsOf(account)).length, 1);
  assert.equal((await kit.call(account, 'GET', 'settings')).json.auto_top_up.paused, null);
  await kit.sendAll([eventOf('charge.refunded', refundOf(intent?.id ?? '', 500, 500))]);
  assert.equal(await kit.credits(account), 0);
  await kit.assertExact(account);
});

for (const behaviour of ['authentication_required', 'card_declined'] as const)
  test(`${behaviour} pauses it, with one event and one mail, until it is turned on again`, async () => {
    const account = await prepared(behaviour);
    await topUps.run();
    await kit.sendAll([intentEvent('payment_intent.payment_failed', account)]);
    await letPass(account);
    await topUps.run();
    assert.equal(intentsOf(account).length, 1);
    assert.equal(await kit.credits(account), 0);
    const { paused } = (await kit.call(account, 'GET', 'settings')).json.auto_top_up;
    assert.match(paused.reason, /declined/);
    const told = await eventsOf(account);
    assert.deepEqual([told.length, told[0].amount, told[0].reason], [1, 500, paused.reason]);
    const mails = await kit.service.app.database.pool.query(
      `select subject from outgoing_mails where recipient = $1 and subject like '%top-up%'`,
      [account.email],
    );
    assert.equal(mails.rowCount, 1);
    kit.standIn.state.saveCard(kit.standIn.state.customerOf(account.id)?.id ?? '');
    await kit.call(account, 'PATCH', 'settings', { auto_top_up: SETTING });
    await letPass(account);
    await topUps.run();
    assert.equal(await kit.credits(account), 500);
  });

test('answers that are lost are asked for again under the same key: one charge', async () => {
  const account = await prepared('succeeds');
  kit.standIn.lose.answers = 1_000;
  await topUps.run();
  kit.standIn.lose.answers = 0;
  assert.equal(await kit.credits(account), 0);
  await letPass(account);
  await topUps.run();
  assert.equal(intentsOf(account).length, 1);
  assert.equal(await kit.credits(account), 500);
});

test('a charge that takes its time is booked by its event; one that fails later pauses; one that succeeds after that still counts', async () => {
  const account = await prepared('processing');
  await topUps.run();
  assert.equal(await kit.credits(account), 0);
  await letPass(account);
  await topUps.run();
  assert.equal(intentsOf(account).length, 1);
  await kit.sendAll([
    intentEvent('payment_intent.payment_failed', account, { last_payment_error: { message: 'Your bank said no.' } }),
  ]);
  assert.equal((await kit.call(account, 'GET', 'settings')).json.auto_top_up.paused.reason, 'Your bank said no.');
  await kit.sendAll([
    intentEvent('payment_intent.succeeded', account, { amount_received: 1 }),
    intentEvent('payment_intent.succeeded', account, { customer: 'cus_other' }),
  ]);
  assert.equal(await kit.credits(account), 0, 'another sum or customer is not ours');
  await kit.sendAll([intentEvent('payment_intent.succeeded', account)]);
  assert.equal(await kit.credits(account), 500);
  await kit.assertExact(account);
});

test('no more than the account allows are bought in a day', async () => {
  const account = await prepared('succeeds');
  await kit.call(account, 'PATCH', 'settings', { auto_top_up: { ...SETTING, below: 1_000_000, max_per_day: 2 } });
  for (let times = 0; times < 4; times += 1) {
    await topUps.run();
    await letPass(account);
  }
  assert.equal(intentsOf(account).length, 2);
  assert.equal(await kit.credits(account), 1000);
});
