// OpenAI's own package with responses in the background: read, streamed from any place, cancelled, and answered once whatever dies.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const SENTENCE = WORDS.join('');

let upstream: MisbehavingUpstream;
let service: TestService;
/** Without a worker: orders wait until one is started. */
let idle: TestService;

before(async () => {
  upstream = await startMisbehavingUpstream();
  [service, idle] = await Promise.all([
    startService({ OPENAI_BASE_URL: upstream.baseUrl, READ_ON_SECONDS: '2' }),
    startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' }),
  ]);
});
after(async () => {
  await Promise.all([service.stop(), idle.stop()]);
  await upstream.close();
});

function clientFor({ liveKey }: TestAccount, { origin } = service): OpenAI {
  return new OpenAI({ baseURL: `${origin}/v1`, apiKey: liveKey, maxRetries: 0 });
}

async function spent({ id }: TestAccount, { app } = service): Promise<number> {
  const { rows } = await app.database.pool.query(
    "select coalesce(-sum(amount), 0)::float8 as spent from ledger where account_id = $1 and type = 'usage'",
    [id],
  );
  return rows[0].spent;
}

async function held({ id }: TestAccount, { app } = service): Promise<number> {
  const { rows } = await app.database.pool.query('select count(*)::integer as open from holds where account_id = $1', [
    id,
  ]);
  return rows[0].open;
}

function ended(client: OpenAI, id: string) {
  return until(
    async () => {
      const response = await client.responses.retrieve(id);
      return !['queued', 'in_progress'].includes(response.status ?? '') && response;
    },
    { saying: 'the response has ended', everyMs: 50 },
  );
}

test('a response in the background is answered without a connection, and charged as the same call is', async () => {
  const account = await service.account();
  const client = clientFor(account);
  const order = { model: 'mock-good-1', input: 'Say something.', metadata: { a: 'b' } };
  const begun = await client.responses.create({ ...order, background: true });
  match(begun.id, /^resp_/);
  deepEqual([begun.status, begun.background, begun.output], ['queued', true, []]);
  const done = await ended(client, begun.id);
  deepEqual([done.status, done.background, done.output_text, done.metadata], ['completed', true, SENTENCE, { a: 'b' }]);
  const charged = await spent(account);
  ok(charged > 0);
  await client.responses.create(order);
  equal(await spent(account), charged * 2);
  const next = await client.responses.create({ model: 'mock-good-1', input: 'And?', previous_response_id: begun.id });
  equal(next.status, 'completed');
  equal((await client.responses.inputItems.list(begun.id)).data.length, 1);
  await client.responses.delete(begun.id);
  await rejects(client.responses.retrieve(begun.id), { status: 404 });
  await until(async () => (await held(account)) === 0, { saying: 'its hold has ended' });
});

test('its stream goes on after a lost connection, from the event that the client had last', async () => {
  const account = await service.account();
  const client = clientFor(account);
  const order = { model: 'mock-slow-1', input: 'Say something.', background: true, stream: true } as const;
  const first: OpenAI.Responses.ResponseStreamEvent[] = [];
  for await (const event of await client.responses.create(order)) {
    first.push(event);
    if (event.type === 'response.output_text.delta') break;
  }
  const [begun] = first;
  ok(begun?.type === 'response.created');
  const { id } = begun.response;
  const last = first.at(-1)?.sequence_number ?? -1;
  const rest: OpenAI.Responses.ResponseStreamEvent[] = [];
  const again = await client.responses.retrieve(id, { stream: true, starting_after: last });
  for await (const event of again) rest.push(event);
  const all = [...first, ...rest];
  deepEqual(
    all.map((event) => event.sequence_number),
    all.map((_, index) => index),
  );
  const text = all.map((event) => (event.type === 'response.output_text.delta' ? event.delta : '')).join('');
  equal(text, SENTENCE);
  equal(all.at(-1)?.type, 'response.completed');
  equal((await client.responses.retrieve(id)).output_text, SENTENCE);
  const replayed: number[] = [];
  for await (const event of await client.responses.retrieve(id, { stream: true })) replayed.push(event.sequence_number);
  deepEqual(
    replayed,
    all.map((_, index) => index),
  );
  ok((await spent(account)) > 0);
  await client.responses.delete(id);
  const kept = await service.app.database.pool.query('select 1 from background_events where response_id = $1', [id]);
  equal(kept.rowCount, 0);
  await until(async () => (await held(account)) === 0, { saying: 'its hold has ended' });
});

test('a response that was not ordered with a stream has none, and a stranger has nothing of it', async () => {
  const account = await service.account();
  const client = clientFor(account);
  const { id } = await client.responses.create({ model: 'mock-good-1', input: 'x', background: true });
  await rejects(client.responses.retrieve(id, { stream: true }), { status: 400, param: 'stream' });
  const stranger = clientFor(await service.account());
  await rejects(stranger.responses.retrieve(id), { status: 404 });
  await rejects(stranger.responses.retrieve(id, { stream: true }), { status: 404 });
  await rejects(stranger.responses.cancel(id), { status: 404 });
  await rejects(stranger.responses.delete(id), { status: 404 });
  await ended(client, id);
});

