// Azure OpenAI and Google Vertex as upstreams: through the service, against servers that answer as theirs do, well and badly.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { AiSdkEngine } from '../../src/engines/text/ai-sdk/ai-sdk-engine.ts';
import { readUpstream } from '../../src/engines/text/upstream-settings.ts';
import { describeServed, ListedModels, listPlaces } from '../../src/upstreams/served-models.ts';
import { AZURE_KEY, type AzureStandIn, startAzure } from '../support/azure-stand-in.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { EMAIL, startVertex, type VertexStandIn } from '../support/vertex-stand-in.ts';

let azure: AzureStandIn;
let vertex: VertexStandIn;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;

const MOODS = ['good', 'limited', 'missing', 'broken', 'nonsense', 'stalled'];
const PRICE = { price: { input: 1_000_000, output: 2_000_000 }, cost: { input: 500_000, output: 1_000_000 } };
const models = (prefix: string, moods: readonly string[]) =>
  moods.map((mood) => ({ id: `${prefix}-${mood}`, upstream_id: mood, max_output_tokens: 100, ...PRICE }));

before(async () => {
  [azure, vertex, service] = await Promise.all([startAzure(), startVertex(), startService({ TEST_WORKER: '0' })]);
  desk = await openDesk(service);
  customer = await service.account({ credits: 100_000, plan: 'unlimited' });
  const patience = { first_token_ms: 300, retries: 0 };
  await create('azure-v1', AZURE_KEY, {
    ...{ kind: 'azure', base_url: `${azure.origin}/openai/v1/`, ...patience },
    models: models('az', [...MOODS, 'strict-one']),
  });
  await create('azure-dated', AZURE_KEY, {
    ...{ kind: 'azure', base_url: azure.origin, api_version: '2024-10-21', ...patience },
    models: models('dated', ['good', 'limited']),
  });
  await create('azure-wrong-key', 'another-key-123456', {
    ...{ kind: 'azure', base_url: azure.origin, ...patience },
    models: models('locked', ['good']),
  });
  await create('vertex', vertex.credentials, {
    ...{ kind: 'vertex', base_url: `${vertex.origin}/v1beta1`, retries: 0 },
    ...{
      project: 'project-one',
      location: 'europe-west1',
      models: models('vx', [...MOODS, 'forbidden', 'refused']),
    },
  });
});
after(async () => {
  await service.stop();
  await Promise.all([azure.close(), vertex.close()]);
});

async function create(name: string, key: string, settings: object): Promise<void> {
  const answer = await desk.act('/upstreams', { name, api_key: key, settings, reason: 'A test of it' });
  assert.equal(answer.status, 201, answer.text);
}

const TOOLS = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } }];
const chat = (model: string, more: object = {}, key = customer.liveKey) =>
  service.call('POST', '/v1/chat/completions', {
    key,
    body: { model, max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }], ...more },
  });
const said = (text: string) =>
  [...text.matchAll(/^data: (\{.*)$/gm)]
    .map(([, json = '']) => JSON.parse(json).choices?.[0]?.delta?.content ?? '')
    .join('');

for (const [model, answer] of [
  ['az-good', 'Hello from a deployment'],
  ['dated-good', 'Hello from a deployment'],
  ['vx-good', 'Guten Tag'],
] as const) {
  test(`${model}: a whole answer, a stream and a call of a tool, paid by the provider's count`, async () => {
    const account = await service.account({ credits: 10_000 });
    const whole = await chat(model, {}, account.liveKey);
    assert.equal(whole.json.choices?.[0].message.content, answer, whole.text);
    assert.equal(whole.json.model, model);
    const { prompt_tokens: read, completion_tokens: written } = whole.json.usage;
    assert.deepEqual([read, written], model === 'vx-good' ? [8, 3] : [14, 5]);
    const { balance, held } = await moneyOf(service, account.id);
    assert.deepEqual([balance, held], [10_000e6 - (read + 2 * written) * 1e6, 0]);
    const stream = await chat(model, { stream: true });
    assert.equal(said(stream.text), answer);
    assert.match(stream.text, /data: \[DONE\]/);
    const call = await chat(model, { tools: TOOLS });
    const [choice] = call.json.choices;
    assert.equal(choice.finish_reason, 'tool_calls', call.text);
    assert.deepEqual(JSON.parse(choice.message.tool_calls[0].function.arguments), { city: 'Paris' });
  });

  test(`${model}: limits, absences, failures and nonsense are the documented errors, free and without the provider's words`, async () => {
    const prefix = model.split('-')[0];
    for (const [mood, status, code] of [
      ['limited', 503, 'engine_unavailable'],
      ['missing', 502, 'engine_failed'],
      ['broken', 502, 'engine_failed'],
      ['nonsense', 502, 'engine_failed'],
    ] as const) {
      if (prefix === 'dated' && mood !== 'limited') continue;
      const account = await service.account({ credits: 10_000 });
      const refused = await chat(`${prefix}-${mood}`, {}, account.liveKey);
      assert.deepEqual([refused.status, refused.json.error?.code], [status, code], `${mood}: ${refused.text}`);
      assert.doesNotMatch(refused.text, /stack trace|deployment|azure|vertex|quota|publisher/i);
      if (mood === 'limited') assert.equal(refused.headers.get('retry-after'), prefix === 'vx' ? '6' : '11');
      const { balance, held } = await moneyOf(service, account.id);
      assert.deepEqual([balance, held], [10_000e6, 0], mood);
    }
  });
}

test('Azure gets its key in api-key alone, and the deployment where the version of the API expects it', async () => {
  await chat('az-good');
  const newer = azure.heard.at(-1);
  assert.deepEqual([newer?.url, newer?.body.model], ['/openai/v1/chat/completions', 'good']);
  await chat('dated-good', { logprobs: true, n: 2 });
  const dated = azure.heard.at(-1);
  assert.equal(dated?.url, '/openai/deployments/good/chat/completions?api-version=2024-10-21');
  assert.deepEqual([dated?.body.logprobs, dated?.body.n], [true, 2]);
  for (const call of [newer, dated]) {
    assert.equal(call?.headers['api-key'], AZURE_KEY);
    assert.equal(call?.headers.authorization, undefined);
  }
});

test('what Azure filters is refused with its words, and a wrong key is the operator’s to mend', async () => {
  const filtered = await chat('az-strict-one');
  assert.deepEqual([filtered.status, filtered.json.error.code], [400, 'invalid_parameter']);
  assert.match(filtered.json.error.message, /The prompt was filtered/);
  const locked = await chat('locked-good');
  assert.deepEqual([locked.status, locked.json.error.code], [502, 'engine_failed']);
  assert.doesNotMatch(locked.text, /subscription/);
  const forbidden = await chat('vx-forbidden');
  assert.deepEqual([forbidden.status, forbidden.json.error.code], [502, 'engine_failed']);
  assert.doesNotMatch(forbidden.text, /aiplatform/);
  const refused = await chat('vx-refused');
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'invalid_parameter']);
  assert.match(refused.json.error.message, /takes no such temperature/);
  assert.doesNotMatch(refused.text, /project-one/);
});

