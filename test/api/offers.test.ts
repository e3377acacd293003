// Coupons and referrals: made and bounded by the operator, booked as entries of their own types, taken back with refunds.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { buyWith } from '../support/offer-histories.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { downloadPdf, textOfPdf } from '../support/pdf-text.ts';
import type { TestAccount } from '../support/service.ts';
import { eventOf, refundOf, type StripeKit, startStripeKit } from '../support/stripe-kit.ts';

let kit: StripeKit;
let desk: OperatorKit;
before(async () => {
  kit = await startStripeKit({ REFERRAL_CREDITS: '300', REFERRALS_PER_ACCOUNT: '2' });
  desk = await openDesk(kit.service);
});
after(() => kit.stop());

const REASON = 'the spring campaign';
const make = async (coupon: object) => {
  const made = await desk.act('/coupons', { reason: REASON, ...coupon });
  assert.equal(made.status, 201, made.text);
  return made.json;
};
const rows = async (account: TestAccount, type: string) =>
  (await kit.call(account, 'GET', `transactions?type=${type}`)).json.data.map(
    (row: { credits: number }) => row.credits,
  );
const sandbox = (account: TestAccount, body: object) =>
  kit.service.call('POST', '/sandbox/v1/payments/checkout', { key: account.testKey, body });
const eventsOf = async (account: TestAccount) =>
  (
    await kit.service.app.database.pool.query(
      `select type, body::json->'data' as data from events where account_id = $1 and type like 'referral.%' order by created_at, id`,
      [account.id],
    )
  ).rows.map(({ type, data }: { type: string; data: { role: string; credits: number } }) => [
    type,
    data.role,
    data.credits,
  ]);

test('a coupon lowers the price at Stripe, is on the receipt, and its credits are an entry of its own', async () => {
  const account = await kit.service.account({ credits: 0 });
  const { code } = await make({ code: 'spring25', percent_off: 25 });
  assert.equal(code, 'SPRING25');
  const { session, completed, intent } = await buyWith(kit, account, { package: 'medium', coupon: ' Spring25 ' });
  assert.deepEqual([session.amount, session.discount, session.coupon, session.credits], [1500, 500, 'SPRING25', 2100]);
  const made = kit.standIn.calls.find(({ name, params }) => name === 'POST /v1/coupons' && params.id === session.id);
  assert.deepEqual([made?.params.amount_off, made?.params.duration], ['500', 'once']);
  await kit.sendAll([completed, completed]);
  assert.deepEqual([await rows(account, 'purchase'), await rows(account, 'coupon')], [[1575], [525]]);
  const [payment] = (await kit.call(account, 'GET', 'receipts')).json.data;
  assert.deepEqual([payment.amount, payment.discount, payment.coupon], [1500, 500, 'SPRING25']);
  const pdf = textOfPdf(await downloadPdf(kit.service, account.liveKey, payment));
  assert.match(pdf, /20\.00 USD[\s\S]*SPRING25[\s\S]*-5\.00 USD[\s\S]*15\.00 USD/);
  const again = await kit.call(account, 'POST', 'checkout', { credits: 500, coupon: code });
  assert.match(again.json.error.message, /used this coupon before/);
  await kit.sendAll([eventOf('charge.refunded', refundOf(intent, 1500, 750))]);
  assert.deepEqual([await rows(account, 'refund'), await rows(account, 'coupon')], [[-787.5], [-262.5, 525]]);
  assert.equal(await kit.credits(account), 1050);
  await kit.assertExact(account);
});

test('a single-use coupon is held by an open checkout, and free again when that ends', async () => {
  const [first, second] = [await kit.service.account({ credits: 0 }), await kit.service.account({ credits: 0 })];
  const { code, id } = await make({ amount_off: 100, max_uses: 1 });
  const { sessionId } = await buyWith(kit, first, { credits: 500, coupon: code });
  assert.match(
    (await kit.call(second, 'POST', 'checkout', { credits: 500, coupon: code })).json.error.message,
    /used up/,
  );
  const { sessionId: later } = await buyWith(kit, first, { credits: 600, coupon: code });
  assert.deepEqual(kit.standIn.state.expired.slice(-1), [sessionId], 'the earlier checkout of the same account ends');
  await kit.sendAll([eventOf('checkout.session.expired', { object: 'checkout.session', id: later })]);
  await kit.sendAll([(await buyWith(kit, second, { credits: 500, coupon: code })).completed]);
  assert.equal(await kit.credits(second), 500);
  const [line] = (await desk.read('/coupons?limit=1')).json.data;
  assert.deepEqual([line.id, line.used, line.status], [id, 1, 'used']);
});

