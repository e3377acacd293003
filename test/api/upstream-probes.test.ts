// Probes of upstreams: who fails them gets no calls until a probe succeeds; what they cost is the operator's.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { silentLog } from '../../src/core/log.ts';
import { AttemptError } from '../../src/net/attempt-error.ts';
import { readProbe, refuseWatch } from '../../src/net/watch-settings.ts';
import type { NamedUpstream } from '../../src/upstreams/named-upstreams.ts';
import { UpstreamProbes } from '../../src/upstreams/probes.ts';
import { type FickleUpstream, jsonAnswer, startFickle } from '../support/fickle-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let first: FickleUpstream;
let second: FickleUpstream;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;

const HELLO = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
};
const start = () =>
  startFickle((request) => jsonAnswer(request.method === 'GET' ? { object: 'list', data: [] } : HELLO));

before(async () => {
  [first, second, service] = await Promise.all([start(), start(), startService({ TEST_WORKER: '0' })]);
  desk = await openDesk(service);
  customer = await service.account({ credits: 100_000, plan: 'unlimited' });
});
after(async () => {
  await service.stop();
  first.close();
  second.close();
});

const PRICE = { price: { input: 1_000_000, output: 2_000_000 }, cost: { input: 500_000, output: 1_000_000 } };
const settingsOf = (upstream: FickleUpstream, id: string, more: object) => ({
  base_url: `${upstream.url}/v1`,
  ...{ list_models: false, retries: 0, models: [{ id, upstream_id: 'm', ...PRICE }], ...more },
});
const put = (method: 'POST' | 'PUT', path: string, body: object) =>
  service.call(method, `/v1/operator/upstreams${path}`, { key: desk.key, body: { reason: 'A test of it', ...body } });
const chat = (model: string) =>
  service.call('POST', '/v1/chat/completions', {
    key: customer.liveKey,
    body: { model, max_tokens: 5, messages: [{ role: 'user', content: 'Hello' }] },
  });
const probeOf = async (upstream: string) => {
  const { data } = (await desk.read('/engines')).json;
  return data.find((one: { name: string }) => one.name === upstream)?.probe;
};
const metric = async (line: RegExp) => line.test(await (await fetch(`${service.origin}/metrics`)).text());
const posts = (upstream: FickleUpstream) => upstream.calls.filter((call) => call.startsWith('POST')).length;

test('an upstream that fails its probes gets no calls: another one of its model does, and alone it is 503', async () => {
  // The list is refused, while calls would be answered.
  first.moods = [500];
  const probed = { probe_seconds: 3_600, probe_failures: 1 };
  assert.equal((await put('POST', '', { name: 'first', settings: settingsOf(first, 'shared-1', probed) })).status, 201);
  await until(async () => (await probeOf('first'))?.state === 'down', { saying: 'the probe has failed' });
  assert.deepEqual(first.calls, ['GET /v1/models']);
  const alone = await chat('shared-1');
  assert.deepEqual([alone.status, alone.json.error.code], [503, 'engine_unavailable']);
  assert.ok(Number(alone.headers.get('retry-after')) > 0);
  assert.doesNotMatch(alone.json.error.message, /first|probe|127\.0/);
  await put('POST', '', { name: 'second', settings: settingsOf(second, 'shared-1', {}) });
  for (let call = 0; call < 6; call += 1) assert.equal((await chat('shared-1')).status, 200);
  assert.deepEqual([posts(first), posts(second)], [0, 6]);
  const probe = await probeOf('first');
  assert.equal(probe.failures, 1);
  assert.match(probe.last_error, /500/);
  assert.equal(await probeOf('second'), null);
  assert.ok(await metric(/upstream_probe_down\{[^}]*upstream="first"[^}]*\} 1\n/));
  assert.ok(await metric(/upstream_probes_total\{[^}]*upstream="first"[^}]*outcome="failed"[^}]*\} 1\n/));
});

test('new settings are probed at once, and a success brings the upstream back', async () => {
  const settings = settingsOf(first, 'shared-1', { probe_seconds: 3_599, probe_failures: 1 });
  assert.equal((await put('PUT', '/first', { settings })).status, 200);
  await until(async () => (await probeOf('first'))?.state === 'up', { saying: 'the probe has succeeded' });
  await until(async () => (await chat('shared-1')).status === 200 && posts(first) > 0, { saying: 'it gets calls' });
  assert.ok(await metric(/upstream_probe_down\{[^}]*upstream="first"[^}]*\} 0\n/));
});

