// Attacks on imported keys of LiteLLM: limits of its own rows and of its team, user and budget, owners that look alike, and every door with a key that is limited.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { HARMLESS, NOT_HELD } from '../fixtures/litellm-key-fields.ts';
import { hashed, importFiles, runImport } from '../support/litellm-import.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

type Row = Record<string, unknown>;
type Others = Parameters<typeof importFiles>[2];

let upstream: MisbehavingUpstream;
let service: TestService;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imported-keys-'));
  upstream = await startMisbehavingUpstream();
  const models = ['fast', 'other'].map((model_name) => ({
    model_name,
    litellm_params: { model: 'hosted_vllm/mock-good-1', api_base: upstream.baseUrl, api_key: 'none' },
    model_info: { input_cost_per_token: 0.000001, output_cost_per_token: 0.000002 },
  }));
  await writeFile(join(folder, 'config.yaml'), JSON.stringify({ model_list: models }));
  const said = await runImport({ folder, databaseUrl: undefined });
  assert.equal(said.code, 0, said.stderr);
  service = await startService({ CONFIG: join(folder, 'out', 'config.json') });
});
after(async () => {
  await service?.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

const keyOf = (alias: string) => `sk-imported-${alias}`;
const rowOf = (alias: string, more: object) => ({ token: hashed(keyOf(alias)), key_alias: alias, ...more });

async function importRows(rows: object[], others: Others = {}, ...options: string[]): Promise<string> {
  const files = await importFiles(folder, rows, others);
  const said = await runImport({ folder, databaseUrl: service.databaseUrl }, ...files, '--credits', '1000', ...options);
  assert.equal(said.code, 0, said.stderr);
  return said.stdout;
}

function ask(alias: string, model = 'fast') {
  const body = { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 };
  return service.call('POST', '/v1/chat/completions', { key: keyOf(alias), body });
}

async function accountOf(alias: string): Promise<string | undefined> {
  const { rows } = await service.app.database.pool.query<{ account: string }>(
    'select account_id as account from api_keys where secret_hash = $1',
    [Buffer.from(hashed(keyOf(alias)), 'hex')],
  );
  return rows[0]?.account;
}

const lineOf = (said: string, alias: string) =>
  said.split('\n').find((line) => line.startsWith(`- the key ${alias} stays behind`)) ?? '';

/** Limits that are held, each with a row of a key, its team or its user, and a call that must be refused. */
const HELD: [string, Row, (alias: string) => Promise<number>, number][] = [
  ['models', { models: ['other'] }, async (alias) => (await ask(alias)).status, 403],
  ['models', { models: ['no-default-models'] }, async (alias) => (await ask(alias)).status, 403],
  ['rpm_limit', { rpm_limit: 1 }, async (alias) => [await ask(alias), await ask(alias)][1]?.status ?? 0, 429],
  ['max_budget', { max_budget: 0 }, async (alias) => (await ask(alias)).status, 402],
  ['max_budget', { max_budget: 0, budget_duration: '1d' }, async (alias) => (await ask(alias)).status, 402],
  ['max_budget', { max_budget: 0, budget_duration: '30d' }, async (alias) => (await ask(alias)).status, 402],
];

test('of random rows of keys, teams and users, each limit is held or the key stays behind and is named', async (t) => {
  type Drawn = { held: number[]; lost: number[]; harmless: number[]; place: 'key' | 'team' | 'user' };
  const indexes = (list: readonly unknown[], maxLength: number): fc.Arbitrary<number[]> =>
    fc.uniqueArray(fc.nat(list.length - 1), { maxLength });
  const drawn = fc.record<Drawn>({
    held: indexes(HELD, 2),
    lost: fc.oneof({ weight: 2, arbitrary: fc.constant<number[]>([]) }, { weight: 1, arbitrary: indexes(NOT_HELD, 2) }),
    harmless: indexes(HARMLESS, 3),
    place: fc.constantFrom('key', 'team', 'user'),
  });
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`SEED=${seed}`);
  // Every single one, then mixtures.
  const single = [
    ...NOT_HELD.map((_, index): Drawn => ({ held: [], lost: [index], harmless: [], place: 'key' })),
    ...(['key', 'team', 'user'] as const).flatMap((place) =>
      HELD.map((_, index): Drawn => ({ held: [index], lost: [], harmless: [], place })),
    ),
  ];
  const draws = [...single, ...fc.sample(drawn, { numRuns: 60, seed })];
  const others = { teams: [] as Row[], users: [] as Row[] };
  const rows = draws.map(({ held, lost, harmless, place }, index) => {
    const limits: Row = Object.assign({}, ...held.map((one) => HELD[one]?.[1]));
    const noise: Row = Object.assign({}, ...harmless.map((one) => Object.fromEntries([HARMLESS[one] ?? []])));
    const unheld: Row = Object.assign({}, ...lost.map((one) => Object.fromEntries([NOT_HELD[one] ?? []])));
    const row = { ...noise, ...(place === 'key' ? limits : {}), ...unheld };
    const id = `${place}-${index}`;
    if (place !== 'key') others[`${place}s`].push({ [`${place}_id`]: id, ...limits });
    return rowOf(`random-${index}`, { ...row, ...(place === 'key' ? { user_id: id } : { [`${place}_id`]: id }) });
  });
  const said = await importRows(rows, others);
  for (const [index, { held, lost, place }] of draws.entries()) {
    const alias = `random-${index}`;
    const what = JSON.stringify([rows[index], place]);
    if (lost.length > 0) {
      assert.notEqual(lineOf(said, alias), '', `not named: ${what}`);
      assert.equal((await ask(alias)).status, 401, what);
      continue;
    }
    assert.ok(await accountOf(alias), `${what}: ${lineOf(said, alias)}`);
    // Of limits of the same field the last one was drawn; what several limits refuse may have any of their statuses.
    const statuses = held.map((one) => HELD[one]?.[3]);
    for (const one of held) {
      const [, , refused] = HELD[one] ?? [];
      if (refused) assert.ok(statuses.includes(await refused(alias)), what);
    }
    if (held.length === 0) assert.equal((await ask(alias)).status, 200, what);
  }
});

test('no imported key manages its account, and allowed routes become the scopes that they cover', async () => {
  const rows = [
    rowOf('whole', {}),
    rowOf('routes', { allowed_routes: ['/images', '/v1/files/*'] }),
    rowOf('v1', { allowed_routes: ['/v1/*'] }),
  ];
  const said = await importRows(rows);
  assert.match(said, /allowed_routes of the key routes: it may use image, files/);
  assert.equal((await ask('routes')).status, 403);
  assert.deepEqual([(await ask('whole')).status, (await ask('v1')).status], [200, 200]);
  const key = keyOf('whole');
  for (const [method, path, body] of [
    ['POST', '/v1/account/keys', { name: 'more', scopes: ['chat'] }],
    ['GET', '/v1/account/keys', undefined],
    ['GET', '/v1/account', undefined],
    ['GET', '/v1/payments/balance', undefined],
    ['GET', '/v1/operator/accounts', undefined],
    ['POST', '/v1/webhooks', { url: 'https://example.com', events: ['job.completed'] }],
  ] as const)
    assert.equal((await service.call(method, path, { key, ...(body ? { body } : {}) })).status, 403, path);
});

test('every door holds an imported key to its models', async () => {
  await importRows([rowOf('doors', { models: ['other'] })]);
  const key = keyOf('doors');
  const message = [{ role: 'user', content: 'Hi' }];
  const anthropic = (model: string) =>
    service.call('POST', '/v1/messages', {
      headers: { 'x-api-key': key, 'anthropic-version': '2023-06-01' },
      body: { model, messages: message, max_tokens: 5 },
    });
  assert.deepEqual([(await anthropic('other')).status, (await anthropic('fast')).status], [200, 403]);
  const google = (model: string, headers: Record<string, string>, query = '') =>
    service.call('POST', `/v1beta/models/${model}:generateContent${query}`, {
      headers,
      body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }], generationConfig: { maxOutputTokens: 5 } },
    });
  const header = { 'x-goog-api-key': key };
  assert.deepEqual([(await google('other', header)).status, (await google('fast', header)).status], [200, 403]);
  assert.equal((await google('fast', {}, `?key=${key}`)).status, 403);
  assert.match((await service.call('POST', '/sandbox/v1/chat/completions', { key, body: {} })).text, /is a live key/);
  for (const name of ['session', 'atelier_session', 'better-auth.session_token', 'key']) {
    const answer = await service.call('GET', '/v1/models', { headers: { cookie: `${name}=${key}` } });
    assert.equal(answer.status, 401, name);
  }
  const mcp = (method: string, params: object) =>
    service.call('POST', '/mcp', {
      key,
      headers: { accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method, params },
    });
  const tools = await mcp('tools/list', {});
  assert.equal(tools.status, 200, tools.text);
  assert.match(tools.text, /"generate_image"/);
  assert.doesNotMatch(tools.text, /"(?:get_balance|make_song|build_application)"/);
  const listed = await mcp('tools/call', { name: 'list_models', arguments: {} });
  assert.match(listed.text, /other/);
  assert.doesNotMatch(listed.text, /fast/);
  for (const name of ['generate_image', 'get_balance'])
    assert.match(
      (await mcp('tools/call', { name, arguments: { prompt: 'A cat' } })).text,
      /"isError":true|"error"/,
      name,
    );
  assert.match(await upgrade(key), /^HTTP\/1\.1 4\d\d/);
});

