// Moving from LiteLLM: its configuration becomes upstreams, names and policies here, its keys go on working, and what has no counterpart is named.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseEnv } from 'node:util';
import { hashed, importFiles, runImport as runImportIn } from '../support/litellm-import.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const KEY = 'sk-vQ2mZr8Yk0HhT1xUo9cJbw';
const TOTAL = 'sk-totalBudgetOfAProject1';

let upstream: MisbehavingUpstream;
let service: TestService;
let folder: string;

const CONFIG = (base: string) => `
model_list:
  - model_name: fast
    litellm_params:
      model: hosted_vllm/mock-good-1
      api_base: ${base}
      api_key: a-key-in-the-file
      weight: 3
      rpm: 60
    model_info: { max_input_tokens: 8192, input_cost_per_token: 0.000001, output_cost_per_token: 0.000002 }
  - model_name: fast
    litellm_params: { model: openai/gpt-4o-mini, api_key: os.environ/OPENAI_API_KEY }
  - model_name: claude
    litellm_params: { model: anthropic/claude-sonnet-4-5, api_key: os.environ/ANTHROPIC_API_KEY }
  - model_name: azure-gpt
    litellm_params: { model: azure/my-deployment, api_base: "https://eu.openai.azure.com/", api_key: os.environ/AZURE_KEY, api_version: "2025-01-01" }
  - model_name: pictures
    litellm_params: { model: openai/gpt-image-1, api_key: os.environ/OPENAI_API_KEY }
    model_info: { mode: image_generation }
  - model_name: palm
    litellm_params: { model: vertex_ai/gemini-pro }
router_settings:
  routing_strategy: cost-based-routing
  num_retries: 2
  model_group_alias: { gpt-4: fast }
  redis_host: localhost
litellm_settings:
  fallbacks: [{ claude: [fast] }]
  success_callback: ["langfuse"]
  cache: true
general_settings:
  master_key: sk-1234
`;

