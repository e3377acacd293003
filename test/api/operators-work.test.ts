// The owner's desk, machine side: engines and weights, the queue and deliveries of everybody, and lists that stay quick.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { createJobKit, type JobKit } from '../support/job-kit.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startWeightsServer, type WeightsServer } from '../support/weights-server.ts';

let service: TestService;
let kit: JobKit;
let desk: OperatorKit;
let customer: TestAccount;
let upstream: MisbehavingUpstream;
let weights: WeightsServer;
let folder: string;

const WEIGHTS_PATH = 'maker/toy/resolve/main/toy.bin';

before(async () => {
  upstream = await startMisbehavingUpstream();
  weights = await startWeightsServer();
  weights.files.set(WEIGHTS_PATH, Buffer.alloc(400_000, 'weights'));
  folder = await mkdtemp(join(tmpdir(), 'atelier-desk-'));
  const toy = { 'toy.bin': { bytes: 400_000, sources: ['hf:maker/toy@main/toy.bin'] } };
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({
      models: {
        'toy-1': { title: 'A toy', kind: 'other', files: toy },
        'toy-text-1': { title: 'A text toy', kind: 'text', files: { 'model.gguf': toy['toy.bin'] } },
      },
    }),
  );
  service = await startService({
    CONFIG: join(folder, 'config.json'),
    MODELS_DIR: join(folder, 'models'),
    HF_ENDPOINT: weights.url,
    OPENAI_BASE_URL: upstream.baseUrl,
    OPENAI_API_KEY: 'sk-test',
    ALLOW_PRIVATE_WEBHOOKS: '1',
    WEBHOOK_RETRY_SECONDS: '0.01,0.01,0.01,0.01',
  });
  kit = await createJobKit(service.databaseUrl, { concurrent: 1, queued: 1_000 });
  desk = await openDesk(service);
  customer = await service.account();
});
after(async () => {
  await kit.close();
  await service.stop();
  await Promise.all([upstream.close(), weights.close()]);
  await rm(folder, { recursive: true, force: true });
});

test('engines are listed with their models, prices, and how the calls to them went', async () => {
  const chat = (model: string) =>
    service.call('POST', '/v1/chat/completions', {
      key: customer.liveKey,
      body: { model, messages: [{ role: 'user', content: 'Hello' }] },
    });
  for (let call = 0; call < 3; call += 1) assert.equal((await chat('mock-good-1')).status, 200);
  for (let call = 0; call < 3; call += 1) assert.ok((await chat('mock-500-1')).status >= 500);
  const { status, json } = await desk.read('/engines');
  assert.equal(status, 200);
  const openai = json.data.find(
    (one: { name: string; module: string }) => one.name === 'openai' && one.module === 'chat',
  );
  assert.equal(openai.ready, true);
  const modelOf = (id: string) => openai.models.find((one: { id: string }) => one.id === id);
  const good = modelOf('mock-good-1');
  assert.deepEqual(good.pricing, { input_per_million_tokens: 20, output_per_million_tokens: 60 });
  assert.deepEqual(
    [good.health.state, good.health.calls, good.health.errors, good.health.error_rate],
    ['closed', 3, 0, 0],
  );
  assert.ok(good.health.latency_ms.p95 >= good.health.latency_ms.p50);
  const bad = modelOf('mock-500-1').health;
  assert.deepEqual([bad.state, bad.error_rate, bad.latency_ms], ['open', 1, null]);
  assert.ok(bad.opens_for_ms > 0 && bad.calls >= 5);
  assert.match(bad.last_error, /500/);
  assert.equal(modelOf('mock-slow-1').health, null, 'nobody asked it yet');
  const modules = new Set(json.data.map(({ module }: { module: string }) => module));
  for (const module of ['chat', 'embeddings', 'image', 'music']) assert.ok(modules.has(module), module);
});

test('image engines are counted too: what they failed at, and not what customers asked wrongly', async () => {
  const paint = (body: object) =>
    service.call('POST', '/v1/image/generate', { key: customer.liveKey, body: { prompt: 'a red balloon', ...body } });
  assert.equal((await paint({ width: 256, height: 256 })).status, 200);
  assert.equal((await paint({ width: 1 })).status, 400);
  const { data } = (await desk.read('/engines')).json;
  const painter = data.find(({ name }: { name: string }) => name === 'painter');
  const { health, pricing } = painter.models[0];
  assert.deepEqual([health.state, health.calls, health.errors], ['closed', 1, 0]);
  assert.ok(health.latency_ms.p50 > 0 && pricing.per_image > 0);
});

