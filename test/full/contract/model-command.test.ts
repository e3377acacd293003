// `npm run models` as an operator runs it, against a hub on loopback.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type HubServer, startHubServer } from '../../support/hub-server.ts';

const MAIN = new URL('../../../src/main.ts', import.meta.url).pathname;
const WEIGHTS = randomBytes(400_000);

let hub: HubServer;
let folder: string;

before(async () => {
  hub = await startHubServer();
  const files = new Map([['tiny.gguf', { content: WEIGHTS, isLfs: true }]]);
  hub.repos.set('someone/tiny', { commit: 'abc', licence: 'gemma', files });
  folder = await mkdtemp(join(tmpdir(), 'atelier-command-'));
});
after(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

function models(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH, HF_ENDPOINT: hub.url, DATA_DIR: folder, MODELS_DIR: join(folder, 'models') };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, 'models', ...args], { env, cwd: folder }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

test('a model of the hub is pulled by name, used, verified, bundled and removed', async () => {
  const refused = await models('pull', 'hf:someone/tiny/tiny.gguf', '--as', 'mine');
  assert.equal(refused.code, 1);
  assert.match(refused.out, /gemma.*--accept-licence/);
  const pulled = await models('pull', 'hf:someone/tiny/tiny.gguf', '--as', 'mine', '--accept-licence', '--json');
  assert.equal(JSON.parse(pulled.out).state, 'ready', pulled.err);
  assert.match(pulled.err, /licence gemma/);
  assert.match((await models('use', 'mine')).out, /in use for text; a running service follows within seconds/);
  assert.match((await models('use', 'z-image-turbo-1')).out, /in use for image; run .*pull z-image-turbo-1.*used from/);
  assert.match((await models('use', 'image', 'auto')).out, /chosen by the service/);
  const alone = await models('use', 'all-minilm-l6-v2');
  assert.deepEqual([alone.code, /models for text, image, transcription can/.test(alone.out)], [1, true], alone.out);
  assert.match(
    (await models('use', 'qwen3-reranker-0.6b-1')).out,
    /this version of the service lacks an engine for reranking/,
  );
  assert.match((await models('use', 'ace-step-1.5-1')).out, /everything else has one model, or is named in the call/);
  const listed = JSON.parse((await models('list', '--json')).out) as { id: string; ready: boolean; chosen: boolean }[];
  assert.deepEqual(
    listed.filter(({ id }) => id === 'mine').map(({ ready, chosen }) => [ready, chosen]),
    [[true, true]],
  );
  assert.match((await models('verify')).out, /mine: verified/);
  const bundle = join(folder, 'bundle.tar');
  assert.match((await models('export', bundle, 'mine')).out, /holds mine/);
  assert.match((await models('remove', 'mine')).out, /removed/);
  assert.match((await models('import', bundle)).out, /imported mine/);
  assert.match((await models('use', 'text', 'auto')).out, /chosen by the service/);
});

test('words that are not understood print the usage, and failures have an exit code', async () => {
  for (const words of [['dance'], ['pull', 'x', '--adapter'], ['export', 'only.tar']]) {
    const { code, err } = await models(...words);
    assert.equal(code, 2, words.join(' '));
    assert.match(err, /Usage/);
  }
  for (const words of [
    ['pull', 'no-such'],
    ['use', 'no-such'],
    ['verify', 'qwen3-0.6b-1'],
    ['import', 'none.tar'],
  ])
    assert.equal((await models(...words)).code, 1, words.join(' '));
});
