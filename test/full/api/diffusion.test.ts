// A diffusion model of the operator through the API: chosen without being named, charged once, killed and cancelled.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import OpenAI from 'openai';
import sharp from 'sharp';
import { readBalance } from '../../../src/money/entries.ts';
import { type DiffusionFolder, prepareDiffusion } from '../../support/diffusion.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const MODEL = 'my-diffusion-1';
/** A plan has a limit of requests a minute. */
const PATIENCE = { everyMs: 500, withinMs: 300_000 };
let folder: DiffusionFolder;
let service: TestService;
let account: TestAccount;

before(async () => {
  folder = await prepareDiffusion([{ id: MODEL, layout: 'sdxs', settings: { maxSteps: 8 } }]);
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

const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  service.call(method, `/v1${path}`, { key: account.liveKey, headers, ...(body ? { body } : {}) });

const credits = () => readBalance(service.app.database.queries, account.id, 'live');

/** The worker's process, which is a child of this one. */
function findWorker(): number | undefined {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n');
  const line = lines.find(
    (text) => text.includes('bare-worker.mjs') && text.trim().split(/\s+/)[1] === String(process.pid),
  );
  return line ? Number.parseInt(line, 10) : undefined;
}

async function startJob(body: object) {
  const { status, json } = await call('POST', '/image/generate', body, { prefer: 'respond-async' });
  assert.equal(status, 202);
  await until(async () => (await call('GET', `/jobs/${json.id}`)).json.progress >= 0.15, {
    saying: 'the first step has begun',
    ...PATIENCE,
  });
  return json.id as string;
}

test('an image without a named model is made by the diffusion model that is ready, also for OpenAI clients', async () => {
  const listed = await call('GET', '/image/models');
  assert.equal(listed.json.data[0].id, MODEL);
  assert.equal(listed.json.data[0].ready, true);
  const made = await call('POST', '/image/generate', { prompt: 'a cat', width: 64, height: 64, seed: 5 });
  // A busy machine may take longer than the 55 seconds after which the answer is a job.
  const done =
    made.status === 202
      ? await until(() => finished(made.json.id), { saying: 'the image is made', ...PATIENCE })
      : made.json;
  assert.equal(done.model, MODEL);
  const picture = await sharp(Buffer.from(await (await fetch(done.image_url)).arrayBuffer())).metadata();
  assert.deepEqual([picture.format, picture.width, picture.height, done.images[0].seed], ['png', 64, 64, 5]);

  const openai = new OpenAI({ apiKey: account.liveKey, baseURL: `${service.origin}/v1`, maxRetries: 0 });
  const { data } = await openai.images.generate({
    prompt: 'a cat',
    size: '64x64' as '256x256',
    response_format: 'b64_json',
  });
  const bytes = Buffer.from(data?.[0]?.b64_json ?? '', 'base64');
  assert.equal((await sharp(bytes).metadata()).width, 64);
});

async function finished(id: string) {
  const { status, json } = await call('GET', `/jobs/${id}`);
  assert.equal(status, 200);
  return json.status === 'processing' || json.status === 'queued' ? undefined : json;
}

test('an image whose worker is killed in the middle is made after all and charged once', async () => {
  const before = await credits();
  const id = await startJob({ prompt: 'a dog', width: 64, height: 64, steps: 4 });
  const pid = findWorker();
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  const job = await until(() => finished(id), { saying: 'the job is done', ...PATIENCE });
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  assert.notEqual(findWorker(), pid);
  const after = await credits();
  const undisturbed = await startJob({ prompt: 'a dog', width: 64, height: 64 });
  await until(() => finished(undisturbed), { saying: 'another image is made', ...PATIENCE });
  const cost = after.balance - (await credits()).balance;
  assert.ok(cost > 0);
  assert.deepEqual(after, { balance: before.balance - cost, held: 0 });
});

test('a cancelled job frees the worker and pays for its progress', async () => {
  const before = await credits();
  const id = await startJob({ prompt: 'a bird', width: 64, height: 64, steps: 4 });
  const cancelled = await call('POST', `/jobs/${id}/cancel`);
  assert.equal(cancelled.status, 200);
  await until(async () => (await finished(id))?.status === 'cancelled', {
    saying: 'the job is cancelled',
    ...PATIENCE,
  });
  await until(async () => (await credits()).held === 0, { saying: 'the hold is released', ...PATIENCE });
  const paid = Math.round((cancelled.json.usage?.credits ?? 0) * 1e6);
  assert.deepEqual(await credits(), { balance: before.balance - paid, held: 0 });
});
