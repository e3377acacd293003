// The shipped alert rules and dashboard beside a real service and a real Prometheus: everything that they name exists once
// it happens, and alerts begin when it does.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import {
  allExpressions,
  groupLabelsOf,
  readDashboard,
  readRules,
  selectorsOf,
  withoutVariables,
} from '../support/monitoring.ts';
import { type ObedientUpstream, sendJson, startObedientUpstream } from '../support/obedient-upstream.ts';
import { signUp } from '../support/people.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { readMetrics, sampleOf } from '../support/read-metrics.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type S3Server, startS3 } from '../support/s3.ts';
import { freePort, startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const PUBLIC_URL = 'https://atelier.example.com';
let [redis, bucket, upstream, receiver]: [RedisServer?, S3Server?, ObedientUpstream?, Receiver?] = [];
let archive: string;
let service: TestService;
/** With the bundled PostgreSQL, which can be archived. */
let small: TestService;
let prometheus: Prometheus;
let account: TestAccount;

before(async () => {
  [redis, bucket, upstream] = await Promise.all([startRedis(), startS3(), startObedientUpstream()]);
  receiver = await startReceiver((_, response) => response.writeHead(500).end());
  archive = await mkdtemp(join(tmpdir(), 'atelier-archive-'));
  const models = [{ id: 'obedient-1', price: { input: 2, output: 4 }, cost: { input: 1, output: 2 } }];
  service = await startService({
    TEST_WORKER: '0',
    REDIS_URL: redis.url,
    S3_URL: bucket.url,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    ALLOW_PRIVATE_WEBHOOKS: '1',
    CONFIG: await configWith([{ name: 'far', base_url: upstream.baseUrl, retries: 0, models }]),
  });
  small = await startService({ DATABASE_URL: '', BACKUP_ARCHIVE: archive });
  account = await service.account();
  prometheus = await startPrometheus([service.origin, small.origin], PUBLIC_URL);
});
after(async () => {
  await prometheus?.stop();
  await Promise.all([service?.stop(), small?.stop()]);
  receiver?.close();
  await Promise.allSettled([redis?.stop(), bucket?.stop(), upstream?.close()]);
  await rm(archive, { recursive: true, force: true });
});

function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  return service.call(method, `/v1${path}`, { key: account.liveKey, headers, ...(body && { body }) });
}

function ask(more: object = {}) {
  return call('POST', '/chat/completions', {
    model: 'obedient-1',
    messages: [{ role: 'user', content: 'Say five words.' }],
    max_tokens: 5,
    ...more,
  });
}

async function activeAlerts() {
  const rules = await prometheus.rules();
  return rules.flatMap(({ name, alerts }) => alerts.map((alert) => ({ name, ...alert })));
}

function begins(name: string, labels: Record<string, string> = {}) {
  return until(
    async () =>
      (await activeAlerts()).find(
        (alert) => alert.name === name && Object.entries(labels).every(([key, value]) => alert.labels[key] === value),
      ),
    { saying: `${name} begins ${JSON.stringify(labels)}`, everyMs: 500 },
  );
}

test('a healthy service has no alert', async () => {
  await until(async () => (await prometheus.series('atelier_archive_waiting_segments')).length > 0, {
    saying: 'both services are scraped',
    everyMs: 500,
  });
  // Before its first scrape Prometheus knows no node. The event loop is late where the machine is busy with other tests.
  const isOfService = ({ name }: { name: string }) => name !== 'AtelierLoopDelayed';
  await until(async () => !(await activeAlerts()).some(isOfService), { saying: 'no alert is left', everyMs: 500 });
});

