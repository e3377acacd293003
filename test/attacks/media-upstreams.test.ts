// Upstreams of images and recordings that lie: more or fewer images than ordered, impossible times, files at private
// addresses.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { ServiceError } from '../../src/core/errors.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { createOpenAiImageEngine } from '../../src/engines/image/upstream/openai.ts';
import { fetchFile, fileAt, type Provider } from '../../src/net/provider-call.ts';
import { type Answer, type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { beep } from '../support/small-wav.ts';
import { until } from '../support/until.ts';

let upstream: AudioStandIn;
let service: TestService;
let folder: string;
let picture: string;

before(async () => {
  picture = Buffer.from(await plain(64, 64, '#00aa00')).toString('base64');
  upstream = await startAudioStandIn(() => undefined);
  folder = await mkdtemp(join(tmpdir(), 'media-config-'));
  const server = { kind: 'openai', base_url: upstream.baseUrl };
  const price = { per_image: 3, per_request: 1 };
  const cost = { per_image: 2 };
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({
      image_upstreams: [{ ...server, name: 'painter-far', models: [{ id: 'brush-1', price, cost }] }],
      speech_upstreams: ['mouth-far', 'mouth-near'].map((name) => ({
        ...{ ...server, name },
        models: [
          { id: 'mouth-1', price: { per_million_characters: 900_000 }, cost: { per_million_characters: 500_000 } },
        ],
      })),
      transcription_upstreams: [
        { ...server, name: 'listener', models: [{ id: 'ear-1', cost: { per_second: 0.005 } }] },
      ],
    }),
  );
  service = await startService({ CONFIG: join(folder, 'config.json') });
});
after(async () => {
  await service.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  upstream.calls = [];
});

const says =
  (body: unknown): Answer =>
  (_call, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const balanceOf = async ({ liveKey: key }: TestAccount) =>
  (await service.call('GET', '/v1/payments/balance', { key })).json.credits;
/** What the books have of the upstream: a chore sums up the rows of calls. */
const costsOf = async (account: TestAccount) =>
  (
    await service.app.database.pool.query(
      `select upstream, sum(cost)::bigint as cost, sum(images)::bigint as images from (
         select upstream, cost, images from call_costs where account_id = $1
         union all select upstream, cost, images from cost_hourly where account_id = $1) booked group by 1`,
      [account.id],
    )
  ).rows;
const paint = (account: TestAccount, count: number, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/image/generate', {
    key: account.liveKey,
    headers,
    body: { model: 'brush-1', prompt: 'A tree', width: 64, height: 64, count },
  });
const image = () => ({ b64_json: picture });

for (const [asked, sent, paid] of [
  [1, 4, 4],
  [2, 300, 7],
  [3, 1, 4],
  [4, 2, 7],
] as const)
  test(`${asked} images are asked for and ${sent} come: what is delivered is paid, as a call and as a job`, async () => {
    upstream.answer = says({ data: Array.from({ length: sent }, image) });
    for (const headers of [{}, { prefer: 'respond-async' }] as Record<string, string>[]) {
      const account = await service.account({ credits: 100 });
      const made = await paint(account, asked, headers);
      assert.ok(made.status < 300, made.text);
      const id = made.json.id;
      if (headers.prefer)
        await until(
          async () =>
            (await service.call('GET', `/v1/jobs/${id}`, { key: account.liveKey })).json.status === 'completed',
          { saying: 'the job is completed' },
        );
      const delivered = Math.min(asked, sent);
      const done = headers.prefer
        ? (await service.call('GET', `/v1/jobs/${id}`, { key: account.liveKey })).json
        : made.json;
      assert.equal(done.images.length, delivered);
      assert.equal(100 - (await balanceOf(account)), paid);
      const [cost] = await costsOf(account);
      assert.deepEqual([cost?.upstream, cost?.images, cost?.cost], ['painter-far', delivered, delivered * 2_000_000]);
    }
  });

test('an upstream of speech that answers with an error as 200, or with nothing, is asked once and paid by nobody', async () => {
  for (const answer of [says({ error: { message: 'out of memory' } }), says('<html></html>'), says('')]) {
    const account = await service.account({ credits: 100 });
    upstream.calls = [];
    upstream.answer = answer;
    const body = { model: 'mouth-1', input: 'Ten words, each of them worth some credits to somebody.' };
    const said = await service.call('POST', '/v1/audio/speech', { key: account.liveKey, body });
    assert.deepEqual([said.status, said.json.error.code], [502, 'engine_failed'], said.text);
    assert.equal(upstream.calls.length, 1);
    assert.equal(await balanceOf(account), 100);
  }
});