test('coupons apply to what they name, in their environment, until they are disabled', async () => {
  const account = await kit.service.account({ credits: 0 });
  const medium = await make({ percent_off: 10, packages: ['medium'], environment: 'test' });
  const wrong: [object, RegExp][] = [
    [{ credits: 500, coupon: medium.code }, /for other things: medium/],
    [{ package: 'medium', coupon: 'NONE-SUCH' }, /not known/],
  ];
  for (const [body, words] of wrong) {
    const answer = await sandbox(account, body);
    assert.deepEqual([answer.status, answer.json.error?.param], [400, 'coupon'], answer.text);
    assert.match(answer.json.error.message, words);
  }
  const live = await kit.call(account, 'POST', 'checkout', { package: 'medium', coupon: medium.code });
  assert.match(live.json.error.message, /not known/);
  const tiny = await make({ amount_off: 480, environment: 'test' });
  assert.equal((await sandbox(account, { credits: 500, coupon: tiny.code })).status, 400);
  const plan = await make({ percent_off: 50, plans: ['pro'], environment: 'test' });
  const { json: session } = await sandbox(account, { plan: 'pro', coupon: plan.code });
  assert.equal(session.amount, 1000);
  const pay = () =>
    fetch(session.url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ number: '4242424242424242', expiry: '12/40', cvc: '123' }),
    });
  const paid = await Promise.all([pay(), pay(), pay()]);
  assert.ok(paid.every(({ status }) => status === 303));
  const { json } = await kit.service.call('GET', '/sandbox/v1/payments/transactions?type=coupon', {
    key: account.testKey,
  });
  assert.deepEqual(
    json.data.map(({ credits }: { credits: number }) => credits),
    [1100],
  );
  assert.equal((await desk.act(`/coupons/${medium.id}/disable`, { reason: REASON })).status, 200);
  const over = await sandbox(account, { package: 'medium', coupon: medium.code });
  assert.match(over.json.error.message, /no longer valid/);
  for (const [coupon, param] of [
    [{}, 'percent_off'],
    [{ percent_off: 10, amount_off: 10 }, 'percent_off'],
    [{ percent_off: 100 }, 'percent_off'],
    [{ percent_off: 10, packages: ['__proto__'] }, 'packages'],
    [{ percent_off: 10, plans: ['free'] }, 'plans'],
    [{ percent_off: 10, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ percent_off: 10, code: 'SPRING25' }, 'code'],
    [{ percent_off: 10, code: 'a b' }, 'code'],
  ] as const) {
    const answer = await desk.act('/coupons', { reason: REASON, ...coupon });
    assert.deepEqual([answer.status, answer.json.error?.param], [400, param], answer.text);
  }
});

test('both sides of a referral are rewarded for the first paid purchase, and pay back with its refund', async () => {
  const referrer = await kit.service.account({ credits: 0 });
  const friend = await kit.service.account({ credits: 0 });
  const { json: mine } = await kit.call(referrer, 'GET', 'referral');
  assert.deepEqual([mine.program.credits, mine.referred], [300, 0]);
  assert.equal((await kit.call(referrer, 'GET', 'referral')).json.code, mine.code);
  const accepted = await kit.call(friend, 'POST', 'referral', { code: mine.code.toLowerCase() });
  assert.equal(accepted.status, 200, accepted.text);
  assert.equal((await kit.call(friend, 'POST', 'referral', { code: mine.code })).status, 400);
  const first = await buyWith(kit, friend, { credits: 1000 });
  const second = await buyWith(kit, friend, { credits: 700 });
  await kit.sendAll([first.completed, second.completed, first.completed]);
  assert.deepEqual([await kit.credits(friend), await kit.credits(referrer)], [2000, 300]);
  assert.deepEqual([await rows(friend, 'referral'), await rows(referrer, 'referral')], [[300], [300]]);
  await kit.sendAll([
    eventOf('charge.refunded', refundOf(second.intent, 700, 700)),
    eventOf('charge.refunded', refundOf(first.intent, 1000, 250)),
  ]);
  assert.deepEqual([await kit.credits(friend), await kit.credits(referrer)], [975, 225]);
  assert.deepEqual(await eventsOf(referrer), [
    ['referral.rewarded', 'referrer', 300],
    ['referral.revoked', 'referrer', 75],
  ]);
  const [line] = (await desk.read('/referrals?limit=1')).json.data;
  assert.equal(line.referrer_credits, 225);
  const revoke = () => desk.act(`/referrals/${line.id}/revoke`, { reason: 'one person, two accounts' });
  assert.equal((await revoke()).status, 200);
  await revoke();
  await kit.sendAll([eventOf('charge.refunded', refundOf(first.intent, 1000, 1000))]);
  assert.deepEqual([await kit.credits(friend), await kit.credits(referrer)], [0, 0]);
  for (const account of [friend, referrer]) await kit.assertExact(account);
});