/** There is no WebSocket in the API: an upgrade is refused. */
function upgrade(key: string): Promise<string> {
  const { hostname, port } = new URL(service.origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        `GET /v1/realtime?model=fast HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      ),
    );
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data));
    });
    socket.once('error', reject);
    socket.once('end', () => resolve(''));
  });
}

test('owners are one only if kind and whole id are the same', async () => {
  const long = 't'.repeat(200);
  const owners: Row[] = [
    ...[{ team_id: 'eng' }, { user_id: 'eng' }, { team_id: `${long}A` }, { team_id: `${long}B` }],
    ...[{ team_id: 'everybody else' }, {}, {}, { user_id: 'default_user_id' }, { team_id: ' eng' }, { team_id: 'ENG' }],
    ...[
      { team_id: 'é' },
      { team_id: 'e\u0301' },
      { team_id: 'x\ud800' },
      { team_id: 'x\ud801' },
      { user_id: 'e\u200bng' },
    ],
  ];
  await importRows([
    ...owners.map((owner, index) => rowOf(`owner-${index}`, owner)),
    rowOf('mate', { team_id: 'eng' }),
  ]);
  const accounts = await Promise.all(owners.map((_, index) => accountOf(`owner-${index}`)));
  assert.ok(accounts.every(Boolean));
  assert.equal(new Set(accounts).size, owners.length);
  assert.equal(await accountOf('mate'), accounts[0], 'one team is one account');
});

test('what a team, a user or a budget limits is held, and without its file the key stays behind', async () => {
  const rows = [
    rowOf('team', { team_id: 't1', models: [], team_models: ['other'] }),
    rowOf('lie', { team_id: 't1', team_models: ['fast'] }),
    rowOf('all', { team_id: 't1', models: ['all-team-models'] }),
    rowOf('none', { team_id: 't1', models: ['fast'] }),
    ...['s1', 's2'].map((alias) => rowOf(alias, { team_id: 'shared' })),
    ...['c1', 'c2'].map((alias) => rowOf(alias, { team_id: 'credits' })),
    rowOf('org', { team_id: 'org' }),
    rowOf('member', { team_id: 't1', user_id: 'u1' }),
    rowOf('budget', { budget_id: 'b1' }),
    rowOf('table', { litellm_budget_table: { budget_id: 'b2', max_budget: 0, budget_duration: '1d' } }),
    rowOf('parallel', { litellm_budget_table: { max_parallel_requests: 1 } }),
    ...[rowOf('twice', {}), rowOf('twice', { models: ['other'] })],
  ];
  const teams = [
    {
      team_id: 't1',
      models: ['other'],
      team_memberships: [{ user_id: 'u1', litellm_budget_table: { max_budget: 1 } }],
    },
    { team_id: 'shared', rpm_limit: 5 },
    { team_id: 'credits', max_budget: 3, spend: 1 },
    { team_id: 'org', organization_id: 'o1' },
  ];
  const said = await importRows(rows, { teams, budgets: [{ budget_id: 'b1', max_budget: 0, budget_duration: '30d' }] });
  for (const [alias, status] of Object.entries({ team: 403, all: 403, budget: 402, table: 402, c1: 200 }))
    assert.equal((await ask(alias)).status, status, `${alias} ${lineOf(said, alias)}`);
  assert.match(said, /- credits: account .* 200 credits; 2 of 2 keys added/);
  for (const [alias, why] of Object.entries({
    lie: /team_models is not what/,
    none: /no model is in its own list/,
    s1: /limits for 2 keys together/,
    s2: /limits for 2 keys together/,
    org: /its team has organization_id/,
    member: /as a member of the team/,
    parallel: /its budget has max_parallel_requests/,
    twice: /in the file twice/,
  })) {
    assert.match(lineOf(said, alias), why);
    assert.equal((await ask(alias)).status, 401, alias);
  }
  await writeFile(
    join(folder, 'alone.json'),
    JSON.stringify([rowOf('alone', { team_id: 't1' }), rowOf('au', { user_id: 'u' })]),
  );
  const alone = await runImport(
    { folder, databaseUrl: service.databaseUrl },
    ...['--keys', join(folder, 'alone.json')],
  );
  assert.match(lineOf(alone.stdout, 'alone'), /--teams is the answer of GET \/team\/list/);
  assert.match(lineOf(alone.stdout, 'au'), /--users is the answer of GET \/user\/list/);
  // A second key of a team with a rate would have it a second time.
  await importRows([rowOf('first', { team_id: 'rated' })], { teams: [{ team_id: 'rated', rpm_limit: 5 }] });
  const files = [rowOf('second', { team_id: 'rated' })];
  assert.match(
    await importRows(files, { teams: [{ team_id: 'rated', rpm_limit: 5 }] }, '--join', 'yes'),
    /second stays behind: its team or user has limits, and keys were imported before/,
  );
});

test('metadata that the operator vouches for limits nothing', async () => {
  const rows = [
    rowOf('app', { metadata: { app: 'shop' } }),
    rowOf('limit', { metadata: { model_rpm_limit: { fast: 1 } } }),
  ];
  const said = await importRows(rows, {}, '--metadata', 'app,owner');
  assert.equal((await ask('app')).status, 200);
  assert.match(lineOf(said, 'limit'), /metadata\.model_rpm_limit has no counterpart/);
});