test('an upstream answers with no list of images, nothing, nulls, files of this machine, or ten thousand addresses', async () => {
  const account = await service.account({ credits: 100 });
  upstream.answer = says({ data: [null] });
  assert.equal((await paint(account, 1)).status, 502);
  assert.equal(await balanceOf(account), 100);
  const studio = createStudio();
  const models = [{ id: 'brush-1', upstreamId: 'brush-1' }];
  // Without the router, which pauses an upstream that fails so often.
  const engine = createOpenAiImageEngine({ studio, models, name: 'far', baseUrl: upstream.baseUrl, headers: {} });
  const order = {
    model: 'brush-1',
    prompt: 'A tree',
    width: 64,
    height: 64,
    count: 1,
    seed: 1,
    format: 'png',
  } as const;
  for (const body of [
    {},
    'null',
    '[]',
    { data: 'abc' },
    { data: { length: 3 } },
    { data: [] },
    { data: [null] },
    { data: [{ b64_json: 7 }] },
    { data: [{ url: '' }] },
    { data: [{ url: 'file:///etc/passwd' }] },
    { data: [{ url: 'data:image/png;base64,AAAA' }] },
    { data: [{ b64_json: Buffer.from('<svg/>').toString('base64') }] },
    { data: Array.from({ length: 10_000 }, () => ({ url: `${upstream.baseUrl}/none.png` })) },
  ]) {
    upstream.answer = (call, response) =>
      call.path.endsWith('/images/generations') ? says(body)(call, response) : void response.writeHead(404).end('{}');
    upstream.calls = [];
    const painting = engine.generate(order, () => undefined, AbortSignal.timeout(20_000));
    const isToldApart = (error: unknown) => error instanceof ServiceError && /^engine_/.test(error.code);
    await assert.rejects(painting, isToldApart, JSON.stringify(body).slice(0, 60));
    assert.ok(upstream.calls.length <= 2, `${upstream.calls.length} calls of the upstream`);
  }
  studio.close();
});

async function transcribe(account: TestAccount, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ model: 'ear-1', ...fields })) form.append(name, value);
  form.append('file', new File([beep(2)], 'a.wav'));
  const headers = { authorization: `Bearer ${account.liveKey}` };
  return fetch(`${service.origin}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
}

for (const [what, start, end] of [
  ['beyond all numbers', '1e400', '1e400'],
  ['huge', '0', '1e300'],
  ['negative', '-5', '-1'],
  ['backwards', '1.5', '0.2'],
] as const)
  test(`a recording is charged and its subtitles never come, because the times are ${what}`, async () => {
    const account = await service.account({ credits: 100 });
    const segment = `{"start":${start},"end":${end},"text":" Hello","avg_logprob":1e400}`;
    upstream.answer = says(
      `{"text":" Hello","segments":[${segment}],"words":[{"word":"Hello","start":${start},"end":${end}}]}`,
    );
    for (const format of ['srt', 'vtt', 'verbose_json']) {
      const before = await balanceOf(account);
      const answer = await transcribe(account, { response_format: format });
      const text = await answer.text();
      assert.equal(answer.status, 200, text);
      assert.match(text, /Hello/);
      assert.doesNotMatch(text, /23:59|null,"text"|-\d+\.\d|"end":null/);
      assert.ok((await balanceOf(account)) < before);
    }
  });

test('a customer reads a whole transcript whose upstream tells no times, leaves before its end, and pays nothing', async () => {
  const account = await service.account({ credits: 100 });
  upstream.answer = says({ text: ' Hello', segments: [{ start: 0, end: 0, text: ' Hello' }] });
  const answer = await transcribe(account, { stream: 'true', response_format: 'json' });
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await until(async () => (await balanceOf(account)) < 100, { saying: 'the recording was charged' });
});

test("a public provider's own address sends this service into its private network, or its key elsewhere", async () => {
  const seen: { path: string; key: string | undefined }[] = [];
  const target = await open((path, key) => {
    seen.push({ path, key });
    return undefined;
  });
  const provider = await open((path) =>
    path === '/loop' ? '/loop' : path === '/own' ? '/file' : path === '/file' ? undefined : `${target.url}/secret`,
  );
  const former = getGlobalDispatcher();
  const port = new URL(provider.url).port;
  // A public name whose server stands here.
  setGlobalDispatcher(
    new Agent({
      connect: { lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) },
    }),
  );
  try {
    const far: Provider = {
      name: 'far',
      baseUrl: `http://api.example.com:${port}`,
      headers: { 'x-api-key': 'secret-key' },
    };
    const get = (path: string) =>
      fetchFile(far, fileAt(far, path), { maxBytes: 1000, signal: AbortSignal.timeout(10_000) });
    assert.equal(Buffer.from(await get('/own')).toString(), 'a file');
    for (const path of ['/away', '/loop']) await assert.rejects(get(path), { code: 'engine_failed' }, path);
    assert.deepEqual(seen, [], 'nothing of the private network was asked');
  } finally {
    setGlobalDispatcher(former);
    for (const { server } of [target, provider]) server.close();
  }
});

/** Redirects to what the function says; otherwise sends a file. */
async function open(where: (path: string, key: string | undefined) => string | undefined) {
  const server: Server = createServer((request, response) => {
    const location = where(request.url ?? '', request.headers['x-api-key']?.toString());
    if (location) response.writeHead(302, { location }).end();
    else response.end('a file');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
