// ACE-Step through the API with its real runtime and random weights: chosen without being named, repeated by seed, killed and cancelled.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ACE_STEP_MODEL } from '../../src/engines/music/ace-step/source.ts';
import { readBalance } from '../../src/money/entries.ts';
import { type AceStepFolder, findSongWorker, prepareAceStep } from '../support/ace-step.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The random weights end this song after some seconds of sound; others go on for minutes of work. */
const SONG = {
  prompt: 'gentle guitar',
  duration: 30,
  seed: 6,
  tempo: 100,
  key: 'C major',
  format: 'wav',
  mastering: { preset: 'off' },
};
/** A plan has a limit of requests a minute. */
const PATIENCE = { everyMs: 1_000, withinMs: 900_000 };
let folder: AceStepFolder;
let service: TestService;
let account: TestAccount;

before(async () => {
  folder = await prepareAceStep({ threads: 1 });
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

async function begin(body: object): Promise<string> {
  const { status, json } = await call('POST', '/music/generate', body);
  assert.ok(status === 200 || status === 202, JSON.stringify(json));
  await until(async () => (await call('GET', `/jobs/${json.id}`)).json.progress > 0.04, {
    saying: 'the song has begun',
    ...PATIENCE,
  });
  return json.id;
}

function finish(id: string) {
  return until(
    async () => {
      const { json } = await call('GET', `/jobs/${id}`);
      return json.status === 'processing' || json.status === 'queued' ? undefined : json;
    },
    { saying: 'the song is made', ...PATIENCE },
  );
}

async function soundOf(job: { audio_url: string }): Promise<Buffer> {
  return Buffer.from(await (await fetch(new URL(job.audio_url, service.origin))).arrayBuffer());
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('a song that names no model is made by ACE-Step; the same seed gives the same bytes, also if its process is killed', async () => {
  const { json: listed } = await call('GET', '/models');
  const found = listed.data.find(({ id }: { id: string }) => id === ACE_STEP_MODEL);
  assert.deepEqual([found.ready, found.engine], [true, 'ace-step']);

  const before = await credits();
  const first = await finish(await begin(SONG));
  assert.equal(first.status, 'completed', JSON.stringify(first.error));
  assert.equal(first.understood.engine, 'ace-step');
  assert.ok(first.duration > 0 && first.duration <= 30);
  assert.ok(first.warnings.some((line: string) => line.includes('no stems and no MIDI')));
  const sound = await soundOf(first);
  assert.equal(sound.subarray(0, 4).toString(), 'RIFF');
  assert.ok(first.waveform.some((height: number) => height > 0));
  const cost = before.balance - (await credits()).balance;
  assert.ok(cost > 0);

  const id = await begin(SONG);
  const pid = findSongWorker();
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  const second = await finish(id);
  assert.equal(second.status, 'completed', JSON.stringify(second.error));
  assert.notEqual(findSongWorker(), pid);
  assert.equal(digest(await soundOf(second)), digest(sound));
  assert.deepEqual(await credits(), { balance: before.balance - 2 * cost, held: 0 });
});

test('a cancelled song costs nothing and ends its work within two seconds', async () => {
  const before = await credits();
  const id = await begin({ ...SONG, seed: 9 });
  const startMs = performance.now();
  assert.equal((await call('POST', `/jobs/${id}/cancel`)).status, 200);
  await until(async () => (await call('GET', `/jobs/${id}`)).json.status === 'cancelled', {
    saying: 'the song is cancelled',
    everyMs: 100,
    withinMs: 10_000,
  });
  assert.ok(performance.now() - startMs < 2_000);
  await until(async () => (await credits()).held === 0, { saying: 'the hold is released', ...PATIENCE });
  assert.deepEqual(await credits(), before);
});

test('a model that is not there is refused with the names of those that are', async () => {
  const { status, json } = await call('POST', '/music/generate', { ...SONG, model: 'suno-9' });
  assert.equal(status, 400);
  assert.match(json.error.message, /ace-step-1.5-1 or composer-1/);
});