test('what a coupon and a referral gave is taken back with the refund even if it was spent', async () => {
  const referrer = await kit.service.account({ credits: 0 });
  const friend = await kit.service.account({ credits: 0 });
  const { code } = (await kit.call(referrer, 'GET', 'referral')).json;
  assert.equal((await kit.call(friend, 'POST', 'referral', { code })).status, 200);
  const coupon = await make({ amount_off: 500 });
  const bought = await buyWith(kit, friend, { credits: 1100, coupon: coupon.code });
  await kit.sendAll([bought.completed]);
  assert.deepEqual([await kit.credits(friend), await kit.credits(referrer)], [1400, 300]);
  for (const [account, credits] of [
    [friend, -1400],
    [referrer, -300],
  ] as const)
    assert.equal((await desk.act(`/accounts/${account.id}/credits`, { credits, reason: 'as if spent' })).status, 200);
  await kit.sendAll([eventOf('charge.refunded', refundOf(bought.intent, 600, 600))]);
  assert.deepEqual([await kit.credits(friend), await kit.credits(referrer)], [-1400, -300]);
  assert.deepEqual(await rows(friend, 'coupon'), [-500, 500]);
  for (const account of [friend, referrer]) await kit.assertExact(account);
});

test('nobody refers themselves, an older account or a buyer, and rewards are bounded', async () => {
  const referrer = await kit.service.account({ credits: 0 });
  const { code } = (await kit.call(referrer, 'GET', 'referral')).json;
  const refused = async (account: TestAccount, text: string, words: RegExp) => {
    const answer = await kit.call(account, 'POST', 'referral', { code: text });
    assert.deepEqual([answer.status, answer.json.error?.param], [400, 'code'], answer.text);
    assert.match(answer.json.error.message, words);
  };
  await refused(referrer, code, /yourself/);
  const younger = await kit.service.account({ credits: 0 });
  await refused(referrer, (await kit.call(younger, 'GET', 'referral')).json.code, /older/);
  await refused(younger, 'NOTHING', /not known/);
  await kit.sendAll([(await buyWith(kit, younger, { credits: 500 })).completed]);
  await refused(younger, code, /bought something/);
  const twin = await kit.service.account({ credits: 0 });
  await kit.service.app.database.pool.query('update accounts set email = $1 where id = $2', [
    referrer.email.replace('@', '+twin@'),
    twin.id,
  ]);
  await refused(twin, code, /yourself/);
  const friends = await Promise.all(Array.from({ length: 4 }, () => kit.service.account({ credits: 0 })));
  for (const friend of friends) assert.equal((await kit.call(friend, 'POST', 'referral', { code })).status, 200);
  const vat = { tax_id: { type: 'eu_vat', value: 'DE999999999' } };
  await kit.call(referrer, 'PATCH', 'details', vat);
  await kit.call(friends[3] as TestAccount, 'PATCH', 'details', vat);
  const purchases = await Promise.all(friends.map((friend) => buyWith(kit, friend, { credits: 500 })));
  await Promise.all(purchases.map(({ completed }) => kit.send(completed)));
  const had = await Promise.all(friends.map((friend) => kit.credits(friend)));
  assert.deepEqual(had, [750, 750, 750, 500], 'who shares a tax id with the referrer gets nothing');
  assert.equal(await kit.credits(referrer), 500, 'two rewards at most, each at most half of what was paid');
  await kit.assertExact(referrer);
});
