// A card is charged that should not be: by top-ups that race, that were returned, disputed, turned off, or whose answers got lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { disputeOf, eventOf, refundOf, type StripeKit, startStripeKit } from '../support/stripe-kit.ts';
import { TOP_UP, TopUpKit } from '../support/top-up-kit.ts';

let kit: StripeKit;
let cards: TopUpKit;
before(async () => {
  kit = await startStripeKit();
  cards = new TopUpKit(kit);
});
after(() => kit.stop());

const charges = (account: Parameters<TopUpKit['intentsOf']>[0]) => cards.intentsOf(account).length;

for (const [what, returned] of [
  ['refunded', (intent: string) => eventOf('charge.refunded', refundOf(intent, 500, 500))],
  ['refunded in part', (intent: string) => eventOf('charge.refunded', refundOf(intent, 500, 450))],
  ['disputed', (intent: string) => eventOf('charge.dispute.created', disputeOf(intent, 500, 'needs_response'))],
] as const)
  test(`a top-up that was ${what} is bought again at once`, async () => {
    const account = await cards.prepared();
    const worker = cards.worker();
    await worker.run();
    const [intent] = cards.intentsOf(account);
    await kit.sendAll([returned(intent?.id ?? '')]);
    await cards.letPass(account);
    await worker.run();
    assert.equal(charges(account), 1, 'the card was charged once');
    assert.match((await cards.pauseOf(account))?.reason ?? '', /returned/);
    const mails = await cards.query(
      `select 1 from outgoing_mails where subject = 'Your automatic top-up is paused' and recipient = (select email from accounts where id = $1)`,
      account,
    );
    assert.equal(mails.length, 1);
    await cards.set(account, TOP_UP);
    await worker.run();
    assert.equal(charges(account), 2, 'its owner has turned it on again');
    await kit.assertExact(account);
  });

test('the card of a suspended account is charged', async () => {
  const account = await cards.prepared();
  await cards.query('update accounts set suspended_at = now() where id = $1', account);
  await cards.worker().run();
  assert.equal(charges(account), 0);
  await cards.query('update accounts set suspended_at = null where id = $1', account);
  await cards.worker().run();
  assert.equal(charges(account), 1);
});

for (const [how, stop] of [
  ['turned off', (account: Parameters<TopUpKit['set']>[0]) => cards.set(account, null)],
  [
    'that of an account which was suspended',
    (account: Parameters<TopUpKit['set']>[0]) =>
      cards.query('update accounts set suspended_at = now() where id = $1', account),
  ],
] as const) {
  test(`a top-up is ${how} before the provider was reached, and charged hours later`, async () => {
    const account = await cards.prepared();
    const worker = cards.worker();
    kit.standIn.lose.calls = 1_000;
    await worker.run();
    kit.standIn.lose.calls = 0;
    await stop(account);
    await cards.letPass(account);
    await worker.run();
    assert.equal(charges(account), 0);
  });

  test(`a top-up is ${how} while its charge is under way, and charged a second time, or brings no credits`, async () => {
    const account = await cards.prepared();
    const worker = cards.worker();
    kit.standIn.beforeAnswer.run = async (name) => {
      if (name !== 'POST /v1/payment_intents') return;
      kit.standIn.beforeAnswer.run = null;
      kit.standIn.lose.answers = 100;
      await stop(account);
    };
    await worker.run();
    kit.standIn.lose.answers = 0;
    await cards.letPass(account);
    await worker.run();
    assert.equal(charges(account), 1);
    await kit.sendAll([cards.intentEvent('payment_intent.succeeded', account)]);
    const [{ balance }] = await cards.query(
      `select balance from balances where account_id = $1 and environment = 'live'`,
      account,
    );
    assert.equal(balance, 500_000_000, 'what was paid is there');
    await cards.letPass(account);
    await worker.run();
    assert.equal(charges(account), 1);
    await kit.assertExact(account);
  });
}

test('the purchase of another package while a top-up waits for its provider is charged as well', async () => {
  const account = await cards.prepared();
  const worker = cards.worker();
  kit.standIn.lose.calls = 1_000;
  await worker.run();
  kit.standIn.lose.calls = 0;
  await kit.sendAll([(await kit.buy(account, 1000)).completed]);
  await cards.letPass(account);
  await worker.run();
  assert.equal(charges(account), 0);
  assert.equal(await kit.credits(account), 1000);
  assert.equal(await cards.pauseOf(account), null);
});

test('the event of a payment overtakes the answer of its call, and the node dies before it stores anything', async () => {
  const account = await cards.prepared();
  kit.standIn.beforeAnswer.run = async (name) => {
    if (name !== 'POST /v1/payment_intents') return;
    kit.standIn.beforeAnswer.run = null;
    const told = cards.intentEvent('payment_intent.succeeded', account);
    await kit.sendAll([told, told]);
  };
  await cards.worker().run();
  assert.deepEqual([charges(account), await kit.credits(account)], [1, 500]);
  await cards.letPass(account);
  await cards.worker().run();
  assert.deepEqual([charges(account), await kit.credits(account)], [1, 500]);
});

test('two nodes choose two cards for one top-up: the one that is charged is not the one that is stored', async () => {
  const account = await cards.prepared();
  const first = cards.worker();
  let other: Promise<void> | undefined;
  kit.standIn.beforeAnswer.run = async (name) => {
    if (name !== 'GET /v1/customers/:id/payment_methods' || other) return;
    // The first node has read its card; meanwhile the default changes, and another node begins.
    kit.standIn.state.saveCard(cards.customerOf(account), 'succeeds', '0002');
    await cards.query(`update top_ups set asked_at = now() - interval '1 hour' where account_id = $1`, account);
    other = cards.worker().run();
    await other;
  };
  await first.run();
  kit.standIn.beforeAnswer.run = null;
  await cards.letPass(account);
  await first.run();
  assert.deepEqual([charges(account), await kit.credits(account)], [1, 500]);
  const [stored] = await cards.query('select card from top_ups where account_id = $1', account);
  const asked = kit.standIn.calls.filter(
    ({ params }) => params['metadata[account_id]'] === account.id && params.confirm,
  );
  assert.deepEqual(new Set(asked.map(({ params }) => params.payment_method)), new Set([stored.card]));
});

test('a card that is removed between choice and charge, and many nodes in one day, also with a clock that was set back', async () => {
  const account = await cards.prepared();
  kit.standIn.beforeAnswer.run = async (name) => {
    if (name === 'GET /v1/customers/:id/payment_methods')
      for (const card of kit.standIn.state.customers.get(cards.customerOf(account))?.cards.splice(0) ?? [])
        assert.ok(card.id);
  };
  await cards.worker().run();
  kit.standIn.beforeAnswer.run = null;
  assert.deepEqual([charges(account), await kit.credits(account)], [0, 0]);
  assert.ok(await cards.pauseOf(account));
  kit.standIn.state.saveCard(cards.customerOf(account));
  await cards.set(account, { ...TOP_UP, below: 1_000_000, max_per_day: 4 });
  for (let round = 0; round < 6; round += 1) {
    await cards.letPass(account);
    await Promise.all(Array.from({ length: 6 }, () => cards.worker().run()));
    // What was begun "later" than now still counts for the day.
    if (round === 2)
      await cards.query(`update top_ups set started_at = now() + interval '30 minutes' where account_id = $1`, account);
  }
  // The first of the four was refused.
  assert.deepEqual([charges(account), await kit.credits(account)], [3, 1500]);
});
