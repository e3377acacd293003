// The list of models: what a connected upstream offers, what it costs, and what is not to be seen.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let folder: string;

before(async () => {
  upstream = await startMisbehavingUpstream();
  folder = await mkdtemp(join(tmpdir(), 'atelier-config-'));
  await writeFile(join(folder, 'key'), 'sk-from-a-file\n');
  const upstreams = [
    {
      name: 'declared',
      base_url: upstream.baseUrl,
      api_key_file: join(folder, 'key'),
      list_models: false,
      models: [
        {
          id: 'house-model-2',
          upstream_id: 'mock-good-1',
          aliases: ['house'],
          context_window: 4000,
          max_output_tokens: 500,
          price: { input: 100, output: 300 },
          fallbacks: ['spare-model-1'],
        },
        { id: 'broken-model-1', upstream_id: 'mock-500-1', fallbacks: ['spare-model-1'] },
        { id: 'spare-model-1', upstream_id: 'mock-good-1' },
      ],
    },
  ];
  await writeFile(join(folder, 'config.json'), JSON.stringify({ upstreams }));
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, CONFIG: join(folder, 'config.json') });
  account = await service.account();
});

after(async () => {
  await upstream.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

test("an upstream of one line offers its own models, with the contract's fields", async () => {
  const { json } = await get('/v1/models');
  const model = json.data.find(({ id }: { id: string }) => id === 'mock-good-1');
  const { created, ...rest } = model;
  assert.ok(Number.isInteger(created));
  assert.deepEqual(rest, {
    id: 'mock-good-1',
    object: 'model',
    owned_by: 'operator',
    module: 'chat',
    engine: 'upstream',
    context_window: 8192,
    max_output_tokens: 8192,
    capabilities: ['chat', 'tools', 'json_schema', 'vision'],
    pricing: { unit: 'credits', input_per_million_tokens: 20, output_per_million_tokens: 60 },
    ready: true,
  });
});

test('one model can be read, an unknown one is 404', async () => {
  assert.equal((await get('/v1/models/house-model-2')).json.id, 'house-model-2');
  const { status, json } = await get('/v1/models/none');
  assert.equal(status, 404);
  assert.equal(json.error.code, 'not_found');
});

test('/chat/models lists only those that chat', async () => {
  const { json } = await get('/v1/chat/models');
  assert.ok(json.data.length > 5);
  for (const { module, id } of json.data) {
    assert.equal(module, 'chat');
    assert.notEqual(id, 'mock-embedding-1');
  }
});

test('music and the builder are listed like every other module', async () => {
  const { json } = await get('/v1/models');
  const of = (module: string) =>
    json.data.filter((model: { module: string }) => model.module === module).map(({ id }: { id: string }) => id);
  assert.deepEqual(of('music'), ['composer-1', 'mastering-1']);
  assert.deepEqual(of('builder'), ['blueprint-1']);
  assert.ok((await get('/v1/models/composer-1')).json.pricing.unit);
});

test("a declared model has the operator's price, name, alias and key", async () => {
  const { json } = await chat('house');
  assert.equal(json.model, 'house-model-2');
  assert.equal(json.usage.credits, (12 * 100 + 10 * 300) / 1e6);
  const call = upstream.calls.at(-1);
  assert.equal(call?.body.model, 'mock-good-1');
  assert.equal(call?.headers.authorization, 'Bearer sk-from-a-file');
});

test('a model that fails is answered by its fallback, and the answer says by which', async () => {
  const { status, json } = await chat('broken-model-1');
  assert.equal(status, 200);
  assert.equal(json.model, 'spare-model-1');
});

function get(path: string) {
  return service.call('GET', path, { key: account.liveKey });
}

function chat(model: string) {
  const body = { model, messages: [{ role: 'user', content: 'Hello' }] };
  return service.call('POST', '/v1/chat/completions', { key: account.liveKey, body });
}