const KEYS = {
  keys: [
    {
      token: hashed(KEY),
      key_name: 'sk-...Jbw',
      key_alias: 'web',
      team_id: 'Team Blue',
      models: ['fast'],
      max_budget: 5,
      budget_duration: '30d',
      rpm_limit: 50,
      tpm_limit: 9000,
    },
    {
      token: hashed(TOTAL),
      key_name: 'sk-...ect1',
      user_id: 'ada@example.com',
      models: ['all-proxy-models'],
      max_budget: 2,
      spend: 0.5,
    },
    { token: hashed('sk-blocked-blocked'), key_alias: 'old', blocked: true },
    { token: hashed('sk-expired-expired'), key_alias: 'gone', expires: '2024-01-01T00:00:00Z' },
    { token: 'nonsense', key_alias: 'odd' },
  ],
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-litellm-'));
  upstream = await startMisbehavingUpstream();
  await writeFile(join(folder, 'config.yaml'), CONFIG(upstream.baseUrl));
});
after(async () => {
  await service?.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

function runImport(databaseUrl: string | undefined, ...options: string[]) {
  return runImportIn({ folder, databaseUrl }, ...options);
}

test('the configuration becomes upstreams, and everything else is named', async () => {
  const said = await runImport(undefined);
  assert.equal(said.code, 0, said.stderr);
  const config = JSON.parse(await readFile(join(folder, 'out', 'config.json'), 'utf8'));
  const names = (list: { name: string; models: { id: string }[] }[]) =>
    list.map(({ name, models }) => [name, ...models.map(({ id }) => id)]);
  assert.deepEqual(names(config.upstreams), [
    ['hosted_vllm', 'fast'],
    ['openai', 'fast'],
    ['anthropic', 'claude'],
    ['azure', 'azure-gpt'],
  ]);
  assert.deepEqual(names(config.image_upstreams), [['openai', 'pictures']]);
  const [vllm, , anthropic, azure] = config.upstreams;
  assert.deepEqual(vllm, {
    ...{
      name: 'hosted_vllm',
      kind: 'openai',
      base_url: upstream.baseUrl,
      api_key_env: 'HOSTED_VLLM_KEY',
      retries: 2,
      list_models: false,
    },
    models: [
      { id: 'fast', upstream_id: 'mock-good-1', weight: 3, context_window: 8192, cost: { input: 100, output: 200 } },
    ],
  });
  assert.deepEqual(anthropic.models, [{ id: 'claude', upstream_id: 'claude-sonnet-4-5', fallbacks: ['fast'] }]);
  assert.equal(azure.base_url, 'https://eu.openai.azure.com/openai/v1');
  const settings = parseEnv(await readFile(join(folder, 'out', 'settings.env'), 'utf8'));
  assert.deepEqual(
    [settings.HOSTED_VLLM_KEY, settings.MODEL_NAMES, settings.MODEL_ALIASES, settings.MODEL_ROUTING],
    ['a-key-in-the-file', 'gpt-4=fast', 'on', '*=cheapest'],
  );
  assert.equal((await stat(join(folder, 'out', 'settings.env'))).mode & 0o077, 0, 'others can read the keys');
  assert.ok(!said.stdout.includes('a-key-in-the-file'));
  for (const words of [
    /ANTHROPIC_API_KEY, AZURE_KEY/,
    /Set LITELLM_OPENAI_API_KEY to the value of OPENAI_API_KEY/,
    /palm stays behind: the provider vertex_ai/,
    /rpm of the model fast/,
    /redis_host: REDIS_URL/,
    /litellm_settings\.cache/,
    /master_key: the first start/,
  ])
    assert.match(said.stdout, words);
});

test('the keys of LiteLLM go on working here, with their models, limits and budgets', async () => {
  service = await startService({
    CONFIG: join(folder, 'out', 'config.json'),
    HOSTED_VLLM_KEY: 'a-key-in-the-file',
    LITELLM_OPENAI_API_KEY: 'sk-none',
    ANTHROPIC_API_KEY: 'x',
    AZURE_KEY: 'y',
  });
  const said = await importKeys(KEYS.keys, '--credits', '1000');
  assert.equal(said.code, 0, said.stderr);
  assert.match(
    said.stdout,
    /Team Blue: account acct_\w+ \(team-blue-[0-9a-f]{32}@blue\.example\), plan enterprise, 1000 credits; 1 of 1 keys added/,
  );
  assert.match(said.stdout, /sk-\.\.\.ect1: account acct_\w+ .* 150 credits; 1 of 1 keys added/);
  for (const words of [
    /key old stays behind: it is blocked/,
    /key gone stays behind: it has expired/,
    /key odd stays behind: its token/,
  ])
    assert.match(said.stdout, words);

  const ask = (key: string, model: string) =>
    service.call('POST', '/v1/chat/completions', {
      key,
      body: { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 20 },
    });
  const { rows } = await service.app.database.pool.query(
    "select name, models, monthly_cap::float8 as cap, requests_per_minute as rpm, tokens_per_minute as tpm from api_keys where name in ('web', 'sk-...ect1') order by name desc",
  );
  assert.deepEqual(rows, [
    { name: 'web', models: ['fast'], cap: 500e6, rpm: 50, tpm: 9000 },
    { name: 'sk-...ect1', models: null, cap: null, rpm: null, tpm: null },
  ]);
  assert.equal((await ask(KEY, 'claude')).status, 403, 'a model that the key may not use');
  const answer = await ask(KEY, 'fast');
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await ask(TOTAL, 'fast')).status, 200);
  assert.equal((await ask('sk-blocked-blocked', 'fast')).status, 401);
  assert.equal((await ask('sk-nobody-has-this-key', 'fast')).status, 401);

  const again = await importKeys(KEYS.keys, '--credits', '1000');
  assert.match(again.stdout, /Team Blue: was here before; 0 of 1 keys added/);
});

async function accountsOf(keys: string[]) {
  const hashes = keys.map((key) => Buffer.from(hashed(key), 'hex'));
  const { rows } = await service.app.database.pool.query<{ account: string }>(
    'select account_id as account from api_keys where secret_hash = any($1::bytea[])',
    [hashes],
  );
  return rows.map(({ account }) => account);
}

async function importKeys(rows: object[], ...options: string[]) {
  return runImport(service.databaseUrl, ...(await importFiles(folder, rows)), '--domain', 'blue.example', ...options);
}

test('names that look alike, or that are addresses of others, lead to accounts of their own', async () => {
  await service.account({ isOwner: true });
  const { rows: owners } = await service.app.database.pool.query('select id, email from accounts where is_owner');
  const [operator] = owners;
  const names = ['Sales EU', 'sales-eu', '研发', '市场', operator.email, 'ada@example.com'];
  const keys = names.map((_, index) => `sk-lookalike-number-${index}`);
  const rows = names.map((team_id, index) => ({ token: hashed(keys[index] ?? ''), team_id, key_alias: `k${index}` }));
  const said = await importKeys(rows, '--credits', '5');
  assert.equal(said.code, 0, said.stderr);
  const accounts = await accountsOf(keys);
  assert.equal(new Set(accounts).size, names.length, said.stdout);
  assert.ok(!accounts.includes(operator.id), "the operator's account got a key");
  // Somebody who signs up with the address before gets none of the keys.
  const [, address = ''] = /Sales EU: account \w+ \((\S+)\)/.exec(said.stdout) ?? [];
  await service.app.database.pool.query('delete from api_keys where account_id = $1', [accounts[0]]);
  const again = await importKeys(rows.slice(0, 1));
  assert.match(again.stdout, new RegExp(`Sales EU: nothing was added, because ${address} has an account`));
  assert.match((await importKeys(rows.slice(0, 1), '--join', 'yes')).stdout, /1 of 1 keys added/);
});