test('a deployment that never answers ends at the time limit of the upstream', async () => {
  const stalled = await chat('az-stalled', { stream: true });
  assert.deepEqual([stalled.status, stalled.json.error.code], [504, 'engine_timeout']);
});

test('the token limit of a deployment follows our own name of the model', async () => {
  await create('azure-thinks', AZURE_KEY, {
    ...{ kind: 'azure', base_url: azure.origin },
    models: [{ id: 'gpt-5-of-us', upstream_id: 'good', ...PRICE }],
  });
  assert.equal((await chat('gpt-5-of-us')).status, 200);
  const body = azure.heard.at(-1)?.body;
  assert.deepEqual([body?.max_completion_tokens, body?.max_tokens], [50, undefined]);
});

test('Vertex gets a token for a signed statement, once for many calls at the same time', async () => {
  const before = vertex.statements.length;
  assert.ok(before >= 1, 'the first calls have asked for one');
  await Promise.all(Array.from({ length: 8 }, () => chat('vx-good')));
  assert.equal(vertex.statements.length, before);
  const [statement] = vertex.statements;
  assert.equal(statement?.iss, EMAIL);
  assert.equal(statement?.scope, 'https://www.googleapis.com/auth/cloud-platform');
  const { path = '', headers } = vertex.heard.at(-1) ?? {};
  assert.equal(
    path,
    '/v1beta1/projects/project-one/locations/europe-west1/publishers/google/models/good:streamGenerateContent?alt=sse',
  );
  assert.match(String(headers?.authorization), /^Bearer ya29\./);
  assert.equal(headers?.['x-goog-api-key'], undefined);
});

test('a token that was revoked is asked for anew by the call after', async () => {
  const before = vertex.statements.length;
  vertex.revokeAll();
  assert.equal((await chat('vx-good')).status, 502);
  await until(async () => (await chat('vx-good')).status === 200, { saying: 'the next call has a new token' });
  assert.equal(vertex.statements.length, before + 1);
});

function engineOf(credentials: string, more: object = {}): AiSdkEngine {
  const settings = { name: 'v', kind: 'vertex', base_url: `${vertex.origin}/v1beta1`, ...more } as const;
  const place = { project: 'project-one', location: 'europe-west1', models: [{ id: 'good' }, { id: 'stalled' }] };
  return new AiSdkEngine({ ...settings, ...place }, credentials);
}

async function outcome(engine: AiSdkEngine, { model = 'good', signal = new AbortController().signal } = {}) {
  const accepted: boolean[] = [];
  const order = { model, messages: [{ role: 'user' as const, content: 'Hi' }] };
  try {
    for await (const _ of engine.stream(order, signal, (isWorking) => void accepted.push(isWorking)));
    return { accepted };
  } catch (error) {
    return { accepted, error: error as Error & { code?: string; retryAfterSeconds?: number } };
  }
}

