// Pictures through the API: every bound of the seed, every way to send a picture, jobs, money, and OpenAI's client.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { plain, smallPhoto } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
let other: TestAccount;
let cat: Uint8Array;

before(async () => {
  service = await startService();
  account = await service.account();
  other = await service.account();
  cat = await smallPhoto('chelsea', 96);
});
after(() => service.stop());

const post = (path: string, body: object, options: { key?: string; headers?: Record<string, string> } = {}) =>
  service.call('POST', `/v1${path}`, { key: account.liveKey, body, ...options });

const dataUri = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

async function sendForm(path: string, fields: Record<string, string | Uint8Array>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value)]), `${name}.png`);
  }
  const headers = { authorization: `Bearer ${account.liveKey}` };
  const response = await fetch(`${service.origin}/v1${path}`, { method: 'POST', headers, body: form });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
  return { status: response.status, json: (await response.json()) as any };
}

test('a generated image has a URL and the requested size, and is charged per image', async () => {
  const answer = await post('/image/generate', {
    prompt: 'a red balloon above a lake',
    width: 128,
    height: 96,
    count: 2,
    seed: 7,
  });
  assert.equal(answer.status, 200, answer.text);
  const { object, image_url, images, usage } = answer.json;
  assert.equal(object, 'image');
  assert.equal(image_url, images[0].url);
  assert.equal(images.length, 2);
  assert.equal(usage.images, 2);
  assert.equal(Number(answer.headers.get('x-credits-charged')), usage.credits);
  const { width, height, format } = await sharp(await download(images[1].url)).metadata();
  assert.deepEqual([width, height, format], [128, 96, 'png']);
});

test('every field has its bounds, and the first wrong one is named', async () => {
  const wrong: [object, string, string][] = [
    [{}, 'prompt', 'missing_parameter'],
    [{ prompt: '' }, 'prompt', 'invalid_parameter'],
    [{ prompt: 'a', count: 0 }, 'count', 'invalid_parameter'],
    [{ prompt: 'a', count: 5 }, 'count', 'invalid_parameter'],
    [{ prompt: 'a', count: 1.5 }, 'count', 'invalid_parameter'],
    [{ prompt: 'a', size: '640x480' }, 'size', 'invalid_parameter'],
    [{ prompt: 'a', size: '512x512', width: 1024 }, 'size', 'invalid_parameter'],
    [{ prompt: 'a', width: 20_000 }, 'width', 'invalid_parameter'],
    [{ prompt: 'a', height: 3 }, 'height', 'invalid_parameter'],
    [{ prompt: 'a', steps: 0 }, 'steps', 'invalid_parameter'],
    [{ prompt: 'a', style: 'cubist' }, 'style', 'invalid_parameter'],
    [{ prompt: 'a', format: 'bmp' }, 'format', 'invalid_parameter'],
    [{ prompt: 'a', seed: -1 }, 'seed', 'invalid_parameter'],
    [{ prompt: 'a', model: 'no-such-model-1' }, 'model', 'unknown_model'],
  ];
  for (const [body, param, code] of wrong) {
    const { status, json } = await post('/image/generate', body);
    assert.deepEqual([status, json.error.param, json.error.code], [400, param, code], JSON.stringify(body));
  }
});

test('an image can be sent as an upload, a file id, a file URL or a data URI', async () => {
  const uploaded = await sendForm('/files', { file: cat });
  assert.equal(uploaded.status, 201);
  const { id, url } = uploaded.json;
  for (const image of [id, url, `/files/${id}.png`, dataUri(cat)]) {
    const { status, text, json } = await post('/image/upscale', { image, scale: 2, format: 'webp' });
    assert.equal(status, 200, text);
    assert.deepEqual([json.images[0].width, json.images[0].format], [192, 'webp']);
  }
  const form = await sendForm('/image/upscale', { image: cat, scale: '4' });
  assert.equal(form.status, 200, JSON.stringify(form.json));
  assert.equal(form.json.images[0].width, 384);
});

test('files of another account or the other environment are not found', async () => {
  const { json } = await sendForm('/files', { file: cat });
  const body = { image: json.id, scale: 2 };
  assert.equal((await post('/image/upscale', body, { key: other.liveKey })).status, 404);
  const sandbox = await service.call('POST', '/sandbox/v1/image/upscale', { key: account.testKey, body });
  assert.equal(sandbox.status, 404);
});

