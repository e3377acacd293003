// The marks of made images and speech, read back by readers that are not ours: what made them, by which model, in which call.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import ExifReader from 'exifreader';
import { parseBuffer } from 'music-metadata';
import sharp from 'sharp';
import { VERSION } from '../../src/app/version.ts';
import { startAudioStandIn } from '../support/audio-stand-in.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { openDesk } from '../support/operator-kit.ts';
import { smallPhoto } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { beep } from '../support/small-wav.ts';

const SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

let service: TestService;
let account: TestAccount;
let owner: string;
let texts: MisbehavingUpstream;
let upstream: Awaited<ReturnType<typeof startAudioStandIn>>;
let folder: string;

before(async () => {
  texts = await startMisbehavingUpstream();
  upstream = await startAudioStandIn((_call, response) => {
    const sound = beep(1);
    response.setHeader('content-type', 'audio/wav');
    // In pieces, the first of which ends within the head.
    response.write(sound.subarray(0, 20));
    setImmediate(() => response.end(sound.subarray(20)));
  });
  folder = await mkdtemp(join(tmpdir(), 'marks-config-'));
  const speaker = { name: 'speaker', kind: 'openai', base_url: upstream.baseUrl, api_key_env: 'SPEECH_KEY' };
  const config = { speech_upstreams: [{ ...speaker, models: [{ id: 'parrot-1', upstream_id: 'tts-parrot' }] }] };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({
    CONFIG: join(folder, 'config.json'),
    SPEECH_KEY: 'key',
    OPENAI_BASE_URL: texts.baseUrl,
    OPENAI_API_KEY: 'sk-upstream',
  });
  account = await service.account();
  owner = (await openDesk(service)).key;
});
after(async () => {
  await service.stop();
  await Promise.all([upstream.close(), texts.close()]);
  await rm(folder, { recursive: true });
});

const post = (path: string, body: object) => service.call('POST', `/v1${path}`, { key: account.liveKey, body });

async function download(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

function readXmp(file: Buffer) {
  const xmp = ExifReader.load(file, { expanded: true }).xmp as Record<string, { value?: unknown } | undefined>;
  const read = (name: string) => xmp?.[name]?.value;
  return {
    source: read('DigitalSourceType'),
    model: read('AISystemUsed'),
    generator: read('CreatorTool'),
    call: read('identifier'),
    prompt: read('AIPromptInformation'),
  };
}

for (const format of ['png', 'jpeg', 'webp'] as const)
  test(`an image as ${format} says that a procedure drew it, with the model, the call and this service, and never the prompt`, async () => {
    const answer = await post('/image/generate', { prompt: 'a secret garden', width: 96, height: 64, format });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers.get('x-ai-generated'), 'true');
    const file = await download(answer.json.image_url);
    assert.deepEqual(readXmp(file), {
      source: `${SOURCE}algorithmicMedia`,
      model: 'painter-1',
      generator: `Atelier/${VERSION}`,
      call: answer.headers.get('x-request-id'),
      prompt: undefined,
    });
    assert.ok(!file.includes('secret garden'));
    const { width, height } = await sharp(file).metadata();
    assert.deepEqual([width, height], [96, 64]);
  });

test('an SVG carries the same words in its metadata element', async () => {
  const { json } = await post('/image/generate', { prompt: 'a logo of a fox', format: 'svg' });
  const text = (await download(json.image_url)).toString();
  assert.match(text, /<metadata>.*DigitalSourceType="[^"]*algorithmicMedia".*<\/metadata>/s);
  assert.ok((await sharp(Buffer.from(text)).metadata()).width);
});

test('an edit is a composite; what only corrects or enlarges keeps the word of its source', async () => {
  const cat = `data:image/png;base64,${Buffer.from(await smallPhoto('chelsea', 64)).toString('base64')}`;
  const styled = await post('/image/edit', { image: cat, operation: 'style', style: 'oil' });
  assert.equal(styled.status, 200, styled.text);
  const composite = `${SOURCE}compositeWithTrainedAlgorithmicMedia`;
  assert.equal(readXmp(await download(styled.json.image_url)).source, composite);
  const enlarged = await post('/image/upscale', { image: styled.json.image_url, format: 'webp' });
  assert.equal(readXmp(await download(enlarged.json.image_url)).source, composite);
  const photo = await post('/image/upscale', { image: cat });
  assert.equal(readXmp(await download(photo.json.image_url)).source, `${SOURCE}algorithmicallyEnhanced`);
});

test('the prompt is written once the operator wants it, without a restart', async () => {
  const set = (value: object) =>
    service.call('PUT', '/v1/operator/settings/service', { key: owner, body: { value, reason: 'A test of it' } });
  assert.equal((await set({ media_prompts: 'on' })).status, 200);
  const { json } = await post('/image/generate', { prompt: 'a "red" <kite>', width: 64, height: 64 });
  assert.equal(readXmp(await download(json.image_url)).prompt, 'a "red" <kite>');
  assert.equal((await set({})).status, 200);
});

test('speech is marked while it is sent, whichever engine speaks', async () => {
  const headers = { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'parrot-1', input: 'Good evening.', response_format: 'wav' });
  const response = await fetch(`${service.origin}/v1/audio/speech`, { method: 'POST', headers, body });
  assert.deepEqual([response.headers.get('x-ai-generated'), response.headers.get('x-model')], ['true', 'parrot-1']);
  const sound = Buffer.from(await response.arrayBuffer());
  const { common, format } = await parseBuffer(sound, 'audio/wav');
  const said = common.comment?.map(({ text }) => text).join(' ') ?? '';
  assert.ok(said.includes(`${SOURCE}trainedAlgorithmicMedia`) && said.includes('parrot-1'), said);
  assert.ok(said.includes(response.headers.get('x-request-id') ?? 'none'));
  assert.equal(format.duration, 1);
  assert.ok(sound.includes(beep(1).subarray(44)), 'every sample is there');
});

test('generated text is named as such; embeddings and lists are not', async () => {
  const messages = [{ role: 'user', content: 'Hello' }];
  const chat = await post('/chat/completions', { model: 'mock-good-1', messages, max_tokens: 8 });
  const models = await service.call('GET', '/v1/models', { key: account.liveKey });
  assert.deepEqual([chat.status, chat.headers.get('x-ai-generated')], [200, 'true']);
  assert.equal(models.headers.get('x-ai-generated'), null);
});
