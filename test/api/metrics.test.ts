// /metrics: calls to models by module, model, upstream and status, upstreams, jobs, webhooks, holds and connections, with correct types and bounded labels.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { newTrace } from '../../src/core/call-trace.ts';
import type { LoggedRequest } from '../../src/core/logged-request.ts';
import { Metrics } from '../../src/http/metrics.ts';
import { configWith } from '../support/config-file.ts';
import { type ObedientUpstream, sendJson, startObedientUpstream } from '../support/obedient-upstream.ts';
import { parseMetrics, readMetrics, sampleOf } from '../support/read-metrics.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let upstream: ObedientUpstream;
let service: TestService;
let account: TestAccount;
const chat = { module: 'chat', model: 'obedient-1', upstream: 'far' };

before(async () => {
  upstream = await startObedientUpstream();
  const far = {
    name: 'far',
    base_url: upstream.baseUrl,
    retries: 2,
    models: [{ id: 'obedient-1', price: { input: 2, output: 4 }, cost: { input: 1, output: 2 } }],
  };
  service = await startService({ CONFIG: await configWith([far]), ALLOW_PRIVATE_WEBHOOKS: '1' });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const body = { model: 'obedient-1', messages: [{ role: 'user', content: 'Say five words.' }], max_tokens: 5 };

function ask(more: object = {}) {
  return service.call('POST', '/v1/chat/completions', { key: account.liveKey, body: { ...body, ...more } });
}

test('a call counts its tokens, credits, cost and times by module, model, upstream and status', async () => {
  const answer = await ask();
  assert.equal(answer.status, 200, answer.text);
  await ask({ stream: true });
  const metrics = await until(
    async () => {
      const read = await readMetrics(service.origin);
      return sampleOf(read, 'atelier_calls_total', { ...chat, status: '200' }) === 2 && read;
    },
    { saying: 'both calls are counted' },
  );
  assert.equal(sampleOf(metrics, 'atelier_tokens_total', { ...chat, type: 'input' }), 20);
  assert.equal(sampleOf(metrics, 'atelier_tokens_total', { ...chat, type: 'output' }), 10);
  assert.equal(sampleOf(metrics, 'atelier_call_seconds_count', chat), 2);
  assert.equal(sampleOf(metrics, 'atelier_first_token_seconds_count', chat), 1);
  const credits = sampleOf(metrics, 'atelier_call_credits_total', chat) ?? 0;
  assert.ok(Math.abs(credits - 2 * answer.json.usage.credits) < 1e-9, `${credits}`);
  assert.equal(sampleOf(metrics, 'atelier_credits_charged_total'), credits);
  assert.ok((sampleOf(metrics, 'atelier_upstream_cost_credits_total', chat) ?? 0) > 0);
  assert.equal(sampleOf(metrics, 'atelier_upstream_attempts_total', { upstream: 'far', outcome: 'succeeded' }), 2);
});

test('every metric has the type that its name says', async () => {
  const metrics = await readMetrics(service.origin);
  for (const [name, { type, samples }] of metrics) {
    // Of prom-client itself: gauges called _total, and delays that are not a number until something was measured.
    if (/^atelier_nodejs_(active|eventloop_lag)_/.test(name)) continue;
    assert.equal(type === 'counter', name.endsWith('_total'), `${name} is a ${type}`);
    for (const sample of samples) assert.ok(!Number.isNaN(sample.value), sample.name);
  }
  for (const name of ['atelier_holds', 'atelier_held_credits', 'atelier_webhook_deliveries_pending'])
    assert.ok(sampleOf(metrics, name) !== undefined, name);
  assert.ok((sampleOf(metrics, 'atelier_database_connections', { state: 'idle' }) ?? -1) >= 0);
  assert.equal(sampleOf(metrics, 'atelier_database_waiting'), 0, 'the statements of a reading do not count');
  assert.ok(sampleOf(metrics, 'atelier_nodejs_eventloop_lag_p99_seconds') !== undefined);
});

test('every metric is in the guide, and the guide names no other', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/telemetry.md'), 'utf8');
  const table = guide.slice(guide.indexOf('## Prometheus'), guide.indexOf('## Metrics over OTLP'));
  const described = new Set([...table.matchAll(/`(atelier_\w+)`/g)].map(([, name = '']) => name));
  // Only with BACKUP_ARCHIVE.
  described.delete('atelier_archive_waiting_segments');
  const own = [...(await readMetrics(service.origin)).keys()].filter(
    (name) => !/^atelier_(process|nodejs)_/.test(name),
  );
  assert.deepEqual([...described].filter((name) => !/_(process|nodejs)_/.test(name)).sort(), own.sort());
});

test('names that clients invent never become labels', async () => {
  for (let count = 0; count < 3; count += 1) await ask({ model: `invented-${count}` });
  const metrics = await until(
    async () => {
      const read = await readMetrics(service.origin);
      return sampleOf(read, 'atelier_calls_total', { model: 'none', status: '400' }) === 3 && read;
    },
    { saying: 'the refused calls are counted' },
  );
  for (const { samples } of metrics.values())
    for (const { labels } of samples) assert.ok(!JSON.stringify(labels).includes('invented'), JSON.stringify(labels));
});

test('an upstream that fails is tried again, and its open breaker is shown', async () => {
  const before = await readMetrics(service.origin);
  const count = (read: typeof before, name: string, more = {}) =>
    sampleOf(read, name, { upstream: 'far', ...more }) ?? 0;
  assert.equal(count(before, 'atelier_upstream_breaker_open'), 0);
  const fail = () => upstream.answerWith((_body, response) => sendJson(response, 500, { error: { message: 'no' } }));
  fail();
  assert.equal((await ask()).status, 200);
  const retried = await readMetrics(service.origin);
  assert.equal(count(retried, 'atelier_upstream_retries_total') - count(before, 'atelier_upstream_retries_total'), 1);
  assert.equal(count(retried, 'atelier_upstream_attempts_total', { outcome: 'failed' }), 1);
  // A pause that the upstream asks for applies at once.
  upstream.answerWith((_body, response) => {
    response.setHeader('retry-after', '60');
    sendJson(response, 429, { error: { message: 'slow down' } });
  });
  assert.notEqual((await ask()).status, 200);
  assert.equal(count(await readMetrics(service.origin), 'atelier_upstream_breaker_open'), 1);
});

test('webhooks are counted by what the receiver answered, and jobs by how they ended', async () => {
  const receiver = await startReceiver();
  await service.call('POST', '/v1/webhooks', { key: account.liveKey, body: { url: receiver.url, events: ['*'] } });
  // A picture needs neither the upstream, which is paused now, nor weights.
  const picture = await service.call('POST', '/v1/image/generate', {
    key: account.liveKey,
    headers: { prefer: 'respond-async' },
    body: { prompt: 'a tree', width: 64, height: 64 },
  });
  assert.ok(picture.status < 300, picture.text);
  await until(
    async () => {
      const read = await readMetrics(service.origin);
      const isSent = (sampleOf(read, 'atelier_webhook_attempts_total', { result: '2xx' }) ?? 0) > 0;
      return isSent && sampleOf(read, 'atelier_jobs_ended_total', { kind: 'image', state: 'completed' }) === 1;
    },
    { saying: 'the job and its webhook are counted' },
  );
  await receiver.close();
});

test('metrics of this process are read while the database does not answer', async () => {
  const admin = new pg.Client({ connectionString: service.databaseUrl });
  await admin.connect();
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  try {
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    const metrics = await readMetrics(service.origin);
    assert.equal(sampleOf(metrics, 'atelier_holds'), undefined);
    assert.ok((sampleOf(metrics, 'atelier_calls_total', chat) ?? 0) > 0);
  } finally {
    for (const { pid } of rows) process.kill(pid, 'SIGCONT');
  }
  await admin.end();
  await until(() => service.app.database.isAlive(), { saying: 'the database answers again' });
});

test('an upstream with any number of models makes a bounded number of series', async () => {
  const metrics = new Metrics();
  const call = (servedModel: string): LoggedRequest => ({
    ...newTrace(),
    ...{
      id: 'req_1',
      accountId: 'acc_1',
      environment: 'live',
      keyId: null,
      memberId: null,
      method: 'POST',
      route: '/x',
    },
    ...{ module: 'chat', status: 200, outcome: 'ok', errorCode: null, errorMessage: null, requestBytes: 0 },
    ...{ responseBytes: 0, streamed: false, firstByteMs: null, durationMs: 5, startedAt: new Date() },
    ...{ servedModel, upstream: 'far' },
  });
  for (let count = 0; count < 2_000; count += 1) metrics.observeCall(call(`model-${count}`));
  const read = parseMetrics(await metrics.text());
  const calls = read.get('atelier_calls_total')?.samples ?? [];
  assert.equal(calls.length, 501);
  assert.equal(sampleOf(read, 'atelier_calls_total', { model: 'other', upstream: 'other' }), 1_500);
});