test('weights are pulled in the background with progress, used, and removed with a reason', async () => {
  weights.pauseMs = 40;
  const find = async () => (await desk.read('/models')).json.data.find(({ id }: { id: string }) => id === 'toy-1');
  assert.deepEqual([(await find()).ready, (await find()).bytes], [false, 400_000]);
  const begun = await desk.act('/models/toy-1/pull');
  assert.deepEqual([begun.status, begun.json.pulling], [200, true]);
  const seen = new Set<number>();
  for (let line = await find(); !line.ready; line = await find()) {
    assert.equal(line.error, null);
    seen.add(line.progress);
  }
  assert.ok(
    [...seen].some((progress) => progress > 0 && progress < 1),
    [...seen].join(),
  );
  assert.equal((await desk.act('/models/toy-1/remove')).json.error.param, 'reason');
  const removed = await desk.act('/models/toy-1/remove', { reason: 'room for another' });
  assert.deepEqual([removed.status, removed.json.ready], [200, false]);
  const acts = (await desk.read('/audit?limit=2')).json.data;
  assert.deepEqual(
    acts.map(({ action, target }: { action: string; target: string }) => [action, target]),
    [
      ['model.remove', 'toy-1'],
      ['model.pull', 'toy-1'],
    ],
  );
  assert.deepEqual([acts[1].before, acts[1].after], [{ state: 'absent' }, { state: 'being pulled' }]);
  assert.equal((await desk.act('/models/none-1/pull')).status, 404);
});

test('a machine gets a recommendation with reasons, and a licence with conditions must be accepted', async () => {
  const { status, json } = await desk.read('/models/recommendation');
  assert.equal(status, 200);
  assert.match(json.machine.described, /of memory, \d+ cores?/);
  const uses = json.data.map(({ use }: { use: string }) => use);
  assert.deepEqual(uses, ['text', 'image', 'music', 'transcription', 'rerank', 'embedding']);
  for (const { reason } of json.data) assert.ok(reason.length > 10);
  const refused = await desk.act('/models/sdxs-512-1/pull');
  assert.deepEqual([refused.status, refused.json.error.param], [400, 'accept_licence']);
  assert.match(refused.json.error.message, /OpenRAIL/);
});

test('a model is chosen, checked and given back, each with a line in the audit log', async () => {
  weights.pauseMs = 0;
  const find = async () => (await desk.read('/models')).json.data.find(({ id }: { id: string }) => id === 'toy-text-1');
  assert.equal((await desk.act('/models/toy-text-1/use')).status, 400, 'it is not here yet');
  assert.equal((await desk.act('/models/toy-text-1/verify')).status, 400);
  await desk.act('/models/toy-text-1/pull');
  await until(async () => (await find()).ready, { saying: 'the model is here' });
  const chosen = await desk.act('/models/toy-text-1/use', { reason: 'better answers' });
  assert.deepEqual([chosen.status, chosen.json.chosen, chosen.json.use], [200, true, 'text']);
  assert.equal((await desk.act('/models/toy-text-1/verify')).json.check, 'running');
  await until(async () => (await find()).check === 'intact', { saying: 'the check has ended' });
  const path = join(folder, 'models', 'toy-text-1', 'model.gguf');
  await writeFile(path, Buffer.alloc(400_000));
  await desk.act('/models/toy-text-1/verify');
  await until(async () => (await find()).check === 'damaged', { saying: 'the damage is found' });
  assert.equal((await find()).ready, false);
  assert.equal((await desk.act('/models/toy-text-1/use', { chosen: false })).json.chosen, false);
  assert.equal((await desk.act('/models/u2net-1/use')).json.error.param, 'id');
  const acts = (await desk.read('/audit?limit=5')).json.data;
  assert.deepEqual(
    acts.map(({ action }: { action: string }) => action),
    ['model.use', 'model.verify', 'model.verify', 'model.use', 'model.pull'],
  );
});

