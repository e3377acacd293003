// The record for lawyers: places, retention, processors and measures from live settings, and the template of an agreement; nothing secret.
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test, { after, before } from 'node:test';
import { readDataFacts } from '../../src/app/data-protection.ts';
import { loadConfig } from '../../src/config/config.ts';
import { OperatorDataProtection } from '../../src/modules/operators/data-protection-service.ts';
import { createRetention } from '../../src/money/retention.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestService } from '../support/service.ts';

const SECRETS = ['sk-never-shown', 'mail-password', 'whsec_never', 'trace-token'];

let service: TestService;
let desk: OperatorKit;
before(async () => {
  service = await startService({
    OPENAI_BASE_URL: 'https://api.openai.com/v1',
    OPENAI_API_KEY: 'sk-never-shown',
    SMTP_URL: 'smtp://mailer:mail-password@mail.example.eu:587',
    STRIPE_SECRET_KEY: 'sk-never-shown',
    STRIPE_WEBHOOK_SECRET: 'whsec_never',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.example.eu',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=trace-token',
    RETAIN_UPLOADS_DAYS: '20',
    TEST_WORKER: '0',
  });
  desk = await openDesk(service);
});
after(() => service.stop());

const record = async () => {
  const { status, json, text } = await desk.read('/data-protection');
  assert.equal(status, 200, text);
  return json;
};

async function set(name: 'service' | 'prices' | 'seller', value: object) {
  const body = { value, reason: 'Data protection' };
  const done = await service.call('PUT', `/v1/operator/settings/${name}`, { key: desk.key, body });
  assert.equal(done.status, 200, done.text);
}

test('retention says what applies now: a live change and a plan that differs appear at once', async () => {
  const daysOf = async (kind: string) => (await record()).retention.find((one: { kind: string }) => one.kind === kind);
  assert.equal((await daysOf('uploads')).days, 20);
  await set('service', { retention_days: { conversations: 90 } });
  assert.deepEqual(await daysOf('conversations'), {
    kind: 'conversations',
    days: 90,
    meaning: 'Conversations, after the last message',
    plans: [],
  });
  const { pro, free, ...others } = service.app.prices.list.plans;
  assert.ok(pro && free);
  await set('prices', {
    plans: {
      ...others,
      free: { ...free, zero_retention: true },
      pro: { ...pro, retention_days: { conversations: 7 } },
    },
  });
  assert.deepEqual((await daysOf('conversations')).plans, [{ plan: 'pro', days: 7 }]);
  assert.deepEqual((await record()).zero_retention.plans, ['free']);
});

test('every processor is named with its host, its country where it is known, and what it receives', async () => {
  const settings = {
    kind: 'anthropic',
    models: [{ id: 'claude-opus', price: { input: 900, output: 900 }, cost: { input: 1, output: 1 } }],
  };
  const added = await desk.act('/upstreams', {
    name: 'opus',
    settings,
    key: 'sk-never-shown',
    reason: 'Data protection',
  });
  assert.equal(added.status, 201, added.text);
  const own = { base_url: 'http://10.0.0.7:8000/v1', models: [{ id: 'own-1', price: { input: 1, output: 1 } }] };
  assert.equal((await desk.act('/upstreams', { name: 'ours', settings: own, reason: 'Data protection' })).status, 201);
  const { processors, places } = await record();
  const named = (name: string) => processors.find((one: { name: string }) => one.name === name);
  assert.deepEqual(named('openai'), {
    role: 'models',
    name: 'openai',
    makes: 'text',
    provider: null,
    host: 'api.openai.com',
    country: 'US',
    own: false,
    receives: 'Prompts, conversations, tools and images of a call; no name of the account',
    asked_not_to_store: 'zero_retention_calls',
  });
  assert.deepEqual(
    [named('opus').host, named('opus').provider, named('opus').asked_not_to_store],
    ['api.anthropic.com', 'anthropic', 'no'],
  );
  assert.deepEqual([named('ours').own, named('ours').country, named('ours').asked_not_to_store], [true, null, null]);
  assert.deepEqual([named('mail').host, named('mail').country], ['mail.example.eu', null]);
  assert.deepEqual([named('stripe').host, named('stripe').role], ['api.stripe.com', 'payments']);
  assert.equal(named('traces').host, 'otel.example.eu');
  assert.equal(places.find((one: { holds: string }) => one.holds === 'files').host, null);
});