test('a limit that cannot be held, or cannot be read, leaves the key behind, and all others come', async () => {
  const odd: [string, object, RegExp][] = [
    ['a', { rpm_limit: 0 }, /its limit is 0/],
    ['b', { models: [5, null] }, /models/],
    ['c', { expires: 1000 }, /expires/],
    ['d', { expires: 'soon' }, /cannot be read/],
    ['e', { max_budget: -5, budget_duration: '30d' }, /max_budget/],
    ['f', { max_budget: 1e300 }, /max_budget/],
    ['g', { max_budget: 5, budget_duration: '7d' }, /caps are for a day or a month/],
    ['h', { rpm_limit: 1.5 }, /rpm_limit/],
    ['i', { blocked: 'yes' }, /blocked/],
  ];
  const rows = odd.map(([name, more]) => ({ token: hashed(`sk-odd-limit-${name}`), key_alias: name, ...more }));
  const named = {
    token: hashed('sk-odd-name-1234'),
    key_alias: '\u001b[2J\n- fake: account\u202e\0',
    team_id: 'ctl\u001b]0;pwn\u0007\nline',
  };
  const spent = { token: hashed('sk-spent-less-1'), key_alias: 'spent', max_budget: 1, spend: -1e6 };
  const said = await importKeys([...rows, named, spent]);
  assert.equal(said.code, 0, said.stderr);
  for (const [name, , why] of odd) {
    const line = said.stdout.split('\n').find((one) => one.startsWith(`- the key ${name} stays behind`)) ?? '';
    assert.match(line, why, name);
  }
  assert.equal((await accountsOf(odd.map(([name]) => `sk-odd-limit-${name}`))).length, 0);
  assert.equal((await accountsOf(['sk-odd-name-1234', 'sk-spent-less-1'])).length, 2);
  assert.doesNotMatch(said.stdout.replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
  assert.match(said.stdout, /spent: account \w+ .* 100 credits; 1 of 1 keys added/);
});

test('aliases, costs and keys that a file of settings cannot hold are named, and none is changed in silence', async () => {
  const file = (more: string) => `model_list:\n  - model_name: m\n    litellm_params: { model: openai/x, ${more} }\n`;
  const run = async (text: string) => {
    await writeFile(join(folder, 'config.yaml'), text);
    return runImport(undefined);
  };
  const aliased = await run(
    `${file('api_key: "sk\'a"')}router_settings:\n  model_group_alias: { "a,b=c": m, x: "m,evil=other", ok: m }\n`,
  );
  assert.equal(aliased.code, 0, aliased.stderr);
  const settings = parseEnv(await readFile(join(folder, 'out', 'settings.env'), 'utf8'));
  assert.deepEqual([settings.MODEL_NAMES, settings.OPENAI_KEY], ['ok=m', "sk'a"]);
  assert.match(aliased.stdout, /the alias a,b=c: a name here has no space/);
  for (const cost of ['-1', '1e300', '"free"'])
    assert.match(
      (await run(file(`input_cost_per_token: ${cost}, output_cost_per_token: 0`))).stdout,
      /the model m stays behind: input_cost_per_token is no cost that can be booked/,
      cost,
    );
});

test('what is no configuration or no list of keys is refused in words', async () => {
  await writeFile(join(folder, 'config.yaml'), CONFIG(upstream.baseUrl));
  await writeFile(join(folder, 'wrong.json'), '{"keys":[]}');
  assert.match((await runImport(undefined, '--keys', join(folder, 'wrong.json'))).stderr, /file has no keys/);
  await writeFile(join(folder, 'config.yaml'), 'a: [1');
  assert.match((await runImport(undefined)).stderr, /no YAML/);
  await writeFile(join(folder, 'config.yaml'), 'a: 1');
  assert.match((await runImport(undefined)).stderr, /no configuration of LiteLLM/);
});