test('a probe that is a call asks for one token, and its cost is the operator’s', async () => {
  const before = posts(first);
  const settings = settingsOf(first, 'called-1', { probe_seconds: 3_600, probe: 'call' });
  assert.equal((await put('POST', '', { name: 'called', settings })).status, 201);
  await until(async () => (await probeOf('called'))?.state === 'up', { saying: 'the probe has succeeded' });
  assert.equal(posts(first), before + 1);
  const usage = async () => (await desk.read('/usage?group_by=module')).json;
  await until(async () => JSON.stringify(await usage()).includes('"probe"'), { saying: 'the cost is booked' });
  const [line] = (await usage()).data.filter(({ group }: { group: string }) => group === 'probe');
  // Ten tokens read for half a credit each, one written for one.
  assert.deepEqual([line.unpaid_cost, line.credits], [6, 0], JSON.stringify(line));
});

test('what is no probe of such an upstream is refused', async () => {
  const refusals = [
    ['text', { probe_seconds: 5 }, /at least 10/],
    ['text', { kind: 'mistral', probe_seconds: 60 }, /probe must be call/],
    ['text', { probe_seconds: 86_401 }, /probe_seconds/],
    ['speech', { kind: 'openai', probe_seconds: 60 }, /probe must be call/],
  ] as const;
  for (const [makes, more, words] of refusals) {
    const settings = { base_url: `${first.url}/v1`, models: [{ id: 'refused-1' }], ...more };
    const answer = await put('POST', '', { name: 'refused', makes, settings });
    assert.equal(answer.status, 400);
    assert.match(answer.json.error.message, words);
  }
  assert.equal(refuseWatch('upstreams', { probe_seconds: 0, kind: 'mistral' }), undefined);
  assert.equal(readProbe({ name: 'a' }), undefined);
});

/** Probes on a clock of the test's own. */
function watch(send: (signal: AbortSignal) => Promise<void>, more: object = {}) {
  const clock = { now: 1_000_000, nowMs: () => clock.now };
  const lines: string[] = [];
  const tell = (_: object, line: string) => void lines.push(line);
  const log = Object.assign(Object.create(silentLog), { warn: tell, info: tell });
  const named: NamedUpstream[] = [{ makes: 'text', name: 'u', entry: { probe_seconds: 10, ...more } }];
  const probes = new UpstreamProbes({ named: () => named, send: (_of, _asks, signal) => send(signal), log, clock });
  const pass = async (ms: number) => {
    clock.now += ms;
    probes.tick();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { probes, lines, pass, isOut: () => probes.waitMs('text', 'u') > 0 };
}

test('three failures in a row take it out of turn, one success brings it back, and each change is one line', async () => {
  const moods = ['ok', 'bad', 'bad', 'ok', 'bad', 'bad', 'bad', 'bad', 'ok'];
  const { lines, pass, isOut } = watch(async () => {
    if (moods.shift() === 'bad') throw new Error('no connection');
  });
  const seen: boolean[] = [];
  while (moods.length > 0) {
    await pass(10_000);
    seen.push(isOut());
  }
  assert.deepEqual(seen, [false, false, false, false, false, false, true, true, false]);
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /failed its probes/);
  assert.match(lines[1] ?? '', /answers its probes again/);
});

test('a refused call shows that the upstream is there, while a list that is refused is a failure', async () => {
  const refused = new AttemptError('invalid_parameter', 'Too short.', 'never');
  const outcomes = ['call', 'models'].map(async (probe) => {
    const { pass, isOut } = watch(() => Promise.reject(refused), { probe, probe_failures: 1 });
    await pass(0);
    return isOut();
  });
  assert.deepEqual(await Promise.all(outcomes), [false, true]);
});

test('a probe that is under way is not joined by another, and ends with the service', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let sent = 0;
  const { probes, pass, isOut } = watch(async (signal) => {
    sent += 1;
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { signal });
  });
  await pass(0);
  await pass(20_000);
  await pass(20_000);
  assert.equal(sent, 1);
  await probes.close();
  await pass(20_000);
  assert.deepEqual([sent, isOut()], [1, false], 'its end is no failure of the upstream');
  server.closeAllConnections();
  server.close();
});