test('the template names the seller, every duty of Article 28, the retention and the processors, in two languages and formats', async () => {
  const get = async (query: string) => {
    const answer = await service.call('GET', `/v1/operator/data-protection/agreement${query}`, { key: desk.key });
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/);
    return answer;
  };
  assert.match((await get('')).text, /Atelier: \[to be filled in\]/);
  await set('seller', {
    name: 'Klang & <b>Bild</b> GmbH',
    line1: 'Weg 1',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    bank: 'IBAN DE00',
  });
  const english = await get('');
  assert.match(english.headers.get('content-type') ?? '', /text\/markdown/);
  for (const letter of 'abcdefgh')
    assert.ok(english.text.includes(`28(3)(${letter})`) || english.text.includes(`(3)(${letter})`), letter);
  for (const wanted of [
    'no legal advice',
    'Klang & \\<b\\>Bild\\</b\\> GmbH',
    'Weg 1, 10115 Berlin, DE',
    '90 days',
    'pro: 7 days',
    'api.openai.com',
    '[to be filled in]',
  ])
    assert.ok(english.text.includes(wanted), wanted);
  const german = await get('?language=de&format=html');
  assert.match(german.headers.get('content-type') ?? '', /text\/html/);
  for (const wanted of [
    'keine Rechtsberatung',
    'Klang &#38; &#60;b&#62;Bild',
    'lit. h',
    '90 Tage',
    'Anlage 5',
    '[auszufüllen]',
  ])
    assert.ok(german.text.includes(wanted), wanted);
  assert.ok(!german.text.includes('<b>Bild'));
});

test('nothing secret is in it, and nobody but the operator reads it', async () => {
  const paths = [
    '/data-protection',
    '/data-protection/agreement',
    '/data-protection/agreement?format=html&language=de',
  ];
  for (const path of paths) {
    const { text } = await desk.read(path);
    for (const secret of [...SECRETS, service.config.dataDir, service.databaseUrl, 'IBAN', 'mailer'])
      assert.ok(!text.includes(secret), `${path}: ${secret}`);
  }
  const { liveKey } = await service.account();
  for (const path of paths)
    assert.equal((await service.call('GET', `/v1/operator${path}`, { key: liveKey })).status, 403, path);
});

test('of every address only the host is named, whatever password it holds', () => {
  const config = loadConfig(
    {
      SECRET: 'x'.repeat(32),
      DATABASE_URL: 'postgres://app:db-password@db.example.eu:5432/atelier?sslpassword=more-secrets',
      REDIS_URL: 'rediss://:redis-password@redis.example.eu:6380/0',
      S3_URL: 'https://S3KEY:s3-secret@s3.eu-central-1.amazonaws.com/bucket/customer-prefix?region=eu-central-1',
      SMTP_URL: 'smtps://mailer:mail-password@mail.example.eu',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:trace-token@otel.example.eu/secret-path',
    },
    tmpdir(),
  );
  const prices = { list: config.prices };
  const settings = {
    base_url: 'https://user:upstream-password@models.example.eu/v1?key=in-the-query',
    headers: { 'x-key': 'header-key' },
  };
  const upstream = {
    name: 'models',
    makes: 'text',
    source: 'file',
    settings,
    hasKey: true,
    headerNames: [],
    models: [],
    problem: null,
  } as const;
  const facts = readDataFacts({
    config,
    prices,
    retention: createRetention(() => config.retain.days, prices),
    upstreams: () => [upstream],
    seller: () => ({}),
  });
  const service = new OperatorDataProtection(() => facts);
  const text = JSON.stringify(service.read()) + service.agreement({ format: 'html', language: 'de' }).text;
  for (const host of [
    'db.example.eu',
    'redis.example.eu',
    's3.eu-central-1.amazonaws.com',
    'mail.example.eu',
    'otel.example.eu',
    'models.example.eu',
  ])
    assert.ok(text.includes(host), host);
  assert.doesNotMatch(
    text,
    /-password|S3KEY|s3-secret|trace-token|secret-path|in-the-query|header-key|customer-prefix|more-secrets/i,
  );
});
