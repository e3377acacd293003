// Picture servers of others, each played by a small server that speaks their protocol over real HTTP.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import type { ImageEngine, ImageOrder } from '../../src/engines/image/port.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { connectImageUpstreams } from '../../src/engines/image/upstream/connect.ts';
import { plain, rawOf } from '../support/pictures.ts';

const studio = createStudio();
const seen: { path: string; body: string; key: string | undefined }[] = [];
let server: Server;
let base: string;
let picture: string;

before(async () => {
  picture = Buffer.from(await plain(64, 64, '#00aa00')).toString('base64');
  server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const path = request.url ?? '';
    seen.push({ path, body, key: request.headers.authorization });
    const { status = 200, reply } = answerTo(path, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(reply instanceof Uint8Array ? reply : JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  studio.close();
  server.close();
});

function answerTo(path: string, body: string): { status?: number; reply: unknown } {
  if (body.includes('forbidden words'))
    return { status: 400, reply: { error: { message: 'the prompt is not allowed' } } };
  if (body.includes('break down')) return { status: 500, reply: { error: 'secret stack trace' } };
  if (path.endsWith('/images/generations') || path.endsWith('/images/edits'))
    return { reply: { data: [{ b64_json: picture }, { url: `${base}/made.png` }] } };
  if (path === '/made.png' || path.startsWith('/view?')) return { reply: Buffer.from(picture, 'base64') };
  if (path === '/sdapi/v1/txt2img' || path === '/sdapi/v1/img2img') return { reply: { images: [picture] } };
  if (path === '/sdapi/v1/extra-single-image') return { reply: { image: picture } };
  if (path === '/prompt') return { reply: { prompt_id: 'p1' } };
  if (path === '/history/p1')
    return { reply: { p1: { outputs: { 7: { images: [{ filename: 'a.png', subfolder: '', type: 'output' }] } } } } };
  if (path.includes('/luma/') || path.includes('/generations/image'))
    return { reply: { id: 'g1', state: 'completed', assets: { image: `${base}/made.png` } } };
  if (path.includes('/generations/g1'))
    return { reply: { id: 'g1', state: 'completed', assets: { image: `${base}/made.png` } } };
  return { status: 404, reply: { error: 'unknown' } };
}

function connect(kind: string): ImageEngine {
  const entry = {
    name: 'far',
    kind,
    base_url: base,
    api_key_env: 'FAR_KEY',
    models: [{ id: 'far-1', upstream_id: 'inner' }],
  };
  const settings = { entries: [entry], openAi: null, secretByName: () => 'sk-far' };
  const [engine] = connectImageUpstreams(studio, settings);
  if (!engine) throw new Error('not connected');
  return engine;
}

const order: ImageOrder = {
  model: 'far-1',
  prompt: 'a hill',
  width: 96,
  height: 64,
  count: 1,
  seed: 5,
  format: 'webp',
  steps: 9,
};
const quiet = () => undefined;
const patient = () => AbortSignal.timeout(30_000);

for (const kind of ['openai', 'automatic1111', 'comfyui', 'luma'])
  test(`${kind}: an order becomes an image of the requested size and format`, async () => {
    const made = await connect(kind).generate(order, quiet, patient());
    const [first] = made;
    assert.ok(first);
    assert.deepEqual([first.width, first.height, first.format], [96, 64, 'webp']);
    const { data } = await rawOf(first.bytes);
    assert.ok((data[1] ?? 0) > 140, 'it is the green picture that the server gave');
    assert.ok(seen.some(({ body }) => body.includes('a hill')));
    assert.ok(seen.some(({ key }) => key === 'Bearer sk-far'));
  });

test('a web UI gets steps, seed and checkpoint, edits with a mask, and enlarges', async () => {
  const engine = connect('automatic1111');
  await engine.generate(order, quiet, patient());
  const sent = JSON.parse(seen.findLast(({ path }) => path === '/sdapi/v1/txt2img')?.body ?? '{}');
  assert.deepEqual([sent.steps, sent.seed, sent.override_settings.sd_model_checkpoint], [9, 5, 'inner']);
  const image = await plain(32, 32, '#112233');
  const wish = {
    model: 'far-1',
    image,
    mask: image,
    prompt: 'a door',
    operation: 'prompt',
    options: {},
    format: 'png',
    seed: 1,
  } as const;
  assert.equal((await engine.edit(wish, quiet, patient())).width, 64);
  assert.ok(JSON.parse(seen.findLast(({ path }) => path === '/sdapi/v1/img2img')?.body ?? '{}').mask);
  assert.equal((await engine.upscale({ model: 'far-1', image, scale: 2, format: 'png' }, quiet, patient())).width, 64);
});

test("the customer gets the reason of a refusal, but not the details of a server's own failure", async () => {
  const fail = async (prompt: string) => {
    const error = await connect('openai')
      .generate({ ...order, prompt }, quiet, patient())
      .catch((thrown) => thrown);
    assert.ok(error instanceof ServiceError);
    return error;
  };
  const refused = await fail('forbidden words');
  assert.deepEqual([refused.code, refused.param], ['invalid_parameter', 'prompt']);
  assert.match(refused.message, /not allowed/);
  const broken = await fail('break down');
  assert.equal(broken.code, 'engine_failed');
  assert.doesNotMatch(broken.message, /stack/);
});

test('an unreachable server is unavailable, and a wrong entry stops the start and names its place', async () => {
  const entry = { name: 'gone', kind: 'openai', base_url: 'http://127.0.0.1:9', models: [{ id: 'gone-1' }] };
  const [engine] = connectImageUpstreams(studio, { entries: [entry], openAi: null, secretByName: () => undefined });
  await assert.rejects(async () => engine?.generate({ ...order, model: 'gone-1' }, quiet, patient()), {
    code: 'engine_unavailable',
  });
  const wrong = { entries: [{ ...entry, kind: 'nonsense' }], openAi: null, secretByName: () => undefined };
  assert.throws(() => connectImageUpstreams(studio, wrong), /image_upstreams: .*kind/);
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}