test('a cancelled response ends at once, pays as a call whose client leaves, and stays cancelled', async () => {
  const account = await service.account();
  const client = clientFor(account);
  const { id } = await client.responses.create({ model: 'mock-hang-1', input: 'x', background: true });
  await until(async () => (await client.responses.retrieve(id)).status === 'in_progress', { saying: 'it runs' });
  await rejects(client.responses.delete(id), { status: 400 });
  equal((await client.responses.cancel(id)).status, 'cancelled');
  equal((await client.responses.cancel(id)).status, 'cancelled');
  equal((await client.responses.retrieve(id)).status, 'cancelled');
  await until(async () => (await held(account)) === 0, { saying: 'its hold has ended' });
  // The upstream has it, and may bill it.
  ok((await spent(account)) > 0);
  const plain = await client.responses.create({ model: 'mock-good-1', input: 'x' });
  await rejects(client.responses.cancel(plain.id), { status: 400 });
  await client.responses.delete(id);
  await rejects(client.responses.retrieve(id), { status: 404 });
});

test('a response that is cancelled before it runs costs nothing', async () => {
  const account = await idle.account();
  const client = clientFor(account, idle);
  const { id } = await client.responses.create({ model: 'mock-good-1', input: 'x', background: true });
  equal((await client.responses.cancel(id)).status, 'cancelled');
  equal(await spent(account, idle), 0);
  equal(await held(account, idle), 0);
});

test('a stream that is cancelled in the middle is charged for what was delivered, and its readers are told', async () => {
  const account = await service.account();
  const client = clientFor(account);
  const order = { model: 'mock-stepwise-1', input: 'Go on.', background: true, stream: true } as const;
  let id = '';
  const types: string[] = [];
  for await (const event of await client.responses.create(order)) {
    if (event.type === 'response.created') id = event.response.id;
    types.push(event.type);
    // The upstream says five words and then nothing more.
    if (event.type === 'response.output_text.delta') await client.responses.cancel(id);
  }
  equal(types.at(-1), 'response.failed');
  equal((await client.responses.retrieve(id)).status, 'cancelled');
  await until(async () => (await held(account)) === 0, { saying: 'its hold has ended' });
  ok((await spent(account)) > 0, 'what was delivered was given away');
});

test('a failure is told and costs nothing', async () => {
  const account = await service.account();
  const client = clientFor(account);
  const { id } = await client.responses.create({ model: 'mock-500-1', input: 'x', background: true });
  const failed = await ended(client, id);
  deepEqual([failed.status, failed.error?.code], ['failed', 'server_error']);
  equal(await spent(account), 0);
  await until(async () => (await held(account)) === 0, { saying: 'its hold has ended' });
  const poor = await service.account({ credits: 0 });
  const refused = await clientFor(poor).responses.create({ model: 'mock-good-1', input: 'x', background: true });
  const unpaid = await ended(clientFor(poor), refused.id);
  equal(unpaid.status, 'failed');
  match(unpaid.error?.message ?? '', /credits/);
});

test('what cannot be done in the background is refused by name', async () => {
  const client = clientFor(await service.account());
  const order = { model: 'mock-good-1', input: 'x', background: true };
  await rejects(client.responses.create({ ...order, store: false }), { status: 400, param: 'background' });
  const { id: conversation } = await client.conversations.create({});
  await rejects(client.responses.create({ ...order, conversation }), { status: 400, param: 'background' });
  await rejects(client.responses.create({ ...order, model: 'no-such-model' }), { status: 400, param: 'model' });
  const input = 'x'.repeat(5 * 1024 * 1024);
  await rejects(client.responses.create({ ...order, input }), { status: 400, param: 'background' });
});

test('an order whose worker died is answered by the next one and charged once; a stream that was read in part fails', async () => {
  const account = await idle.account();
  const client = clientFor(account, idle);
  const { pool } = idle.app.database;
  const whole = await client.responses.create({ model: 'mock-good-1', input: 'x', background: true });
  const streamed = await idle.call('POST', '/v1/responses', {
    key: account.liveKey,
    body: { model: 'mock-good-1', input: 'x', background: true },
  });
  const { id } = streamed.json;
  // As a worker leaves it that was killed during its first attempt.
  await pool.query('update background_responses set is_streamed = true where id = $1', [id]);
  await pool.query('insert into background_events (response_id, first, last, frames) values ($1, 0, 0, $2)', [
    id,
    'event: response.created\ndata: {"type":"response.created","sequence_number":0}\n\n',
  ]);
  await pool.query(
    `update jobs set state = 'running', attempt = 1, holds_slot = true, worker = 'dead', leased_until = now() - interval '1 minute'
     where id = any($1)`,
    [[whole.id, id]],
  );
  await pool.query('update job_lanes set waiting = 0, running = 2 where account_id = $1', [account.id]);
  await idle.app.startWorker();
  equal((await ended(client, whole.id)).output_text, SENTENCE);
  const failed = await ended(client, id);
  deepEqual([failed.status, failed.error?.code], ['failed', 'server_error']);
  const charged = await spent(account, idle);
  await client.responses.create({ model: 'mock-good-1', input: 'x' });
  equal(await spent(account, idle), charged * 2);
  await until(async () => (await held(account, idle)) === 0, { saying: 'its holds have ended' });
});