test('addresses inside the house are never called', async () => {
  for (const image of [
    'http://127.0.0.1/a.png',
    'https://127.0.0.1/a.png',
    'https://169.254.169.254/x',
    'https://[::1]/x',
  ]) {
    const { status, json } = await post('/image/upscale', { image });
    assert.deepEqual([status, json.error.code, json.error.param], [400, 'unsafe_url', 'image'], image);
  }
});

test('a file that is not an image is refused, and costs nothing', async () => {
  const before = (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
  for (const image of [dataUri(svg), 'data:image/png,notbase64', 'nonsense', dataUri(cat.subarray(0, 50))]) {
    const { status, json } = await post('/image/upscale', { image });
    assert.deepEqual([status, json.error.param], [400, 'image'], image.slice(0, 40));
  }
  assert.equal((await post('/image/upscale', { scale: 2 })).json.error.code, 'missing_parameter');
  assert.equal((await post('/image/upscale', { image: dataUri(cat), scale: 3 })).json.error.param, 'scale');
  assert.equal((await sendForm('/files', { file: Buffer.from([0, 255, 1, 254]) })).status, 415);
  assert.equal((await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits, before);
});

test('an edit by prompt changes the image; one that cannot be done is refused and free', async () => {
  const { status, json, text } = await post('/image/edit', {
    image: dataUri(cat),
    prompt: 'make it black and white',
    format: 'jpeg',
  });
  assert.equal(status, 200, text);
  const { saturation } = await colourOf(await download(json.image_url));
  assert.ok(saturation < 2);
  const { saturation: was } = await colourOf(Buffer.from(cat));
  assert.ok(was > 20);
  const refused = await post('/image/edit', { image: dataUri(cat), prompt: 'give the cat a hat' });
  assert.deepEqual([refused.status, refused.json.error.param], [400, 'prompt']);
  const { width, height } = await sharp(cat).metadata();
  const patch = Buffer.from(await plain(24, 24, '#ffffff'));
  const marked = sharp(await plain(width, height, '#000000')).composite([{ input: patch, left: 8, top: 8 }]);
  const mask = dataUri(await marked.png().toBuffer());
  for (const change of [{ prompt: 'make it warmer' }, { operation: 'adjust', brightness: 0.2 }]) {
    const masked = await post('/image/edit', { image: dataUri(cat), mask, ...change });
    assert.deepEqual([masked.status, masked.json.error?.param], [400, 'mask'], JSON.stringify(change));
    assert.match(masked.json.error.message, /uses a mask only to erase/);
  }
  const painted = await post('/image/edit', { image: dataUri(cat), mask, prompt: 'give the cat a hat' });
  assert.deepEqual([painted.status, painted.json.error?.param], [400, 'prompt']);
  const streamed = await post('/image/edit', { image: dataUri(cat), prompt: 'make it warmer', stream: true });
  assert.deepEqual([streamed.status, streamed.json.error?.param], [400, 'stream']);
  const erase = await post('/image/edit', { image: dataUri(cat), operation: 'inpaint' });
  assert.deepEqual([erase.status, erase.json.error.param], [400, 'mask']);
});

test('a field of another operation is refused in words, and costs nothing', async () => {
  const before = (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;
  const wrong: [body: object, param: string, words: RegExp][] = [
    [{ operation: 'crop', width: 20, height: 20, left: 10 }, 'left', /"outpaint".*"crop"/],
    [{ operation: 'adjust', brightness: 0.2, aspect_ratio: '1:1' }, 'aspect_ratio', /"crop".*"adjust"/],
    [{ prompt: 'make it warmer', denoise: true }, 'denoise', /"enhance".*"adjust"/],
    [{ operation: 'enhance', strength: 0.5 }, 'strength', /diffusion/],
    [{ operation: 'remove-background', background: 'white' }, 'background', /"replace-background"/],
  ];
  for (const [body, param, words] of wrong) {
    const { status, json } = await post('/image/edit', { image: dataUri(cat), ...body });
    assert.deepEqual([status, json.error?.code, json.error?.param], [400, 'invalid_parameter', param]);
    assert.match(json.error.message, words);
  }
  const after = (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;
  assert.equal(after, before);
});

test('with Prefer: respond-async the image is made by a job', async () => {
  const headers = { prefer: 'respond-async' };
  const { status, json } = await post('/image/upscale', { image: dataUri(cat), scale: 2 }, { headers });
  assert.equal(status, 202);
  assert.equal(json.object, 'image.job');
  const job = await finished(json.id);
  assert.equal(job.status, 'completed', JSON.stringify(job));
  assert.equal(job.images[0].width, 192);
  assert.ok(job.usage.credits > 0, 'the finished job says what it cost');
  assert.equal((await sharp(await download(job.image_url)).metadata()).width, 192);
});

test('the list of models says what each can do, costs, and whether it is ready', async () => {
  const { json } = await service.call('GET', '/v1/image/models', { key: account.liveKey });
  const fast = json.data.find((model: { id: string }) => model.id === 'artcnn-c4f32-1');
  assert.equal(fast.ready, true);
  assert.deepEqual(fast.capabilities, ['upscale:2', 'upscale:4']);
  assert.equal(fast.pricing.per_image, 2);
  for (const capability of ['generate', 'edit:inpaint', 'edit:remove-background', 'edit:adjust', 'upscale:4'])
    assert.ok(
      json.data.some((model: { capabilities: string[] }) => model.capabilities.includes(capability)),
      capability,
    );
});

test("OpenAI's client generates and edits, by address and as base64", async () => {
  const client = new OpenAI({ apiKey: account.liveKey, baseURL: `${service.origin}/v1`, maxRetries: 0 });
  const byUrl = await client.images.generate({ prompt: 'a green hill', n: 2, size: '256x256' });
  assert.equal(byUrl.data?.length, 2);
  assert.equal((await sharp(await download(byUrl.data?.[0]?.url ?? '')).metadata()).width, 256);
  const inline = await client.images.generate({ prompt: 'a green hill', size: '256x256', response_format: 'b64_json' });
  const bytes = Buffer.from(inline.data?.[0]?.b64_json ?? '', 'base64');
  assert.equal((await sharp(bytes).metadata()).format, 'png');
  const image = await toFile(Buffer.from(cat), 'cat.png', { type: 'image/png' });
  const edited = await client.images.edit({ image, prompt: 'make it warmer', response_format: 'b64_json' });
  const [red = 0] = (await sharp(Buffer.from(edited.data?.[0]?.b64_json ?? '', 'base64')).stats()).channels.map(
    ({ mean }) => mean,
  );
  const [was = 0] = (await sharp(cat).stats()).channels.map(({ mean }) => mean);
  assert.ok(red > was + 3);
  await assert.rejects(client.images.generate({ prompt: 'x', n: 9 }), { status: 400, param: 'n' });
  await assert.rejects(client.images.generate({ prompt: 'x', stream: true }), { status: 400, param: 'stream' });
  for (const [change, param] of [
    [{ background: 'transparent' }, 'background'],
    [{ output_compression: 50 }, 'output_compression'],
    [{ partial_images: 2 }, 'partial_images'],
  ] as const)
    await assert.rejects(client.images.generate({ prompt: 'x', ...change }), { status: 400, param });
  for (const [change, param] of [
    [{ n: 2 }, 'n'],
    [{ size: '512x512' }, 'size'],
  ] as const)
    await assert.rejects(client.images.edit({ image, prompt: 'make it warmer', ...change }), { status: 400, param });
  // 256 × 256 pixels are 8 × 8 patches of 32 × 32, twice.
  assert.equal(byUrl.usage?.output_tokens, 128);
  assert.deepEqual(byUrl.usage?.input_tokens_details, { text_tokens: 3, image_tokens: 0 });
  assert.equal(byUrl.usage?.total_tokens, 131);
});

test('an image that is too large to enlarge is refused before the work starts', async () => {
  const wide = await plain(4000, 2000, '#223344');
  const { status, json } = await post('/image/upscale', { image: dataUri(wide), scale: 4 });
  assert.deepEqual([status, json.error.param], [400, 'scale']);
});

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
async function finished(id: string): Promise<any> {
  const response = await fetch(`${service.origin}/v1/jobs/${id}/events`, {
    headers: { authorization: `Bearer ${account.liveKey}` },
  });
  await response.text(); // ends with the job
  return (await service.call('GET', `/v1/jobs/${id}`, { key: account.liveKey })).json;
}

async function colourOf(bytes: Buffer): Promise<{ saturation: number }> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  let spread = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const pixel = [...data.subarray(at, at + 3)];
    spread += Math.max(...pixel) - Math.min(...pixel);
  }
  return { saturation: spread / (data.length / info.channels) };
}
