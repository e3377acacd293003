// Batches through OpenAI's own client: every line once, charged half, with errors in words; nothing of other accounts.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { BatchClient, type CountingUpstream, chatLine, startCountingUpstream } from '../support/batch-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** 10 prompt tokens and 10 answer tokens: (10 × 20 + 10 × 60) micro-credits. */
const PRICE_MICRO = 800;

let upstream: CountingUpstream;
let service: TestService;
let account: TestAccount;
let client: BatchClient;

before(async () => {
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, JOB_SLOTS: '1' });
  account = await service.account();
  client = new BatchClient(service.origin, account.liveKey);
});
after(async () => {
  await service.stop();
  await upstream.close();
});

async function refusal(work: Promise<unknown>): Promise<[number | undefined, string | null | undefined]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  ok(error instanceof OpenAI.APIError, 'the call was not refused');
  return [error.status, error.code];
}

async function spending(accountId: string, batchId: string) {
  const { rows } = await service.app.database.pool.query<{ entries: number; micro: number; held: number }>(
    `select (select count(*)::integer from ledger where job_id = $2 and type = 'usage') as entries,
       (select coalesce(-sum(amount), 0)::integer from ledger where job_id = $2) as micro,
       (select held::integer from balances where account_id = $1 and environment = 'live') as held`,
    [accountId, batchId],
  );
  return rows[0];
}

/** The job ends a moment after its batch. */
async function untilJobIs(id: string, status: string, key: string): Promise<void> {
  const isSo = async () => (await service.call('GET', `/v1/jobs/${id}`, { key })).json.status === status;
  await until(isSo, { saying: `the job is ${status}`, everyMs: 100 });
}

async function eventsOf(accountId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await service.app.database.pool.query<{ body: string }>(
    "select body from events where account_id = $1 and type <> 'user.created' order by created_at",
    [accountId],
  );
  return rows.map(({ body }) => JSON.parse(body));
}

test("OpenAI's client uploads, creates, polls and downloads; every line costs half and is counted", async () => {
  const own = await service.account();
  const mine = new BatchClient(service.origin, own.liveKey);
  const batch = await mine.start(
    [
      chatLine('one'),
      '',
      chatLine('two'),
      chatLine('bad', 'please fail'),
      chatLine('none', 'x', { model: 'no-such-1' }),
    ],
    {
      metadata: { night: 'first' },
    },
  );
  equal(batch.object, 'batch');
  match(batch.id, /^batch_[0-9a-z]{26}$/);
  equal(batch.expires_at, batch.created_at + 24 * 3600);
  deepEqual(batch.metadata, { night: 'first' });
  const done = await mine.waitFor(batch.id);
  equal(done.status, 'completed');
  deepEqual(done.request_counts, { total: 4, completed: 2, failed: 2 });
  ok(done.in_progress_at && done.finalizing_at && done.completed_at);
  const output = await mine.read(done.output_file_id);
  deepEqual([...output.keys()], ['one', 'two']);
  const answer = output.get('one')?.response;
  equal(answer?.status_code, 200);
  equal(answer?.body.object, 'chat.completion');
  equal(answer?.body.usage.credits, PRICE_MICRO / 2 / 1e6);
  ok(answer?.body.attribution.service);
  equal(output.get('one')?.error, null);
  const errors = await mine.read(done.error_file_id);
  deepEqual([...errors.keys()], ['bad', 'none']);
  equal(errors.get('none')?.response?.status_code, 400);
  equal(errors.get('none')?.response?.body.error.code, 'unknown_model');
  deepEqual(await spending(own.id, batch.id), { entries: 2, micro: PRICE_MICRO, held: 0 });
  equal(done.usage?.input_tokens, 20);
  const files = await mine.openai.files.list({ purpose: 'batch_output' });
  deepEqual(files.data.map(({ filename }) => filename).sort(), [`${batch.id}_error.jsonl`, `${batch.id}_output.jsonl`]);
  const [event, ...more] = await eventsOf(own.id);
  deepEqual(more, []);
  equal(event?.type, 'batch.completed');
  equal(event?.data.batch_id, batch.id);
  equal(event?.data.output_file_id, done.output_file_id);
  const usage = await service.call('GET', '/v1/usage?group_by=module', { key: own.liveKey });
  const chat = usage.json.data.find(({ module }: { module: string }) => module === 'chat');
  deepEqual([chat.requests, chat.errors, chat.completion_tokens], [4, 2, 20]);
});

