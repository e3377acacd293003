// A bucket that fails once an image was made, files whose content is gone, and upstreams that send calls elsewhere or get a key that is not
// theirs.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { S3Bucket } from '../../src/artifacts/s3-bucket.ts';
import { readS3Url } from '../../src/artifacts/s3-place.ts';
import { sweepLeases } from '../../src/jobs/endings.ts';
import { type Answer, type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { type FaultyBucket, startFaultyBucket } from '../support/faulty-bucket.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let bucket: FaultyBucket;
let upstream: AudioStandIn;
let elsewhere: AudioStandIn;
let service: TestService;
let folder: string;
let picture: string;

before(async () => {
  picture = Buffer.from(await plain(64, 64, '#00aa00')).toString('base64');
  bucket = await startFaultyBucket();
  upstream = await startAudioStandIn(() => undefined);
  elsewhere = await startAudioStandIn((_call, response) => void response.end('{"data":[]}'));
  folder = await mkdtemp(join(tmpdir(), 'lost-results-'));
  const price = { input: 2, output: 4 };
  const text = (name: string, kind: string) => ({
    name,
    kind,
    base_url: upstream.baseUrl,
    models: [{ id: name, price }],
  });
  const brush = { id: 'brush-1', price: { per_image: 4 }, cost: { per_image: 3 } };
  const config = {
    upstreams: [text('chatty', 'openai'), text('claudish', 'anthropic'), text('geminish', 'google')],
    image_upstreams: [{ name: 'painter', kind: 'openai', base_url: upstream.baseUrl, models: [brush] }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({ CONFIG: join(folder, 'config.json'), S3_URL: bucket.url });
});
after(async () => {
  await service.stop();
  await Promise.all([upstream.close(), elsewhere.close(), bucket.stop()]);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  bucket.behave(() => 'pass');
  upstream.calls = [];
  elsewhere.calls = [];
});

const says =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_call, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const paint = ({ liveKey: key }: TestAccount, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/image/generate', {
    ...{ key, headers },
    body: { model: 'brush-1', prompt: 'A tree', width: 64, height: 64 },
  });

async function costsOf({ id }: TestAccount) {
  const { rows } = await service.app.database.pool.query(
    // A chore sums up the rows of calls.
    `select sum(unpaid_calls)::int as unpaid, sum(unpaid_cost + estimated_cost)::bigint as cost from (
       select unpaid_calls, unpaid_cost, estimated_cost from call_costs where account_id = $1
       union all select unpaid_calls, unpaid_cost, estimated_cost from cost_hourly where account_id = $1) booked`,
    [id],
  );
  return rows[0];
}

test('an image that the bucket does not take is ordered once, is free, and its cost is booked', async () => {
  upstream.answer = says({ data: [{ b64_json: picture }] });
  for (const headers of [{}, { prefer: 'respond-async' }] as Record<string, string>[]) {
    upstream.calls = [];
    bucket.behave((method) => (method === 'PUT' ? 'busy' : 'pass'));
    const account = await service.account({ credits: 100 });
    const answer = await paint(account, headers);
    if (headers.prefer) {
      const job = () => service.call('GET', `/v1/jobs/${answer.json.id}`, { key: account.liveKey });
      await until(async () => (await job()).json.status === 'failed', { saying: 'the job has failed' });
      assert.equal((await job()).json.error.code, 'service_unavailable');
    } else assert.equal(answer.status, 503, answer.text);
    assert.equal(upstream.calls.length, 1);
    assert.deepEqual(await moneyOf(service, account.id).then(({ balance, held }) => [balance, held]), [100e6, 0]);
    assert.deepEqual(await costsOf(account), { unpaid: 1, cost: 3_000_000 });
  }
});

test('a job whose worker dies is ordered again, and the order that is lost is booked', async () => {
  const account = await service.account({ credits: 100 });
  upstream.answer = () => undefined;
  const { id } = (await paint(account, { prefer: 'respond-async' })).json;
  await until(() => upstream.calls.length === 1, { saying: 'the upstream has the order' });
  const { database } = service.app;
  upstream.answer = says({ data: [{ b64_json: picture }] });
  const events = { emitAllIn: async () => undefined };
  // As if the worker were dead: it renews its lease every few seconds.
  const expire = "update jobs set leased_until = now() - interval '1 minute' where id = $1 and attempt = 1";
  await until(
    async () => {
      await database.pool.query(expire, [id]);
      await sweepLeases({ database, events });
      return upstream.calls.length === 2;
    },
    { saying: 'the job is ordered again' },
  );
  const job = () => service.call('GET', `/v1/jobs/${id}`, { key: account.liveKey });
  await until(async () => (await job()).json.status === 'completed', { saying: 'the second attempt is completed' });
  assert.equal((await moneyOf(service, account.id)).balance, 96e6, 'one image is paid');
  assert.deepEqual(await costsOf(account), { unpaid: 1, cost: 3_000_000 });
});

test('a file whose content is gone from the bucket is not found', async () => {
  upstream.answer = says({ data: [{ b64_json: picture }] });
  const made = await paint(await service.account());
  assert.equal(made.status, 200, made.text);
  const path = new URL(made.json.image_url).pathname;
  assert.equal((await fetch(`${service.origin}${path}`)).status, 200);
  const id = /\/files\/(\w{26})/.exec(path)?.[1] ?? '';
  const content = new S3Bucket(readS3Url(bucket.url, () => undefined));
  await content.delete(id);
  await content.close();
  const answer = await fetch(`${service.origin}${path}`);
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  assert.deepEqual([answer.status, error.code], [404, 'not_found']);
  assert.match(error.message, /content of this file is gone/);
});

test('an upstream without a key gets no key of the environment', async () => {
  const names = ['ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];
  for (const name of names) process.env[name] = 'key-of-somebody-else';
  const seen: unknown[] = [];
  upstream.answer = (call, response) => {
    seen.push(call);
    return says({ error: { message: 'no' } }, 400)(call, response);
  };
  const { liveKey: key } = await service.account();
  for (const model of ['claudish', 'geminish']) {
    const body = { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 };
    const said = await service.call('POST', '/v1/chat/completions', { key, body });
    assert.equal(said.status, 400, said.text);
  }
  for (const name of names) delete process.env[name];
  assert.equal(seen.length, 2);
  assert.ok(!JSON.stringify(seen).includes('somebody-else'));
});

test('an upstream that sends calls elsewhere is followed with no call, and the client is not blamed', async () => {
  const account = await service.account();
  const location = `${elsewhere.baseUrl}/secret`;
  for (const status of [301, 302, 303, 307, 308]) {
    upstream.answer = says({}, status, { location });
    const drawn = await paint(account);
    assert.deepEqual([drawn.status, drawn.json.error.code], [502, 'engine_failed'], drawn.text);
    for (const model of ['chatty', 'claudish', 'geminish']) {
      const body = { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 };
      const said = await service.call('POST', '/v1/chat/completions', { key: account.liveKey, body });
      assert.deepEqual([said.status, said.json.error.code], [502, 'engine_failed'], `${model} ${said.text}`);
      assert.match(said.json.error.message, /the operator of this service must check it/, model);
    }
  }
  assert.deepEqual(elsewhere.calls, []);
});
