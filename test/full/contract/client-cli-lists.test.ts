// The commands that look after what was made: jobs, projects, voices, embeddings, balance and files; help and version.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Atelier } from '@atelier/client';
import { ATELIER, type RunOptions, runCommandLine } from '../../support/command-line.ts';
import { ROOT } from '../../support/documents.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { bringWeights, EMBEDDING_WEIGHTS, SOUND_BANK } from '../../support/weights.ts';

let service: TestService;
let account: TestAccount;
let client: Atelier;
let folder: string;

before(async () => {
  service = await startService();
  account = await service.account();
  client = new Atelier({ baseUrl: service.origin, apiKey: account.liveKey });
  folder = mkdtempSync(join(tmpdir(), 'atelier-cli-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

function atelier(args: string[], options: Partial<RunOptions> = {}) {
  const env = { ATELIER_URL: `${service.origin}/v1`, ATELIER_API_KEY: account.liveKey, HOME: folder };
  return runCommandLine(process.execPath, [ATELIER, ...args], { env, cwd: folder, ...options });
}

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'cli/package.json'), 'utf8'));
  for (const word of ['--version', '-V', 'version'])
    assert.deepEqual(await atelier([word]), { code: 0, stdout: `${version}\n`, stderr: '' });
});

test('help COMMAND shows the help of that command, and knows its other names', async () => {
  const song = await atelier(['song', '--help']);
  assert.match(song.stdout, /^atelier song /);
  assert.deepEqual(await atelier(['help', 'song']), song);
  assert.deepEqual(await atelier(['help', 'music']), song);
  assert.equal((await atelier(['help'])).stdout, (await atelier(['--help'])).stdout);
  const unknown = await atelier(['help', 'paint']);
  assert.deepEqual([unknown.code, unknown.stderr], [2, 'There is no command "paint". See: atelier --help\n']);
  const near = await atelier(['vidoe']);
  assert.deepEqual([near.code, near.stderr], [2, 'There is no command "vidoe". Did you mean "video"?\n']);
});

test('jobs are listed, shown, followed and cancelled', async () => {
  await bringWeights(SOUND_BANK);
  const { id } = await client.music.generate({ prompt: 'a calm piano piece', duration: 240 });
  const listed = await atelier(['jobs', '--service', 'music']);
  assert.match(listed.stdout, new RegExp(`^${id} +music +processing`, 'm'));
  assert.equal(JSON.parse((await atelier(['jobs', 'show', id, '--json'])).stdout).id, id);
  const followed = atelier(['jobs', 'follow', id], {
    onStderr: (text) => text.includes('%') && void client.jobs.cancel(id).catch(() => undefined),
  });
  const end = await followed;
  assert.equal(end.code, 1);
  assert.match(end.stderr, new RegExp(`${id} was cancelled`));
  assert.match((await atelier(['jobs', 'show', id])).stdout, /cancelled/);
  const second = await client.music.generate({ prompt: 'a calm piano piece', duration: 240 });
  assert.match((await atelier(['jobs', 'cancel', second.id])).stdout, /is cancelled/);
  const none = await atelier(['jobs', 'show', 'job_none']);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /atelier jobs/);
  assert.equal((await atelier(['jobs', 'show'])).code, 2);
  assert.equal((await atelier(['jobs', 'burn', id])).code, 2);
  assert.equal((await atelier(['jobs', '--status', 'odd'])).code, 1);
});

