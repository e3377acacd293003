// A video model of the operator through the API: only by its name, refused when it would take hours, made, killed and cancelled.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { readBalance } from '../../src/money/entries.ts';
import { type DiffusionFolder, prepareWan } from '../support/diffusion.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const SMALL = 'small-wan-1';
const LARGE = 'large-wan-1';
const PATIENCE = { everyMs: 300, withinMs: 540_000 };
/** The encoder of the tests knows a quarter of the vocabulary, the common words. */
const ORDER = { prompt: 'a cat in the rain', model: SMALL, aspect_ratio: '1:1', duration: 5, seed: 7, audio: false };
const run = promisify(execFile);
let folder: DiffusionFolder;
let service: TestService;
let account: TestAccount;
let first: { bytes: Buffer; cost: number };

before(async () => {
  // Installed before the first video: the encoder of this machine changes with it.
  needProgram('ffprobe');
  const layout = 'wan2.1-1.3b';
  folder = await prepareWan([
    { id: SMALL, settings: { layout, side: 32, maxFrames: 5, steps: 1, guidance: 1 } },
    { id: LARGE, settings: { layout, threads: 2 } },
  ]);
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
const credits = () => readBalance(service.app.database.queries, account.id, 'live');

/** The worker's process, which is a child of this one. */
function findWorker(): number | undefined {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n');
  const line = lines.find(
    (text) => text.includes('bare-worker.mjs') && text.trim().split(/\s+/)[1] === String(process.pid),
  );
  return line ? Number.parseInt(line, 10) : undefined;
}

async function order(): Promise<string> {
  const { status, json, text } = await call('POST', '/video/generate', ORDER);
  assert.equal(status, 200, text);
  return json.id;
}

const ended = async (id: string) => {
  const { json } = await call('GET', `/video/${id}`);
  return json.status === 'processing' ? undefined : json;
};

const firstStep = (id: string) =>
  until(async () => (await call('GET', `/video/${id}`)).json.progress >= 0.09, {
    saying: 'the first step has begun',
    ...PATIENCE,
  });

test('a video that names no model is not made by a video model without a GPU', async () => {
  const { json } = await call('GET', '/models');
  const listed = json.data.find(({ id }: { id: string }) => id === SMALL);
  assert.deepEqual([listed.ready, listed.capabilities], [true, ['text-to-video']]);
  const { model: _model, ...unnamed } = ORDER;
  const ordered = await call('POST', '/video/generate', unnamed);
  assert.equal(ordered.json.model, 'director-1');
  await call('POST', `/jobs/${ordered.json.id}/cancel`);
  await until(() => ended(ordered.json.id), { saying: 'it is cancelled', ...PATIENCE });
});

test('a video that would take hours is refused in words, before credits are held', async () => {
  const before = await credits();
  const refused = await call('POST', '/video/generate', { ...ORDER, model: LARGE, aspect_ratio: '16:9' });
  assert.equal(refused.status, 400);
  assert.match(refused.json.error.message, /would need about \d+ hours for this video on this machine/);
  const image = await call('POST', '/video/generate', {
    ...ORDER,
    type: 'image-to-video',
    image: 'data:image/png;base64,',
  });
  assert.match(image.json.error.message, /makes no image-to-video videos/);
  assert.deepEqual(await credits(), before);
});

test('a video has the size, the frames and the codec that were planned, and costs its share', async () => {
  const before = await credits();
  const id = await order();
  const { json: waiting } = await call('GET', `/video/${id}`);
  assert.ok(waiting.estimated_time >= 30, `the time was told beforehand: ${waiting.estimated_time}`);
  const progress: number[] = [];
  const stages = new Set<string>();
  const video = await until(
    async () => {
      const { json } = await call('GET', `/video/${id}`);
      progress.push(json.progress);
      stages.add(json.stage);
      return json.status === 'processing' ? undefined : json;
    },
    { saying: 'the video is made', ...PATIENCE },
  );
  assert.equal(video.status, 'completed', JSON.stringify(video.error));
  assert.deepEqual([video.model, video.width, video.height, video.fps, video.has_audio], [SMALL, 32, 32, 16, false]);
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  assert.ok(
    [...stages].some((stage) => /^loading, about \d+ minutes? in all$/.test(stage)) && stages.has('rendering'),
    [...stages].join(),
  );
  assert.match(video.warnings.join(' '), /32x32.*16 frames a second/);
  const bytes = Buffer.from(await (await fetch(video.video_url)).arrayBuffer());
  const path = join(folder.modelsDir, 'film.mp4');
  await writeFile(path, bytes);
  const asked = 'stream=codec_name,width,height,nb_read_frames,r_frame_rate';
  const { stdout } = await run(needProgram('ffprobe'), [
    ...['-v', 'error', '-count_frames', '-show_entries', asked, '-of', 'json', path],
  ]);
  const seen = JSON.parse(stdout).streams;
  assert.deepEqual(seen, [{ codec_name: 'h264', width: 32, height: 32, r_frame_rate: '16/1', nb_read_frames: '5' }]);
  assert.equal((await fetch(video.thumbnail_url)).headers.get('content-type'), 'image/jpeg');
  const after = await credits();
  first = { bytes, cost: before.balance - after.balance };
  assert.ok(first.cost > 0 && after.held === 0);
  assert.equal(findWorker(), undefined, 'the process has ended with its video');
});

test('a video whose worker is killed is made after all, the same for the same seed, and charged once', async () => {
  const before = await credits();
  const id = await order();
  await firstStep(id);
  const pid = findWorker();
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  const video = await until(() => ended(id), { saying: 'the video is made', ...PATIENCE });
  assert.equal(video.status, 'completed', JSON.stringify(video.error));
  const bytes = Buffer.from(await (await fetch(video.video_url)).arrayBuffer());
  assert.ok(bytes.equals(first.bytes), 'the same seed gives the same file');
  assert.deepEqual(await credits(), { balance: before.balance - first.cost, held: 0 });
});

test('a cancelled video ends its process within two seconds and costs nothing', async () => {
  const before = await credits();
  const id = await order();
  await firstStep(id);
  const startedMs = Date.now();
  assert.equal((await call('POST', `/jobs/${id}/cancel`)).status, 200);
  await until(() => findWorker() === undefined, { saying: 'the process has ended', everyMs: 50, withinMs: 20_000 });
  const tookMs = Date.now() - startedMs;
  console.log(`cancelled within ${tookMs} ms`);
  assert.ok(tookMs < 2_000, `${tookMs} ms`);
  assert.equal((await until(() => ended(id), { saying: 'the job has ended', ...PATIENCE })).status, 'cancelled');
  await until(async () => (await credits()).held === 0, { saying: 'the hold is released', ...PATIENCE });
  assert.deepEqual(await credits(), before);
});