test('a token that cannot be had is no call that Vertex took, and the next call asks again', async () => {
  const engine = engineOf(vertex.credentials);
  for (const [mood, code] of [
    ['refuse', 'engine_failed'],
    ['busy', 'engine_unavailable'],
    ['nonsense', 'engine_failed'],
    ['redirect', 'engine_failed'],
  ] as const) {
    vertex.tokenMoods = [mood];
    const calls = vertex.heard.length;
    const { accepted, error } = await outcome(engine);
    assert.deepEqual([error?.code, accepted], [code, []], mood);
    if (mood === 'busy') assert.equal(error?.retryAfterSeconds, 4);
    assert.doesNotMatch(String(error?.message), /JWT|invalid_grant/);
    assert.equal(vertex.heard.length, calls);
  }
  assert.deepEqual(await outcome(engine), { accepted: [true] });
});

test('a caller who leaves while a token is fetched does not end the wait of another', async () => {
  const engine = engineOf(vertex.credentials);
  const leaving = new AbortController();
  const left = outcome(engine, { signal: leaving.signal });
  const stays = outcome(engine);
  leaving.abort();
  assert.equal((await left).error?.name, 'AbortError');
  assert.deepEqual(await stays, { accepted: [true] });
});

test('a model that never answers ends with its caller', async () => {
  const leaving = new AbortController();
  const calls = vertex.heard.length;
  const left = outcome(engineOf(vertex.credentials), { model: 'stalled', signal: leaving.signal });
  await until(() => vertex.heard.length > calls, { saying: 'the call has arrived' });
  leaving.abort();
  assert.equal((await left).error?.name, 'AbortError');
});

test('credentials that are no key of a service account, or send us elsewhere, are refused without being quoted', () => {
  const good = JSON.parse(vertex.credentials) as Record<string, string>;
  for (const [wrong, words] of [
    ['AIza-a-key-of-another-api', /no client_email/],
    [JSON.stringify({ ...good, private_key: 'sk-not-a-key' }), /no RSA key/],
    [JSON.stringify({ ...good, token_uri: 'http://169.254.169.254/token' }), /token_uri/],
    [JSON.stringify({ ...good, token_uri: 'https://oauth2.googleapis.com.evil.example/token' }), /token_uri/],
    [JSON.stringify({ ...good, token_uri: 'http://oauth2.googleapis.com/token' }), /token_uri/],
  ] as const) {
    assert.throws(
      () => engineOf(wrong),
      (error: Error) => words.test(error.message) && !error.message.includes('sk-not'),
    );
  }
  const google = { ...good, token_uri: 'https://oauth2.googleapis.com/token' };
  assert.ok(engineOf(JSON.stringify(google)));
});

test('an upstream without its place, or with a place that would be another host, is refused', async () => {
  const many = { models: [{ id: 'x-1' }] };
  for (const settings of [
    { kind: 'azure' },
    { kind: 'azure', resource: 'evil.example/' },
    { kind: 'azure', resource: 'mine', api_version: '2024-10-21&x=y' },
    { kind: 'vertex', project: 'p' },
    { kind: 'vertex', project: 'p', location: 'evil.example/' },
    { kind: 'vertex', project: 'p/../q', location: 'global' },
  ]) {
    assert.throws(() => readUpstream({ name: 'u', ...settings, ...many }), /^Error: upstreams: u, /);
    const answer = await desk.act('/upstreams', {
      name: 'u',
      settings: { ...settings, ...many },
      reason: 'A test of it',
    });
    assert.equal(answer.status, 400, answer.text);
  }
});

test('a stored key does not follow to another resource or location', async () => {
  const settings = { kind: 'azure', resource: 'one', ...{ models: [{ id: 'moved-1', ...PRICE }] } };
  await create('moving', AZURE_KEY, settings);
  const moved = await service.call('PUT', '/v1/operator/upstreams/moving', {
    key: desk.key,
    body: { settings: { ...settings, resource: 'two' }, reason: 'A test of it' },
  });
  assert.deepEqual([moved.status, moved.json.error?.param], [400, 'api_key']);
});

test('costs come from the map of provider prices, for a deployment by our own name of the model', () => {
  const upstreams = [
    {
      name: 'a',
      kind: 'azure',
      resource: 'mine',
      models: [
        { id: 'gpt-4o', upstream_id: 'prod' },
        { id: 'mine-1', upstream_id: 'gpt-4o-mini' },
      ],
    },
    {
      name: 'v',
      kind: 'vertex',
      project: 'p',
      location: 'global',
      models: [{ id: 'flash', upstream_id: 'gemini-2.5-flash' }],
    },
  ];
  const places = listPlaces({ file: { upstreams }, openAi: null }, { upstreams: [] });
  const list = { currency: 'usd', currency_per_usd: 1 };
  const served = describeServed(places, new ListedModels(), { aliases: new Map(), list });
  assert.deepEqual(
    served.map(({ model, provider, isOwn }) => [model, provider, isOwn]),
    [
      ['gpt-4o', 'azure', false],
      ['mine-1', 'azure', false],
      ['flash', 'google', false],
    ],
  );
  for (const { model, mapCost } of served) assert.ok((mapCost?.output_per_million_tokens ?? 0) > 0, model);
});