test('projects are listed, shown, brought home as a zip and deleted', async () => {
  const { project_id: id } = await client.builder.build({ prompt: 'an app to track my bee hives', framework: 'react' });
  assert.match((await atelier(['projects'])).stdout, new RegExp(`^${id} `, 'm'));
  assert.match((await atelier(['projects', 'show', id])).stdout, /\/preview\//);
  const saved = await atelier(['projects', 'download', id, '-o', 'hives.zip']);
  assert.equal(saved.code, 0, saved.stderr);
  assert.equal(readFileSync(join(folder, 'hives.zip')).subarray(0, 2).toString(), 'PK');
  assert.match((await atelier(['projects', 'delete', id])).stdout, /is deleted/);
  assert.doesNotMatch((await atelier(['projects'])).stdout, new RegExp(id));
});

test('voices and the balance are shown', async () => {
  const voices = await atelier(['voices', '--language', 'en']);
  assert.match(voices.stdout, /^id +name/);
  const balance = await atelier(['balance']);
  assert.match(balance.stdout, /credits available/);
  assert.equal(JSON.parse((await atelier(['balance', '--json'])).stdout).object, 'balance');
});

test('embed prints one vector for each text', async () => {
  await bringWeights(EMBEDDING_WEIGHTS);
  const one = await atelier(['embed', 'the', 'sea']);
  assert.equal(one.code, 0, one.stderr);
  assert.ok(JSON.parse(one.stdout).length > 10);
  const two = await atelier(['embed'], { input: 'the sea\n\nthe sky\n' });
  assert.equal(two.stdout.trim().split('\n').length, 2);
});

test('a file is uploaded, and its id can be used in other calls', async () => {
  const picture = await client.image.generate({ prompt: 'a ball', width: 64, height: 64 });
  writeFileSync(join(folder, 'ball.png'), Buffer.from(await (await fetch(picture.image_url)).arrayBuffer()));
  const { id, filename } = JSON.parse((await atelier(['files', 'upload', 'ball.png', '--json'])).stdout)[0];
  assert.equal(filename, 'ball.png');
  await client.image.edit({ image: id, operation: 'adjust', invert: true });
  const missing = await atelier(['files', 'upload', 'none.png']);
  assert.deepEqual([missing.code, missing.stderr], [2, 'none.png cannot be read.\n']);
});

test('files are listed, shown, read, saved and deleted', async () => {
  writeFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(callOf('one', 'Good morning'))}\n`);
  const { id } = JSON.parse((await atelier(['files', 'upload', 'calls.jsonl', '-p', 'batch', '--json'])).stdout)[0];
  const listed = await atelier(['files', '-p', 'batch']);
  assert.match(listed.stdout, new RegExp(`^${id} +batch +\\d+ .* calls\\.jsonl$`, 'm'));
  assert.equal(JSON.parse((await atelier(['files', 'list', '--json'])).stdout)[0].id, id);
  assert.match((await atelier(['files', 'show', id])).stdout, /^filename +calls\.jsonl$/m);
  const content = readFileSync(join(folder, 'calls.jsonl'), 'utf8');
  assert.equal((await atelier(['files', 'read', id])).stdout, content);
  const saved = await atelier(['files', 'download', id, '-o', 'copy.jsonl']);
  assert.equal(saved.code, 0, saved.stderr);
  assert.equal(readFileSync(join(folder, 'copy.jsonl'), 'utf8'), content);
  assert.equal((await atelier(['files', 'delete', id])).stdout, `${id} is deleted.\n`);
  const gone = await atelier(['files', 'read', id]);
  assert.equal(gone.code, 1);
  assert.match(gone.stderr, /There is no file/);
  assert.equal((await atelier(['files', 'read'])).code, 2);
});

test('a batch is created from a file, watched, and its answers are fetched', async () => {
  const env = { ATELIER_URL: service.origin, ATELIER_API_KEY: account.testKey, HOME: folder };
  const lines = [callOf('one', 'Good morning'), { ...callOf('two', 'x'), body: { model: 'none' } }];
  writeFileSync(join(folder, 'calls.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
  const { id } = JSON.parse((await atelier(['batch', 'create', 'calls.jsonl', '--json'], { env })).stdout);
  await until(async () => /^status +completed$/m.test((await atelier(['batch', 'get', id], { env })).stdout), {
    saying: 'the batch is completed',
  });
  assert.match((await atelier(['batch'], { env })).stdout, new RegExp(`^${id} +completed +1 +1 +2 `, 'm'));
  const answers = await atelier(['batch', 'output', id], { env });
  assert.match(JSON.parse(answers.stdout).response.body.choices[0].message.content, /Good morning/);
  const errors = JSON.parse((await atelier(['batches', 'output', id, '--errors', '--json'], { env })).stdout);
  assert.equal(errors[0].custom_id, 'two');
  const late = await atelier(['batch', 'cancel', id], { env });
  assert.equal(late.code, 1);
  assert.match(late.stderr, /can no longer be cancelled/);
  writeFileSync(join(folder, 'words.txt'), 'no call\n');
  assert.equal((await atelier(['batch', 'create', 'words.txt'], { env })).code, 2);
});

test('rerank prints the best text first', async () => {
  await bringWeights(EMBEDDING_WEIGHTS);
  const { stdout } = await atelier(['rerank', '-n', '1', 'capital of France'], {
    input: 'Flour and eggs\nParis is the capital of France\n',
  });
  assert.match(stdout, /^0\.\d{4} {2}Paris is the capital of France\n$/);
  assert.equal((await atelier(['rerank'])).code, 2);
});

test('videos are listed, shown and deleted', async () => {
  const { id } = await client.video.generate({ prompt: 'Waves', duration: 5 });
  assert.match((await atelier(['videos'])).stdout, new RegExp(`^${id} +processing`, 'm'));
  assert.equal(JSON.parse((await atelier(['videos', 'show', id, '--json'])).stdout).id, id);
  const early = await atelier(['videos', 'download', id]);
  assert.equal(early.code, 1);
  assert.match(early.stderr, /atelier jobs follow/);
  await client.jobs.cancel(id);
  await until(async () => (await client.video.get(id)).status === 'cancelled', { saying: 'the video is cancelled' });
  assert.equal((await atelier(['videos', 'delete', id])).stdout, `${id} is deleted.\n`);
});

function callOf(custom_id: string, content: string) {
  const body = { model: 'sandbox-echo-1', messages: [{ role: 'user', content }] };
  return { custom_id, method: 'POST', url: '/v1/chat/completions', body };
}

test('refusals say what to do next', async () => {
  const { key = '' } = await client.keys.create({ name: 'reader', scopes: ['chat:read'] });
  const env = { ATELIER_URL: service.origin, ATELIER_API_KEY: key, HOME: folder };
  const refused = await atelier(['balance'], { env });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /atelier keys create/);
  const poor = await service.account({ plan: 'free', credits: 0 });
  const broke = await atelier(['image', 'x', '--size', '64x64'], { env: { ...env, ATELIER_API_KEY: poor.liveKey } });
  assert.match(broke.stderr, /atelier balance/);
});
