// Attacks on payments through what a customer may write: names of the language itself, and numbers beyond all bounds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pluralOf } from '../../packages/blueprint/src/read/words.ts';
import { openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
before(async () => {
  service = await startService();
  account = await service.account();
});
after(() => service.stop());

const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const post = (path: string, body: unknown) => service.call('POST', `/v1/${path}`, { key: account.liveKey, body });
const settings = (body: unknown) => service.call('PATCH', '/v1/payments/settings', { key: account.liveKey, body });

test('a customer breaks the checkout with a package or plan that every object has', async () => {
  for (const name of INHERITED)
    for (const field of ['package', 'plan']) {
      const answer = await post('payments/checkout', { [field]: name });
      assert.deepEqual([answer.status, answer.json.error?.param], [400, field], `${field} ${name}: ${answer.text}`);
    }
});

test('a customer breaks automatic top-up or a change of plan the same way', async () => {
  const { liveKey: key } = await service.account({ plan: 'free' });
  const call = (method: string, path: string, body: object) =>
    service.call(method, `/v1/payments/${path}`, { key, body });
  const { json: session } = await call('POST', 'checkout', { plan: 'pro' });
  const card = new URLSearchParams({ number: '4242424242424242', expiry: '12/40', cvc: '123' });
  await fetch(session.url, { method: 'POST', body: card, redirect: 'manual' });
  for (const name of INHERITED) {
    const top = await call('PATCH', 'settings', { auto_top_up: { package: name, below: 5 } });
    assert.deepEqual([top.status, top.json.error?.param], [400, 'auto_top_up.package'], top.text);
    const change = await call('POST', 'subscription/change', { plan: name });
    assert.deepEqual([change.status, change.json.error?.param], [400, 'plan'], change.text);
  }
});

test('a customer breaks a module with a model that every object has', async () => {
  const bodies: [string, object][] = [
    ['chat/completions', { messages: [{ role: 'user', content: 'hi' }] }],
    ['embeddings', { input: 'hi' }],
    ['image/generate', { prompt: 'a boat' }],
    ['music/generate', { prompt: 'a song' }],
    ['video/generate', { prompt: 'a film' }],
    ['code/generate', { prompt: 'a loop' }],
    ['builder/build', { prompt: 'a to-do list' }],
  ];
  for (const [path, body] of bodies)
    for (const base of ['v1', 'sandbox/v1'])
      for (const model of INHERITED) {
        const key = base === 'v1' ? account.liveKey : account.testKey;
        const answer = await service.call('POST', `/${base}/${path}`, { key, body: { ...body, model } });
        assert.ok(answer.status < 500 || answer.status === 503, `${path} ${model}: ${answer.status} ${answer.text}`);
      }
});

test('a customer breaks an engine with a prompt of words that every object has', async () => {
  const prompt = 'a constructor toString valueOf __proto__ hasOwnProperty boat';
  const image = await post('image/generate', { prompt, size: '512x512' });
  assert.equal(image.status, 200, image.text);
  for (const word of INHERITED) assert.match(pluralOf(word), /^\w+$/);
});

test('a customer breaks the settings, the checkout or a list with a number beyond all bounds', async () => {
  const numbers = [1e300, 1e13, 9_007_199_255, Number.MAX_SAFE_INTEGER, 2 ** 63, 1e-300, 0.000_000_1, -1];
  for (const number of numbers) {
    for (const body of [
      { auto_top_up: { package: 'small', below: number } },
      { low_balance_mail: { below: number } },
    ]) {
      const answer = await settings(body);
      assert.equal(answer.status, 400, `${JSON.stringify(body)}: ${answer.text}`);
    }
    for (const field of ['amount', 'credits']) {
      const answer = await post('payments/checkout', { [field]: number });
      assert.deepEqual([answer.status, answer.json.error?.param], [400, field], `${field} ${number}: ${answer.text}`);
    }
  }
  const { json } = await service.call('GET', '/v1/payments/settings', { key: account.liveKey });
  assert.ok((json.auto_top_up?.below ?? 0) < 1);
  for (const query of ['limit=1e9', 'limit=0', 'limit=99999999999999999999', 'from=275760-09-14', 'to=-999999999999']) {
    const answer = await service.call('GET', `/v1/payments/transactions?${query}`, { key: account.liveKey });
    assert.equal(answer.status, 400, `${query}: ${answer.text}`);
  }
  for (const from of ['+275760-09-13T00:00:00Z', '-271821-04-20T00:00:00Z', '0000-01-01', '9999-12-31']) {
    const answer = await service.call('GET', `/v1/payments/transactions?from=${encodeURIComponent(from)}`, {
      key: account.liveKey,
    });
    assert.ok(answer.status === 200 || answer.status === 400, `${from}: ${answer.text}`);
  }
});

test('a cursor with a sequence that the database cannot hold', async () => {
  for (const seq of ['9007199254740991', '99999999999999999999', '-1', '0']) {
    const cursor = Buffer.from(`seq:${seq}`).toString('base64url');
    const answer = await service.call('GET', `/v1/payments/transactions?cursor=${cursor}`, { key: account.liveKey });
    assert.ok(answer.status === 200 || answer.status === 400, `${seq}: ${answer.text}`);
  }
});

test('a NUL or half a character in the text of a payment', async () => {
  for (const text of ['\u0000', '\ud800', 'x'.repeat(64)]) {
    for (const [path, field] of [
      ['payments/checkout', 'package'],
      ['payments/checkout', 'plan'],
      ['payments/checkout', 'currency'],
      ['payments/checkout', 'success_url'],
    ] as const) {
      const answer = await post(path, { ...(field === 'success_url' ? { amount: 500 } : {}), [field]: text });
      assert.equal(answer.status, 400, `${field}: ${answer.text}`);
    }
  }
  for (const id of ['%00', 'cs_%ED%A0%80', '..%2f..']) {
    for (const path of ['checkout', 'receipts']) {
      const answer = await service.call('GET', `/v1/payments/${path}/${id}`, { key: account.liveKey });
      assert.ok([400, 404].includes(answer.status), `${path}/${id}: ${answer.status} ${answer.text}`);
    }
    const page = await fetch(`${service.origin}/checkout/${id}`);
    assert.ok([400, 404].includes(page.status), `page ${id}: ${page.status}`);
  }
});

test('an operator posts credits beyond all bounds to the ledger', async () => {
  const desk = await openDesk(service);
  for (const credits of [1e300, 1e13, 9_007_199_255, -1e300]) {
    const answer = await desk.act(`/accounts/${account.id}/credits`, { credits, reason: 'a test' });
    assert.equal(answer.status, 400, `${credits}: ${answer.text}`);
  }
  const plan = await desk.act(`/accounts/${account.id}/plan`, { plan: 'constructor', reason: 'a test' });
  assert.equal(plan.status, 400, plan.text);
});
