// A customer flips the attribution waiver around an order, to have it at the other price.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({ TEST_WORKER: '0' });
});
after(() => service.stop());

const setWaiver = async (account: TestAccount, attribution: 'waived' | 'required') => {
  const answer = await service.call('PATCH', '/v1/account', { key: account.liveKey, body: { attribution } });
  assert.equal(answer.status, 200, answer.text);
};
const balance = async (account: TestAccount) =>
  (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json;
const orderImage = (account: TestAccount, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/image/generate', {
    key: account.liveKey,
    body: { prompt: 'a red boat', width: 64, height: 64 },
    headers,
  });

async function charged(account: TestAccount, requestId: string | null): Promise<number> {
  const { rows } = await service.app.database.pool.query(
    'select coalesce(sum(-amount), 0)::bigint as charged from ledger where account_id = $1 and request_id = $2',
    [account.id, requestId],
  );
  return rows[0].charged;
}

test('jobs ordered under one price and run under the other cost what was held for them', async () => {
  const single = await service.account();
  const double = await service.account();
  await setWaiver(double, 'waived');
  const jobs: { account: TestAccount; id: string; requestId: string | null }[] = [];
  for (const account of [single, double]) {
    const image = await orderImage(account, { prefer: 'respond-async' });
    assert.equal(image.status, 202, image.text);
    const app = await service.call('POST', '/v1/builder/build', {
      key: account.liveKey,
      body: { prompt: 'a to-do list', preview: false },
      headers: { prefer: 'respond-async' },
    });
    assert.ok(app.status < 300, app.text);
    for (const { json, headers } of [image, app])
      jobs.push({ account, id: json.id, requestId: headers.get('x-request-id') });
  }
  const [held, heldTwice] = [(await balance(single)).held, (await balance(double)).held];
  assert.equal(heldTwice, held * 2);
  await setWaiver(single, 'waived');
  await setWaiver(double, 'required');
  await service.app.startWorker();
  for (const { account, id } of jobs) {
    const ended = async () => {
      const { status } = (await service.call('GET', `/v1/jobs/${id}`, { key: account.liveKey })).json;
      return status === 'processing' ? undefined : status;
    };
    const status = await until(ended, { saying: 'the job has ended', withinMs: 60_000 });
    assert.equal(status, 'completed', id);
  }
  assert.deepEqual([(await balance(single)).credits, (await balance(double)).credits], [1000 - held, 1000 - heldTwice]);
});

test('a replay under another price charges nothing and is the same answer', async () => {
  for (const [first, then] of [
    ['required', 'waived'],
    ['waived', 'required'],
  ] as const) {
    const account = await service.account();
    await setWaiver(account, first);
    const headers = { 'idempotency-key': `order-${first}` };
    const made = await orderImage(account, headers);
    assert.equal(made.status, 200, made.text);
    const left = (await balance(account)).credits;
    assert.equal(await charged(account, made.headers.get('x-request-id')), Math.round((1000 - left) * 1e6));
    await setWaiver(account, then);
    const replay = await orderImage(account, headers);
    assert.deepEqual([replay.status, replay.headers.get('idempotent-replayed')], [200, 'true']);
    assert.equal(replay.json.id, made.json.id);
    assert.equal((await balance(account)).credits, left);
  }
});

test('a call that is under way when the waiver is flipped costs what was held for it', async () => {
  const account = await service.account();
  await orderImage(account);
  const price = 1000 - (await balance(account)).credits;
  assert.ok(price > 0);
  const call = orderImage(account);
  await setWaiver(account, 'waived');
  await call;
  const left = (await balance(account)).credits;
  assert.ok([1000 - 2 * price, 1000 - 3 * price].includes(left), `${left} after ${price} each`);
});
