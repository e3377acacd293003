// Jobs and webhooks over HTTP: listed, followed as server-sent events, cancelled, managed, and never another's.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createJobKit, handleAll, type JobKit } from '../support/job-kit.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let kit: JobKit;
let account: TestAccount;

before(async () => {
  service = await startService({ ALLOW_PRIVATE_WEBHOOKS: '1', TEST_WORKER: '0' });
  kit = await createJobKit(service.databaseUrl);
  account = await service.account();
});
after(async () => {
  await kit.close();
  await service.stop();
});

async function order(payload: unknown = {}) {
  const caller = await kit.customer();
  return kit.order({ ...caller, accountId: account.id }, payload);
}

const call = (method: string, path: string, body?: unknown, key = account.liveKey) =>
  service.call(method, `/v1${path}`, { key, ...(body === undefined ? {} : { body }) });

test('jobs are listed page by page, filtered by status, and hidden from others', async () => {
  const made = [await order(), await order(), await order()];
  const first = await call('GET', '/jobs?limit=2');
  assert.equal(first.status, 200);
  assert.deepEqual([first.json.object, first.json.data.length, first.json.has_more], ['list', 2, true]);
  const second = await call('GET', `/jobs?limit=2&cursor=${first.json.next_cursor}`);
  const ids = [...first.json.data, ...second.json.data].map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, made.map(({ id }) => id).reverse());
  assert.equal((await call('GET', '/jobs?status=completed')).json.data.length, 0);
  assert.equal((await call('GET', '/jobs?status=odd')).json.error.param, 'status');

  const stranger = await service.account();
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['GET', '/events'],
  ] as const) {
    const answer = await call(method, `/jobs/${made[0]?.id}${path}`, undefined, stranger.liveKey);
    assert.deepEqual([answer.status, answer.json.error.code], [404, 'not_found']);
  }
  const sandbox = await service.call('GET', `/sandbox/v1/jobs/${made[0]?.id}`, { key: account.testKey });
  assert.equal(sandbox.status, 404);
  for (const { id } of made) assert.equal((await call('POST', `/jobs/${id}/cancel`)).json.status, 'cancelled');
});

test('a job is followed to its end as server-sent events, and again from where a client left', async () => {
  const job = await order();
  const seen = Promise.withResolvers<void>();
  const handlers = handleAll(async ({ report }) => {
    report(0.4, 'mixing');
    await seen.promise;
    return { result: { said: 'done' }, outputUrl: null, usage: {} };
  });
  const response = await fetch(`${service.origin}/v1/jobs/${job.id}/events`, {
    headers: { authorization: `Bearer ${account.liveKey}` },
  });
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const runner = kit.jobs.createRunner(handlers, 1);
  await runner.start();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('mixing')) seen.resolve();
  }
  await runner.stop();
  const frames = text.split('\n\n').filter((frame) => frame.startsWith('id: '));
  const last = frames.at(-1) ?? '';
  assert.match(last, /^id: \d+\nevent: completed\ndata: \{/);
  assert.equal(JSON.parse(last.split('data: ')[1] ?? '{}').said, 'done');
  const lastId = /^id: (\d+)/.exec(last)?.[1] ?? '';

  const headers = (from: string) => ({ 'last-event-id': from });
  const path = `/v1/jobs/${job.id}/events`;
  const missed = await service.call('GET', path, {
    key: account.liveKey,
    headers: headers(String(Number(lastId) - 1)),
  });
  assert.match(missed.text, /event: completed/);
  const nothing = await service.call('GET', path, { key: account.liveKey, headers: headers(lastId) });
  assert.doesNotMatch(nothing.text, /data:/);
});

test('webhook endpoints are managed over the API, and bad ones are refused with the field that is wrong', async () => {
  const receiver = await startReceiver();
  const made = await call('POST', '/webhooks', { url: receiver.url, events: ['generation.completed'] });
  assert.match(made.json.secret, /^whsec_/);
  const { id } = made.json;
  assert.equal(
    (await call('GET', '/webhooks')).json.data.some((one: { id: string }) => one.id === id),
    true,
  );
  assert.doesNotMatch((await call('GET', `/webhooks/${id}`)).text, /whsec_/);
  assert.equal((await call('PATCH', `/webhooks/${id}`, { description: 'mine' })).json.description, 'mine');
  assert.notEqual((await call('POST', `/webhooks/${id}/rotate-secret`, {})).json.secret, made.json.secret);
  assert.equal((await call('GET', `/webhooks/${id}/secret`)).json.error.code, 'access_denied');
  assert.equal((await call('POST', `/webhooks/${id}/test`, {})).json.event_type, 'generation.completed');
  assert.equal((await call('GET', `/webhooks/${id}/deliveries`)).json.data.length, 1);

  assert.equal((await call('POST', '/webhooks', { url: 'http://[::1' })).json.error.code, 'unsafe_url');
  assert.equal((await call('POST', '/webhooks', { events: ['*'] })).json.error.param, 'url');
  assert.match(
    (await call('POST', '/webhooks', { url: receiver.url, events: ['nothing'] })).json.error.param,
    /^events/,
  );
  const stranger = await service.account();
  assert.equal((await call('DELETE', `/webhooks/${id}`, undefined, stranger.liveKey)).status, 404);
  assert.deepEqual((await call('DELETE', `/webhooks/${id}`)).json.deleted, true);
  assert.equal((await call('GET', `/webhooks/${id}`)).status, 404);
  receiver.close();
});
