// A provider's refusal means the same to the customer, whether a picture, a song or a film was to be made.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { connectImageUpstreams } from '../../src/engines/image/upstream/connect.ts';
import { createComposerEngine } from '../../src/engines/music/composer.ts';
import { connectMusic } from '../../src/engines/music/upstream/connect.ts';
import { connectVideoUpstreams } from '../../src/engines/video/upstream/connect.ts';

const never = new AbortController().signal;
const studio = createStudio();
let refusal = { status: 400, body: '' };
let isBrokenOff = false;
let baseUrl = '';
let root = '';

const server = createServer((_request, response) => {
  if (isBrokenOff) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"id"', () => response.destroy());
    return;
  }
  response.writeHead(refusal.status, { 'content-type': 'application/json', 'retry-after': '7' }).end(refusal.body);
});

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-refusals-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.close();
  server.closeAllConnections();
  studio.close();
  await rm(root, { recursive: true, force: true });
});

const MAKERS = {
  async picture() {
    const models = [{ id: 'p-1' }];
    const entries = [{ name: 'theirs', kind: 'openai', base_url: baseUrl, models }];
    const [engine] = connectImageUpstreams(studio, { entries, openAi: null, secretByName: () => undefined });
    const order = { model: 'p-1', prompt: 'a cat', width: 64, height: 64, count: 1, seed: 1, format: 'png' } as const;
    await engine?.generate(order, () => undefined, never);
  },
  async song() {
    const local = createComposerEngine({ bankPath: () => undefined, serviceName: 'Atelier' });
    const settings = { name: 'theirs', kind: 'ace-step', base_url: baseUrl } as const;
    const engine = connectMusic(settings, local, 'Atelier', () => undefined);
    const mastering = { preset: 'streaming' } as const;
    const order = { prompt: 'a song', durationSeconds: 30, seed: 1, instrumental: true, voices: [], mastering };
    await engine.compose(order, root, () => undefined, never);
  },
  async film() {
    const entries = [{ name: 'theirs', kind: 'openai', base_url: baseUrl, models: [{ id: 'f-1' }] }];
    const [engine] = connectVideoUpstreams({ entries, openAi: null, secretByName: () => undefined });
    const shape = { resolution: '720p', aspectRatio: '16:9', fps: 24, format: 'mp4' } as const;
    const order = { type: 'text-to-video', prompt: 'a cat', durationSeconds: 4, seed: 1, audio: false } as const;
    await engine?.make({ ...order, ...shape }, root, () => undefined, never);
  },
};

for (const [what, make] of Object.entries(MAKERS)) {
  test(`${what}: a refused prompt is the customer's error, with the provider's reason`, async () => {
    refusal = { status: 400, body: JSON.stringify({ error: { message: 'no cats, please' } }) };
    const error = await failure(make);
    assert.deepEqual([error.code, error.param], ['invalid_parameter', 'prompt']);
    assert.match(error.message, /no cats, please/);
  });

  test(`${what}: a provider that denies access or is busy is unavailable, and says when to come back`, async () => {
    for (const status of [401, 429]) {
      refusal = { status, body: JSON.stringify({ error: 'key sk-secret is wrong' }) };
      const error = await failure(make);
      assert.deepEqual([error.code, error.retryAfterSeconds], ['engine_unavailable', 7], `status ${status}`);
      assert.doesNotMatch(error.message, /sk-secret/);
    }
  });

  test(`${what}: a provider's own failure is engine_failed, without its details`, async () => {
    refusal = { status: 500, body: JSON.stringify({ error: 'stack trace' }) };
    const error = await failure(make);
    assert.equal(error.code, 'engine_failed');
    assert.doesNotMatch(error.message, /stack trace/);
  });

  test(`${what}: an answer that breaks off is a provider that cannot be reached`, async () => {
    isBrokenOff = true;
    const error = await failure(make).finally(() => {
      isBrokenOff = false;
    });
    assert.equal(error.code, 'engine_unavailable');
  });
}

async function failure(make: () => Promise<void>): Promise<ServiceError> {
  const error = await make().then(
    () => assert.fail('it was made'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}