test('a batch is a job: it is listed, shown and cancelled as one', async () => {
  const batch = await client.start([chatLine('job')]);
  await client.waitFor(batch.id);
  await untilJobIs(batch.id, 'completed', account.liveKey);
  const { json } = await service.call('GET', '/v1/jobs?service=batch', { key: account.liveKey });
  const job = json.data.find(({ id }: { id: string }) => id === batch.id);
  deepEqual(
    [job.object, job.status, job.endpoint, job.request_counts.completed],
    ['batch.job', 'completed', '/v1/chat/completions', 1],
  );
  const cancelled = await service.call('POST', `/v1/jobs/${batch.id}/cancel`, { key: account.liveKey });
  equal(cancelled.json.status, 'completed');
});

test('lines that cannot run are named with their numbers, and nothing of the file runs', async () => {
  const other = JSON.stringify({ custom_id: 'z', method: 'POST', url: '/v1/embeddings', body: {} });
  const batch = await client.start([
    chatLine('a', 'never asked'),
    'no JSON',
    chatLine('a'),
    other,
    chatLine('s', 's', { stream: true }),
    chatLine('c', 'c', { conversation_id: 'new' }),
    '[1,2]',
    JSON.stringify({ custom_id: 7, method: 'POST', url: '/v1/chat/completions', body: {} }),
    JSON.stringify({ custom_id: 'g', method: 'GET', url: '/v1/chat/completions', body: {} }),
    JSON.stringify({ custom_id: 'b', method: 'POST', url: '/v1/chat/completions' }),
    chatLine('l', 'x'.repeat(9 * 1024 * 1024)),
  ]);
  const failed = await client.waitFor(batch.id);
  equal(failed.status, 'failed');
  deepEqual(
    failed.errors?.data?.map(({ line, code }) => [line, code]),
    [
      [2, 'invalid_json_line'],
      [3, 'duplicate_custom_id'],
      [4, 'mismatched_endpoint'],
      [5, 'invalid_body'],
      [6, 'invalid_body'],
      [7, 'invalid_json_line'],
      [8, 'invalid_custom_id'],
      [9, 'invalid_method'],
      [10, 'invalid_body'],
      [11, 'line_too_long'],
    ],
  );
  match(failed.errors?.data?.[1]?.message ?? '', /line 1/);
  equal(upstream.asked.get('never asked'), undefined);
  deepEqual([failed.output_file_id, failed.error_file_id], [null, null]);
  await untilJobIs(batch.id, 'failed', account.liveKey);
});

test("a free plan's batch has at most 1,000 lines", async () => {
  const free = new BatchClient(service.origin, (await service.account({ plan: 'free', credits: 1 })).liveKey);
  const batch = await free.start(Array.from({ length: 1_001 }, (_, index) => chatLine(`n${index}`)));
  const failed = await free.waitFor(batch.id);
  equal(failed.errors?.data?.[0]?.code, 'too_many_requests');
});

