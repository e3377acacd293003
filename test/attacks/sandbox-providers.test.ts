// Attacks on the operator's bills by the sandbox: test credits cost nothing, so nothing that a provider bills is called for them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const PRICE = { input: 1_000, output: 3_000 };
const messages = [{ role: 'user', content: 'Hello' }];

let billed: MisbehavingUpstream;
let own: MisbehavingUpstream;
let service: TestService;
let desk: OperatorKit;
let account: TestAccount;

before(async () => {
  billed = await startMisbehavingUpstream();
  own = await startMisbehavingUpstream();
  const model = (id: string, more: object = {}) => ({ id, upstream_id: 'mock-good-1', price: PRICE, ...more });
  const provider = { base_url: billed.baseUrl, provider: 'openai', list_models: false, retries: 0 };
  service = await startService({
    TEST_WORKER: '0',
    CONFIG: await configWith(
      [
        {
          ...provider,
          name: 'provider',
          models: [model('billed-1'), model('both-1')],
        },
        {
          name: 'ours',
          base_url: own.baseUrl,
          list_models: false,
          retries: 0,
          models: [
            model('both-1'),
            model('costed-1', { cost: { input: 1, output: 1 } }),
            { ...model('falls-1'), upstream_id: 'mock-500-1', fallbacks: ['billed-1'] },
          ],
        },
      ],
      {
        image_upstreams: [
          {
            kind: 'openai',
            name: 'painter',
            base_url: billed.baseUrl,
            provider: 'openai',
            models: [{ id: 'billed-brush', price: { per_image: 5 } }],
          },
        ],
        speech_upstreams: [
          {
            kind: 'openai',
            name: 'speaker',
            base_url: billed.baseUrl,
            provider: 'openai',
            models: [{ id: 'billed-voice', price: { per_million_characters: 1000 } }],
          },
        ],
      },
    ),
  });
  desk = await openDesk(service);
  account = await service.account();
});
after(async () => {
  await billed.close();
  await own.close();
  await service.stop();
});

const sandbox = (path: string, body: object) =>
  service.call('POST', `/sandbox/v1${path}`, { key: account.testKey, body });

/** The calls that a provider would bill. */
const paidFor = () => billed.calls.filter(({ path }) => path !== '/v1/models');

const DOORS: [string, object][] = [
  ['/chat/completions', { model: 'billed-1', messages }],
  ['/chat/completions', { model: 'billed-1', messages, stream: true }],
  ['/chat/completions', { model: 'costed-1', messages }],
  ['/completions', { model: 'billed-1', prompt: 'Hello' }],
  ['/responses', { model: 'billed-1', input: 'Hello' }],
  ['/messages', { model: 'billed-1', messages, max_tokens: 5 }],
  ['/code/generate', { model: 'billed-1', prompt: 'a loop' }],
  ['/builder/chat', { model: 'billed-1', message: 'a page' }],
  ['/image/generate', { model: 'billed-brush', prompt: 'a boat' }],
  ['/audio/speech', { model: 'billed-voice', input: 'Hello', voice: 'alloy' }],
];

for (const [path, body] of DOORS) {
  test(`a sandbox key cannot spend the operator's money at ${path}${'stream' in body ? ' in a stream' : ''}`, async () => {
    const { status, json } = await sandbox(path, body);
    assert.equal(status, 403, JSON.stringify(json));
    const { type, message } = json.error;
    assert.match(`${type} ${message}`, /credits of the sandbox cost nothing/);
    assert.deepEqual(paidFor(), []);
  });
}

test('a model that runs on the operator’s machines too is only asked there, and falls back to no provider', async () => {
  for (let turn = 0; turn < 12; turn += 1)
    assert.equal((await sandbox('/chat/completions', { model: 'both-1', messages })).status, 200);
  assert.equal((await sandbox('/chat/completions', { model: 'falls-1', messages })).status, 502);
  assert.deepEqual(paidFor(), []);
  // A plan that a live call left behind is not the sandbox's.
  const live = () =>
    service.call('POST', '/v1/chat/completions', { key: account.liveKey, body: { model: 'falls-1', messages } });
  assert.equal((await live()).status, 200);
  assert.equal(paidFor().length, 1);
  assert.equal((await sandbox('/chat/completions', { model: 'falls-1', messages })).status, 502);
  assert.equal(paidFor().length, 1);
});

test('the lists of the sandbox have no model that it refuses', async () => {
  const ids = async (path: string, key: string): Promise<string[]> =>
    (await service.call('GET', path, { key })).json.data.map(({ id }: { id: string }) => id);
  const sandboxed = await ids('/sandbox/v1/models', account.testKey);
  assert.deepEqual(
    sandboxed.filter((id) => id.startsWith('billed')),
    [],
  );
  assert.ok(sandboxed.includes('both-1'));
  assert.ok((await ids('/v1/models', account.liveKey)).includes('billed-1'));
});

test('an operator may open the sandbox to providers', async () => {
  const before = paidFor().length;
  const set = await service.call('PUT', '/v1/operator/settings/prices', {
    key: desk.key,
    body: { value: { sandbox_providers: true }, reason: 'our own tests' },
  });
  assert.equal(set.status, 200, JSON.stringify(set.json));
  assert.equal((await sandbox('/chat/completions', { model: 'billed-1', messages })).status, 200);
  assert.equal(paidFor().length, before + 1);
});
