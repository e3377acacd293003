// A video model of the operator that starts from an image: the image decides the video, and words alone are refused.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { readBalance } from '../../src/money/entries.ts';
import { type DiffusionFolder, prepareWan } from '../support/diffusion.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const MODEL = 'image-wan-1';
const ORDER = { prompt: 'a cat in the rain', model: MODEL, aspect_ratio: '1:1', duration: 5, seed: 7, audio: false };
let folder: DiffusionFolder;
let service: TestService;
let account: TestAccount;

before(async () => {
  const settings = { layout: 'wan2.1-i2v-1.3b', side: 32, maxFrames: 5, steps: 1, guidance: 1 };
  folder = await prepareWan([{ id: MODEL, settings }], { startsFromImage: true });
  const config = join(folder.modelsDir, 'config.json');
  const models = Object.fromEntries(folder.entries.map(({ id, ...entry }) => [id, entry]));
  await writeFile(config, JSON.stringify({ models }));
  service = await startService({ CONFIG: config, MODELS_DIR: folder.modelsDir });
  account = await service.account({ credits: 1000 });
});
after(async () => {
  await service?.stop();
  await folder?.remove();
});

const call = (method: string, path: string, body?: object) =>
  service.call(method, `/v1${path}`, { key: account.liveKey, ...(body ? { body } : {}) });

/** Not square: the sides are cut off. */
async function paint(background: string): Promise<string> {
  const image = sharp({ create: { width: 96, height: 48, channels: 3, background } });
  return `data:image/png;base64,${(await image.png().toBuffer()).toString('base64')}`;
}

async function animate(image: string): Promise<Buffer> {
  const { status, json, text } = await call('POST', '/video/generate', { ...ORDER, image });
  assert.equal(status, 200, text);
  assert.deepEqual([json.model, json.type], [MODEL, 'image-to-video']);
  const video = await until(
    async () => {
      const job = (await call('GET', `/video/${json.id}`)).json;
      return job.status === 'processing' ? undefined : job;
    },
    { saying: 'the video is made', everyMs: 300, withinMs: 540_000 },
  );
  assert.equal(video.status, 'completed', JSON.stringify(video.error));
  assert.deepEqual([video.width, video.height], [32, 32]);
  return Buffer.from(await (await fetch(video.video_url)).arrayBuffer());
}

test('a model that starts from an image refuses words alone, before credits are held', async () => {
  const { json } = await call('GET', '/models');
  const listed = json.data.find(({ id }: { id: string }) => id === MODEL);
  assert.deepEqual([listed.ready, listed.capabilities], [true, ['image-to-video']]);
  const refused = await call('POST', '/video/generate', ORDER);
  assert.equal(refused.status, 400);
  assert.match(refused.json.error.message, /makes no text-to-video videos/);
  assert.equal((await readBalance(service.app.database.queries, account.id, 'live')).held, 0);
});

test('the image decides the video: the same one gives the same file, another one another', async () => {
  const [red, blue] = [await paint('#c02020'), await paint('#2020c0')];
  const first = await animate(red);
  assert.ok((await animate(red)).equals(first), 'the same image and seed give the same video');
  assert.ok(!(await animate(blue)).equals(first), 'another image gives another video');
});