test('a job that no worker takes begins an alert, whose link leads to the part of the guide', async () => {
  await call('POST', '/webhooks', { url: receiver?.url, events: ['*'] });
  const job = await call(
    'POST',
    '/image/generate',
    { prompt: 'a tree', width: 64, height: 64 },
    { prefer: 'respond-async' },
  );
  assert.ok(job.status < 300, job.text);
  const { annotations } = await begins('AtelierJobsNotTaken');
  assert.equal(annotations.summary, '1 jobs wait and none runs.');
  assert.equal(annotations.runbook_url, `${PUBLIC_URL}/docs/guides/alerts#jobs`);
  await service.app.startWorker();
  await until(async () => !(await activeAlerts()).some(({ name }) => name === 'AtelierJobsNotTaken'), {
    saying: 'the alert ends once a worker takes the job',
    everyMs: 500,
  });
});

test('an upstream that fails until its breaker opens begins an alert', async () => {
  assert.equal((await ask()).status, 200);
  assert.equal((await ask({ stream: true })).status, 200);
  for (let count = 0; count < 5; count += 1) {
    upstream?.answerWith((_, response) => sendJson(response, 500, { error: { message: 'no' } }));
    assert.equal((await ask()).status, 502);
  }
  await begins('AtelierUpstreamPaused', { upstream: 'far', model: 'obedient-1' });
});

test('an endpoint that answers 500 is counted', async () => {
  await until(
    async () =>
      (sampleOf(await readMetrics(service.origin), 'atelier_webhook_attempts_total', { result: '5xx' }) ?? 0) > 0,
    { saying: 'the failed attempt is counted' },
  );
});

test('a bucket, a Redis and a mail server that are away begin alerts', async () => {
  const bringBack = await bucket?.goAway();
  await redis?.stop();
  await signUp(service, 'someone@example.com');
  assert.match(await (await fetch(`${service.origin}/readyz`)).text(), /"status":"degraded"/);
  await begins('AtelierBucketDown');
  await begins('AtelierDependencyDown', { dependency: 'Redis' });
  await begins('AtelierDependencyDown', { dependency: 'The mail server' });
  await bringBack?.();
});

test('every metric and every label that rules and dashboard name exists', async () => {
  for (const path of ['account', 'usage', 'jobs', 'library', 'models', 'webhooks'])
    assert.equal((await call('GET', `/${path}`)).status, 200, path);
  const expressions = allExpressions();
  assert.ok(expressions.length > 50, `${expressions.length}`);
  for (const { of, expr } of expressions) {
    const selectors = selectorsOf(expr);
    assert.ok(selectors.length > 0, `${of}: ${expr}`);
    const found = [];
    for (const selector of selectors)
      found.push(
        ...(await until(
          async () => {
            const series = await prometheus.series(selector);
            return series.length > 0 && series;
          },
          { saying: `${of}: there is ${selector}`, withinMs: 20_000, everyMs: 500 },
        )),
      );
    for (const label of groupLabelsOf(expr))
      assert.ok(
        found.some((series) => label in series),
        `${of}: no series has the label ${label}`,
      );
  }
});

// Queues have no series while they are empty, hence the look back.
test('every panel has shown something, and Prometheus evaluates every rule', async () => {
  for (const { title, targets = [] } of readDashboard().panels)
    for (const { expr } of targets)
      await until(async () => (await prometheus.count(`last_over_time((${withoutVariables(expr)})[10m:1s])`)) > 0, {
        saying: `${title} shows something: ${expr}`,
        withinMs: 20_000,
        everyMs: 500,
      });
  for (const { name, health, lastError } of await prometheus.rules())
    assert.equal(health, 'ok', `${name}: ${lastError}`);
});

test('every link of an alert leads to a heading of the guide that the service shows', async () => {
  for (const { alert: name, annotations } of readRules()) {
    const [origin, path = ''] = (annotations.runbook_url ?? '').split(' }}');
    assert.equal(origin, '{{ $externalLabels.atelier_url', name);
    const { pathname, hash } = new URL(path, service.origin);
    const page = await fetch(`${service.origin}${pathname}`);
    assert.equal(page.status, 200, `${name}: ${pathname}`);
    assert.ok((await page.text()).includes(`id="${hash.slice(1)}"`), `${name}: ${hash}`);
  }
});