test('a pull that fails says why in the list', async () => {
  weights.files.delete(WEIGHTS_PATH);
  await desk.act('/models/toy-1/pull');
  const find = async () => (await desk.read('/models')).json.data.find(({ id }: { id: string }) => id === 'toy-1');
  await until(async () => (await find()).error !== null, { saying: 'the pull has failed' });
  const line = await find();
  assert.match(line.error, /could not be pulled/);
  assert.equal(line.pulling, false);
});

test('the queue is shown by kind, account and age, without what customers ask for, and a job is cancelled for them', async () => {
  const caller = { ...(await kit.customer()), accountId: customer.id };
  // Nobody here runs jobs of an account that may run none at once.
  await service.app.database.pool.query(
    `insert into job_lanes (account_id, environment, max_running, running) values ($1, 'live', 1, 1)`,
    [customer.id],
  );
  const secret = 'a prompt that is nobody else’s business';
  const job = await kit.order(caller, { prompt: secret }, { micro: 3_000_000 });
  await kit.order(caller);
  const { json: queue } = await desk.read('/queue');
  assert.deepEqual([queue.waiting, queue.running], [2, 0]);
  assert.deepEqual([queue.kinds[0].kind, queue.kinds[0].waiting], ['noop', 2]);
  assert.deepEqual([queue.accounts[0].email, queue.accounts[0].waiting], [customer.email, 2]);
  // The workers of batches, quick builds and background answers offer no slots to other jobs.
  assert.equal(queue.workers.filter(({ slots }: { slots: number }) => slots > 0).length, 1);
  const list = await desk.read(`/jobs?state=open&kind=noop&account_id=${customer.id}&limit=1`);
  assert.deepEqual([list.json.data.length, list.json.has_more], [1, true]);
  const rest = await desk.read(`/jobs?state=waiting&limit=5&cursor=${list.json.next_cursor}`);
  assert.deepEqual([rest.json.data[0].id, rest.json.data[0].held_credits], [job.id, 3]);
  assert.ok(!rest.text.includes(secret) && !list.text.includes(secret));
  const cancelled = await desk.act(`/jobs/${job.id}/cancel`, { reason: 'it blocks the others' });
  assert.deepEqual([cancelled.status, cancelled.json.state], [200, 'cancelled']);
  const seen = await service.call('GET', `/v1/jobs/${job.id}`, { key: customer.liveKey });
  assert.equal(seen.json.status, 'cancelled');
  const [act] = (await desk.read('/audit?limit=1')).json.data;
  assert.deepEqual([act.action, act.before, act.after], ['job.cancel', { state: 'waiting' }, { state: 'cancelled' }]);
  assert.equal((await desk.act('/jobs/job_none/cancel', { reason: 'none such' })).status, 404);
});

test('failing endpoints are shown with what their servers said, and a delivery is sent again', async () => {
  let isBroken = true;
  const receiver = await startReceiver((_, response) => {
    response.statusCode = isBroken ? 500 : 200;
    response.end('the body of the answer');
  });
  const endpoint = await service.call('POST', '/v1/webhooks', { key: customer.liveKey, body: { url: receiver.url } });
  await service.call('POST', `/v1/webhooks/${endpoint.json.id}/test`, { key: customer.liveKey, body: {} });
  await receiver.got(5);
  const failing = async () => (await desk.read('/endpoints')).json.data;
  await until(async () => (await failing()).length > 0, { saying: 'the endpoint is listed as failing' });
  const lines = await failing();
  assert.deepEqual(
    [lines[0].id, lines[0].email, lines[0].failed_deliveries, lines[0].last_status],
    [endpoint.json.id, customer.email, 1, 500],
  );
  const { data } = (await desk.read(`/deliveries?state=failed&endpoint_id=${endpoint.json.id}`)).json;
  assert.deepEqual([data.length, data[0].state, data[0].attempts, data[0].last_status], [1, 'failed', 5, 500]);
  isBroken = false;
  const replayed = await desk.act(`/deliveries/${data[0].id}/replay`);
  assert.deepEqual([replayed.status, replayed.json.replay_of], [200, data[0].id]);
  await receiver.got(6);
  assert.equal(receiver.received[5]?.body, receiver.received[0]?.body);
  await until(async () => (await failing()).length === 0, { saying: 'no endpoint is failing' });
  assert.equal((await desk.read('/audit?action=delivery.replay')).json.data[0].target, data[0].id);
  receiver.close();
});