test('files of others and of other purposes, unknown endpoints and missing scopes are refused', async () => {
  const stranger = new BatchClient(service.origin, (await service.account()).liveKey);
  const file = await client.upload([chatLine('mine')]);
  const create = (from: BatchClient, more: object) =>
    from.openai.batches.create({
      input_file_id: file,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      ...more,
    });
  deepEqual(await refusal(create(stranger, {})), [404, 'not_found']);
  const sandbox = new BatchClient(service.origin, account.testKey, '/sandbox/v1');
  deepEqual(await refusal(create(sandbox, {})), [404, 'not_found']);
  deepEqual(await refusal(create(client, { endpoint: '/v1/music/generate' })), [400, 'invalid_parameter']);
  deepEqual(await refusal(create(client, { completion_window: '1h' })), [400, 'invalid_parameter']);
  const png = new File([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')], 'a.png');
  const picture = await client.openai.files.create({ file: png, purpose: 'vision' });
  deepEqual(await refusal(create(client, { input_file_id: picture.id })), [400, 'invalid_parameter']);
  const key = await service.call('POST', '/v1/account/keys', {
    key: account.liveKey,
    body: { name: 'no chat', scopes: ['jobs', 'files'] },
  });
  deepEqual(await refusal(create(new BatchClient(service.origin, key.json.key), {})), [403, 'scope_missing']);
  const batch = await create(client, {});
  deepEqual(await refusal(stranger.openai.batches.retrieve(batch.id)), [404, 'not_found']);
  deepEqual(await refusal(stranger.openai.batches.cancel(batch.id)), [404, 'not_found']);
  deepEqual((await stranger.openai.batches.list()).data, []);
  await client.waitFor(batch.id);
});

test('batches are listed newest first, page by page', async () => {
  const own = new BatchClient(service.origin, (await service.account()).liveKey);
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) ids.unshift((await own.start([chatLine(name)])).id);
  const listed: string[] = [];
  for await (const { id } of own.openai.batches.list({ limit: 2 })) listed.push(id);
  deepEqual(listed, ids);
});

test('when the credits run out, paid lines are answered and the rest get an error with the reason', async () => {
  const poor = await service.account({ credits: 0 });
  // Each line holds more than it costs: every byte of its request may be a token.
  const micro = 5 * (PRICE_MICRO / 2) + 2_500;
  await service.app.database.pool.query(
    "select post_entry('txn_' || $1, $1, 'live', 'grant', $2, 'grants', null, null, 'a test')",
    [poor.id, micro],
  );
  const own = new BatchClient(service.origin, poor.liveKey);
  const batch = await own.start(
    Array.from({ length: 12 }, (_, index) => chatLine(`p${index}`, `p${index}`, { max_tokens: 10 })),
  );
  const done = await own.waitFor(batch.id);
  equal(done.status, 'completed');
  const output = await own.read(done.output_file_id);
  const errors = await own.read(done.error_file_id);
  equal(output.size + errors.size, 12);
  ok(output.size >= 4, `${output.size} lines were answered`);
  for (const { response } of errors.values()) equal(response?.body.error.code, 'insufficient_credits');
  const spent = await spending(poor.id, batch.id);
  deepEqual(spent, { entries: output.size, micro: (output.size * PRICE_MICRO) / 2, held: 0 });
});

test('a cancelled batch keeps its results, gives the other lines an error, and is cancelled once', async () => {
  const own = await service.account();
  const mine = new BatchClient(service.origin, own.liveKey);
  upstream.delayMs = 40;
  const batch = await mine.start(
    Array.from({ length: 200 }, (_, index) => chatLine(`k${index}`, `cancelled ${index}`)),
  );
  await until(async () => ((await mine.openai.batches.retrieve(batch.id)).request_counts?.completed ?? 0) >= 8, {
    saying: 'lines of the batch were answered',
    everyMs: 100,
  });
  const [first, second] = await Promise.all([
    mine.openai.batches.cancel(batch.id),
    mine.openai.batches.cancel(batch.id),
  ]);
  ok(['cancelling', 'cancelled'].includes(first.status) && ['cancelling', 'cancelled'].includes(second.status));
  const ended = await mine.waitFor(batch.id);
  upstream.delayMs = 0;
  equal(ended.status, 'cancelled');
  ok(ended.cancelling_at && ended.cancelled_at);
  const output = await mine.read(ended.output_file_id);
  const errors = await mine.read(ended.error_file_id);
  equal(output.size + errors.size, 200);
  ok(errors.size > 0);
  for (const { error } of errors.values()) equal(error?.code, 'batch_cancelled');
  deepEqual(await spending(own.id, batch.id), {
    entries: output.size,
    micro: (output.size * PRICE_MICRO) / 2,
    held: 0,
  });
  equal((await mine.openai.batches.cancel(batch.id)).status, 'cancelled');
  deepEqual(
    (await eventsOf(own.id)).map(({ type }) => type),
    ['batch.cancelled'],
  );
  await untilJobIs(batch.id, 'cancelled', own.liveKey);
});

test('cancellations that race with the end leave one end, whichever wins', async () => {
  const own = await service.account();
  const mine = new BatchClient(service.origin, own.liveKey);
  for (let round = 0; round < 6; round += 1) {
    const batch = await mine.start([chatLine('r1'), chatLine('r2')]);
    const cancelling = Array.from({ length: 4 }, () => mine.openai.batches.cancel(batch.id).catch(() => undefined));
    const ended = await mine.waitFor(batch.id);
    await Promise.all(cancelling);
    equal((await mine.openai.batches.retrieve(batch.id)).status, ended.status);
    const output = await mine.read(ended.output_file_id);
    const errors = await mine.read(ended.error_file_id);
    // A batch that was cancelled before its file was checked has no lines.
    ok([0, 2].includes(output.size + errors.size));
    const spent = await spending(own.id, batch.id);
    deepEqual([spent?.entries, spent?.held], [output.size, 0]);
  }
  equal((await eventsOf(own.id)).length, 6);
});

test('a batch that has ended cannot be cancelled', async () => {
  const batch = await client.start([chatLine('late')]);
  await client.waitFor(batch.id);
  deepEqual(await refusal(client.openai.batches.cancel(batch.id)), [400, 'invalid_parameter']);
});

/** Two batches keep the account's queue busy, so that the next one waits; the result cancels them. */
async function blockQueue(mine: BatchClient): Promise<() => Promise<void>> {
  upstream.delayMs = 50;
  const lines = Array.from({ length: 400 }, (_, index) => chatLine(`w${index}`));
  const blockers = [await mine.start(lines), await mine.start(lines)];
  return async () => {
    for (const { id } of blockers) await mine.openai.batches.cancel(id);
    upstream.delayMs = 0;
  };
}

test('after 24 hours the lines that did not run get an error, and the batch is expired', async () => {
  const own = await service.account();
  const mine = new BatchClient(service.origin, own.liveKey);
  const unblock = await blockQueue(mine);
  const batch = await mine.start(Array.from({ length: 300 }, (_, index) => chatLine(`e${index}`, `late ${index}`)));
  await service.app.database.pool.query("update batches set expires_at = now() - interval '1 second' where id = $1", [
    batch.id,
  ]);
  await unblock();
  const ended = await mine.waitFor(batch.id);
  equal(ended.status, 'expired');
  ok(ended.expired_at);
  deepEqual(ended.request_counts, { total: 300, completed: 0, failed: 300 });
  const errors = await mine.read(ended.error_file_id);
  equal(errors.size, 300);
  for (const { error } of errors.values()) equal(error?.code, 'batch_expired');
  equal(upstream.asked.get('late 0'), undefined);
  ok((await eventsOf(own.id)).some(({ type, data }) => type === 'batch.expired' && data.batch_id === batch.id));
});

test('the lines of a revoked key are refused', async () => {
  const made = await service.call('POST', '/v1/account/keys', {
    key: account.liveKey,
    body: { name: 'soon gone', scopes: ['jobs', 'files', 'chat'] },
  });
  const gone = new BatchClient(service.origin, made.json.key);
  upstream.delayMs = 100;
  const batch = await gone.start(Array.from({ length: 120 }, (_, index) => chatLine(`v${index}`)));
  equal((await service.call('DELETE', `/v1/account/keys/${made.json.id}`, { key: account.liveKey })).status, 200);
  const ended = await client.waitFor(batch.id);
  upstream.delayMs = 0;
  const errors = await client.read(ended.error_file_id);
  ok(errors.size > 0);
  for (const { response } of errors.values()) equal(response?.body.error.code, 'invalid_api_key');
});

test('completions run in batches too, and images at half their price', async () => {
  const completion = { model: 'counted-1', prompt: 'Once', max_tokens: 10 };
  const completions = await client.start(
    [JSON.stringify({ custom_id: 'c', method: 'POST', url: '/v1/completions', body: completion })],
    { endpoint: '/v1/completions' },
  );
  const image = { prompt: 'a red circle', size: '512x512' };
  const images = await client.start(
    [JSON.stringify({ custom_id: 'i', method: 'POST', url: '/v1/images/generations', body: image })],
    { endpoint: '/v1/images/generations' as never },
  );
  const text = await client.waitFor(completions.id);
  equal((await client.read(text.output_file_id)).get('c')?.response?.body.object, 'text_completion');
  const pictures = await client.waitFor(images.id);
  const made = (await client.read(pictures.output_file_id)).get('i')?.response;
  match(made?.body.data[0].url, /\/files\//);
  equal(made?.body.usage.credits, 1);
});

test('a deleted input file ends its batch with a reason', async () => {
  const mine = new BatchClient(service.origin, (await service.account()).liveKey);
  const unblock = await blockQueue(mine);
  const batch = await mine.start([chatLine('gone')]);
  await mine.openai.files.delete(batch.input_file_id);
  await unblock();
  const ended = await mine.waitFor(batch.id);
  equal(ended.status, 'failed');
  equal(ended.errors?.data?.[0]?.code, 'input_file_missing');
});

test('the lines of a batch are in the request log, each once, with its use, charge and bodies', async () => {
  const own = await service.account();
  const ask = (method: string, path: string, body?: object) =>
    service.call(method, `/v1${path}`, { key: own.liveKey, ...(body ? { body } : {}) });
  equal((await ask('PATCH', '/requests/settings', { level: 'bodies' })).status, 200);
  const mine = new BatchClient(service.origin, own.liveKey);
  const batch = await mine.start([chatLine('logged'), chatLine('refused', 'please fail')]);
  const done = await mine.waitFor(batch.id, ['completed']);
  const results = await mine.read(done.output_file_id);
  const errors = await mine.read(done.error_file_id);
  const idOf = (line: unknown) => (line as { response: { request_id: string } }).response.request_id;
  const read = (id: string) =>
    until(
      async () => {
        const answer = await ask('GET', `/requests/${id}`);
        return answer.status === 200 && answer.json;
      },
      { saying: 'the line is in the log' },
    );
  const good = await read(idOf(results.get('logged')));
  deepEqual(
    [good.status, good.outcome, good.model, good.prompt_tokens, good.completion_tokens],
    [200, 'ok', 'counted-1', 10, 10],
  );
  equal(Math.round(good.credits * 1e6), PRICE_MICRO / 2);
  equal(good.bodies, 'kept');
  match(good.request_body, /logged/);
  const bad = await read(idOf(errors.get('refused')));
  deepEqual([bad.status, bad.outcome], [400, 'error']);
  const { json: list } = await ask('GET', '/requests?model=counted-1');
  equal(list.data.length, 2);
});
