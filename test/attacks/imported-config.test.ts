// Attacks on imported configurations of LiteLLM: every field that it knows, costs that could become lower, patterns, fallbacks, names, variables, and hostile YAML.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { isCost } from '../../src/commands/litellm/config-fields.ts';
import { readLiteLlmConfig } from '../../src/commands/litellm/read-config.ts';
import { GENERAL, INFO, PARAMS, ROUTER } from '../fixtures/litellm-config-fields.ts';
import { runImport } from '../support/litellm-import.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

type Row = Record<string, unknown>;
const CREDITS_PER_DOLLAR = 100;
const SECRET = 'sk-this-stands-in-the-file';
const BASE = { model: 'hosted_vllm/m', api_base: 'http://127.0.0.1:9/v1', api_key: SECRET };
const COSTS = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };

let upstream: MisbehavingUpstream;
let service: TestService | undefined;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imported-config-'));
  upstream = await startMisbehavingUpstream();
});
after(async () => {
  await service?.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});

const entry = (name: string, params: Row = {}, info: Row = {}) => ({
  model_name: name,
  litellm_params: { ...BASE, ...params },
  model_info: info,
});

function read(file: Row | string, variables: Record<string, string> = {}) {
  const text = typeof file === 'string' ? file : JSON.stringify(file);
  const found = readLiteLlmConfig(text, {
    creditsPerDollar: CREDITS_PER_DOLLAR,
    variable: (name) => variables[name],
  });
  const rows = Object.values(found.lists).flat();
  const said = [...found.left, ...found.limiting].join('\n');
  assert.ok(!said.includes(SECRET) && !JSON.stringify(found.lists).includes(SECRET), 'a key is told');
  return { ...found, rows, said, all: rows.flatMap((row) => row.models) };
}

const VALUES: unknown[] = [0.5, 3, true, 'x', ['x'], { a: 1 }, '2020-01-01'];

test('each field of LiteLLM alone is taken over, or named, or keeps the model behind', () => {
  const effects = ({ lists, environment }: ReturnType<typeof read>) => JSON.stringify([lists, [...environment]]);
  const before = effects(read({ model_list: [entry('m')] }));
  const silent: string[] = [];
  const check = (what: string, name: string, file: Row) => {
    const found = read(file);
    const { said, models } = found;
    const isTaken = models === 1 && effects(found) !== before;
    if (!isTaken && models === 1 && !said.includes(name)) silent.push(what);
    if (models === 0 && !said.includes('m stays behind')) silent.push(`${what}: behind`);
  };
  for (const value of VALUES) {
    const shown = JSON.stringify(value);
    for (const name of PARAMS) {
      check(`litellm_params.${name}: ${shown}`, name, { model_list: [entry('m', { [name]: value })] });
      if (value === 3 || value === 'x')
        check(`default ${name}: ${shown}`, name, {
          model_list: [entry('m', name in BASE ? { [name]: undefined } : {})],
          router_settings: { default_litellm_params: { [name]: value } },
        });
    }
    for (const name of INFO)
      check(`model_info.${name}: ${shown}`, name, { model_list: [entry('m', {}, { [name]: value })] });
    for (const name of ['blocked', 'rpm', 'tpm', 'timeout', 'model_id', 'guardrails'])
      check(`${name}: ${shown}`, name, { model_list: [{ ...entry('m'), [name]: value }] });
  }
  assert.deepEqual(silent, []);
  assert.ok(PARAMS.length > 300 && INFO.length > 200);
});

test('each setting of the proxy and of its router is taken over or named', () => {
  const silent: string[] = [];
  const effects = (file: Row) => {
    const { lists, environment, models } = read(file);
    return JSON.stringify([lists, [...environment], models]);
  };
  const plain = effects({ model_list: [entry('m')] });
  const sections: [string, readonly string[]][] = [
    ['general_settings', GENERAL],
    ['router_settings', ROUTER],
    ['litellm_settings', [...ROUTER, 'default_fallbacks', 'guardrails', 'max_budget', 'a_setting_of_tomorrow']],
    ['a_section_of_tomorrow', ['x']],
  ];
  for (const [section, names] of sections)
    for (const name of names)
      for (const value of VALUES) {
        const file = { model_list: [entry('m')], [section]: { [name]: value } };
        const { said } = read(file);
        const isNamed = said.includes(name) || /the (?:alias|fallback of) /.test(said);
        if (!isNamed && effects(file) === plain) silent.push(`${section}.${name}: ${JSON.stringify(value)}`);
      }
  assert.deepEqual(silent, []);
  for (const section of ['router_settings', 'guardrails', 'include_me'])
    for (const value of ['x', ['x'], 5])
      assert.match(read({ model_list: [entry('m')], [section]: value }).said, new RegExp(section));
  const limiting = [
    'max_parallel_requests',
    'completion_model',
    'custom_auth',
    'allowed_routes',
    'max_request_size_mb',
  ];
  const general = Object.fromEntries(limiting.map((name) => [name, 1]));
  assert.equal(read({ model_list: [entry('m')], general_settings: general }).limiting.length, limiting.length);
});

test('no field makes a cost lower than the figure of LiteLLM', () => {
  const names = [...new Set([...PARAMS, ...INFO])].filter(isCost);
  assert.ok(names.length >= 150, `${names.length} costs`);
  for (const name of names)
    for (const place of ['params', 'info'])
      for (const dollars of [5e-6, '5e-6', 1.3e-15, 0, 3]) {
        const row = { ...COSTS, [name]: dollars };
        const found = read({ model_list: [place === 'params' ? entry('m', row) : entry('m', {}, row)] });
        if (found.models === 0) {
          assert.match(found.said, new RegExp(`m stays behind: .*${name}`));
          continue;
        }
        const cost = found.all[0]?.cost as Record<string, number>;
        const figure = Number(dollars) * 1e6 * CREDITS_PER_DOLLAR;
        const isNeverAsked = /_(?:batches|flex)$/.test(name);
        const isFactor = /uplift/.test(name);
        const highest = Math.max(...Object.values(cost));
        assert.ok(
          highest >= figure || isNeverAsked || (isFactor && Number(dollars) <= 1),
          `${name}: ${dollars} became ${JSON.stringify(cost)}`,
        );
      }
  const one = (params: Row, info: Row = {}) => read({ model_list: [entry('m', params, info)] });
  // The higher of two figures, nothing for nothing, and half of a price is none.
  const both = one({ ...COSTS, cache_creation_input_token_cost: 3e-6 }, { ...COSTS, input_cost_per_token: 4e-6 });
  assert.deepEqual(both.all[0]?.cost, { input: 400, output: 200, cache_write: 300 });
  assert.deepEqual(one({ input_cost_per_token: null }, COSTS).all[0]?.cost, { input: 100, output: 200 });
  for (const half of [
    { input_cost_per_token: 1e-6 },
    { output_cost_per_token: 1e-6 },
    { cache_read_input_token_cost: 1e-6 },
  ])
    assert.match(one(half).said, /m stays behind: its costs need both/);
  for (const odd of ['free', '-1e-6', '1e', true, [1e-6], { usd: 1 }])
    assert.equal(one({ ...COSTS, input_cost_per_token: odd }).models, 0, JSON.stringify(odd));
  for (const odd of ['.nan', '.inf', '-.inf', '0x7fffffffff', '1:30', '1_0'])
    assert.match(
      read(
        `model_list:\n  - { model_name: m, litellm_params: { model: hosted_vllm/m, api_base: "http://127.0.0.1:9/v1", input_cost_per_token: ${odd}, output_cost_per_token: 0 } }`,
      ).said,
      odd === '1_0' ? /^$/ : /m stays behind: input_cost_per_token is no cost/,
      odd,
    );
});

/** A file beside the model `ok`, what is said of it, and how many models come. */
const CLASSES: [what: string, file: Row, said: RegExp, models: number][] = [
  ...(
    [
      ['headers', { extra_headers: { a: 'b' } }, /extra_headers \(write it as headers/],
      ['an organization', { organization: 'org-1' }, /organization \(write it/],
      ['credentials elsewhere', { litellm_credential_name: 'c' }, /litellm_credential_name \(write/],
      [
        'credentials of another cloud account',
        { aws_access_key_id: 'x', aws_secret_access_key: 'y' },
        /aws_access_key_id/,
      ],
      ['defaults of calls', { temperature: 0, max_tokens: 5 }, /temperature, max_tokens have no counterpart/],
      ['an answer that is made up', { mock_response: 'Hi' }, /mock_response/],
      ['a budget', { max_budget: 1, budget_duration: '1d' }, /max_budget \(caps/],
      ['a limit of parallel calls', { max_parallel_requests: 1 }, /max_parallel_requests/],
      ['guardrails', { guardrails: ['pii'] }, /guardrails/],
      ['the form of answers', { merge_reasoning_content_in_choices: true }, /merge_reasoning/],
      ['what is taken out of calls', { additional_drop_params: ['stop'] }, /additional_drop_params/],
      ['tags', { tags: ['free'] }, /tags/],
      ['another provider than the name says', { custom_llm_provider: 'cohere' }, /provider cohere/],
      ['a provider of another API with an address', { model: 'cohere/m' }, /provider cohere/],
      ['no provider', { model: 'some-model' }, /provider \(none\)/],
      ['a region in the name', { model: 'bedrock/eu-west-1/m' }, /holds more than the model/],
      ['an address that is no text', { api_base: 5 }, /api_base is no text/],
      ['a key that is no text', { api_key: 12345 }, /api_key is no text/],
      ['a key that LiteLLM fetches', { api_key: 'oidc/google/x' }, /api_key is fetched/],
      ['a password in the address', { api_base: 'http://u:p@127.0.0.1:9' }, /api_base has no counterpart/],
      ['an address that is none', { api_base: 'javascript:alert(1)' }, /api_base has no counterpart/],
      // Else the provider's own address would get the prompts and the key.
      [
        'an address in a variable that is not set',
        { model: 'openai/x', api_base: 'os.environ/NOT_SET' },
        /variable NOT_SET, which is not set/,
      ],
      ['a variable within a text', { api_base: 'http://os.environ/HOST:8' }, /variable \(which cannot be read\)/],
      ['a weight that is none', { weight: -1 }, /weight is no number/],
      ['parameters that are none', 5, /litellm_params cannot be read|names no model/],
    ] as [string, Row | number, RegExp][]
  ).map(([what, params, said]): [string, Row, RegExp, number] => [
    what,
    {
      model_list: [
        entry('ok'),
        typeof params === 'number' ? { model_name: 'odd', litellm_params: params } : entry('odd', params),
      ],
    },
    new RegExp(`odd stays behind: .*(?:${said.source})`),
    1,
  ]),
  ...(
    [
      ['a team', { team_id: 't' }, /team_id/],
      ['a pause', { blocked: true }, /blocked/],
      ['hours', { access_windows: [{ start: '08:00' }] }, /access_windows/],
      ['a mode', { mode: 'embedding' }, /nothing here does the work "embedding" for an upstream/],
      ['a mode that is none', { mode: 7 }, /nothing here does the work/],
      ['a size that is none', { max_input_tokens: -4 }, /max_input_tokens is no number/],
      ['prices by the hour', { off_peak_pricing: { hours_utc: '01:00-02:00' } }, /off_peak_pricing/],
      ['steps', { tiered_pricing: [{ range: [0, 1] }] }, /tiered_pricing/],
    ] as [string, Row, RegExp][]
  ).map(([what, info, said]): [string, Row, RegExp, number] => [
    what,
    { model_list: [entry('ok'), entry('odd', {}, info)] },
    new RegExp(`odd stays behind: .*(?:${said.source})`),
    1,
  ]),
  ...(['rpm', 'tpm'] as const).flatMap((name): [string, Row, RegExp, number][] => [
    [`${name}`, { model_list: [entry('ok', { [name]: 1 })] }, new RegExp(`${name} of the model ok`), 1],
    [
      `${name} held before the call`,
      { model_list: [entry('ok', { [name]: 1 })], router_settings: { enable_pre_call_checks: true } },
      /ok stays behind: .*LiteLLM enforces/,
      0,
    ],
    [
      `${name} held by a check`,
      {
        model_list: [entry('ok', { [name]: 1 })],
        router_settings: { optional_pre_call_checks: ['enforce_model_rate_limits'] },
      },
      /ok stays behind/,
      0,
    ],
    [
      `${name} held by the strategy`,
      { model_list: [entry('ok', { [name]: 1 })], router_settings: { routing_strategy: 'usage-based-routing-v2' } },
      /ok stays behind/,
      0,
    ],
    [
      `${name} of a pattern`,
      { model_list: [entry('*', { model: 'openai/*', [name]: 1 })] },
      /model \* stays behind: .*with a pattern/,
      0,
    ],
  ]),
  [
    'an embedding model by its name',
    { model_list: [entry('e', { model: 'openai/text-embedding-3-small' })] },
    /e stays behind: .*"embedding"/,
    0,
  ],
  [
    'an entry that is none',
    { model_list: [entry('ok'), 'x', null, []] },
    /entry 2, without a name\) stays behind(?:.|\n)*entry 3(?:.|\n)*entry 4/,
    1,
  ],
  [
    'numbers as names',
    { model_list: [entry('ok'), { ...entry('x'), model_name: 12 }] },
    /entry 2, without a name\) stays behind/,
    1,
  ],
  [
    'a name with letters that no header holds',
    { model_list: [entry('ok'), entry('模型'), entry('a\nb'), entry(' c'), entry('x'.repeat(201))] },
    /模型 stays behind(?:.|\n)*ab stays behind(?:.|\n)*c stays behind(?:.|\n)*xxx stays behind/,
    1,
  ],
  ['our word for the first model', { model_list: [entry('default')] }, /default stays behind/, 0],
  [
    'a name for two kinds of work',
    { model_list: [entry('ok'), entry('ok', {}, { mode: 'image_generation' })] },
    /ok stays behind: an earlier model/,
    1,
  ],
];

test('what would change its meaning, limits or callers stays behind, and each is named', () => {
  for (const [what, file, said, models] of CLASSES) {
    const found = read(file);
    assert.match(found.said, said, what);
    assert.equal(found.models, models, `${what}: ${found.said}`);
  }
});

test('a pattern comes alone, and never offers what is limited or elsewhere', () => {
  const star = entry('*', { model: 'openai/*', api_base: undefined });
  const named = (params: Row = {}) => entry('gpt-4o', { model: 'openai/gpt-4o', api_base: undefined, ...params });
  const alone = read({ model_list: [named(), star] });
  assert.equal(alone.rows[0]?.list_models, true, alone.said);
  for (const [what, other] of [
    ['limited', named({ max_budget: 1 })],
    ['elsewhere', named({ api_base: 'http://127.0.0.1:8/v1' })],
    ['with another key', named({ api_key: 'another' })],
    ['another pattern elsewhere', entry('gpt-*', { model: 'openai/gpt-*' })],
    ['a limited pattern', entry('gpt-*', { model: 'openai/*', api_base: undefined, max_budget: 1 })],
  ] as const)
    for (const list of [
      [other, star],
      [star, other],
    ]) {
      const found = read({ model_list: list });
      assert.match(found.said, /(?:pattern|model) \* stays behind/, what);
      assert.ok(!found.rows.some((row) => row.list_models === true), what);
    }
  for (const odd of [
    { model: 'anthropic/*' },
    { model: 'openai/gpt-*' },
    { ...COSTS, model: 'openai/*' },
    { model: 'openai/*', weight: 2 },
  ])
    assert.match(read({ model_list: [entry('*', odd)] }).said, /\* stays behind/);
  assert.match(
    read({ model_list: [entry('*', { model: 'openai/*' }, { mode: 'image_generation' })] }).said,
    /\* stays behind/,
  );
});

test('deployments of one name never replace each other, and names of upstreams are never used twice', () => {
  const found = read({ model_list: ['a', 'b', 'c'].map((model) => entry('m', { model: `hosted_vllm/${model}` })) });
  assert.deepEqual(
    found.rows.map(({ name, models }) => [name, ...models.map(({ upstream_id: model }) => model)]),
    [
      ['hosted_vllm', 'a'],
      ['hosted_vllm-2', 'b'],
      ['hosted_vllm-3', 'c'],
    ],
  );
});

test('fallbacks and aliases lead to models that came, and all others are named', () => {
  const fallbacks = (value: unknown, name = 'fallbacks', section = 'litellm_settings') =>
    read({
      model_list: [
        entry('a'),
        entry('b'),
        entry('gone', { max_budget: 1 }),
        entry('pic', {}, { mode: 'image_generation' }),
      ],
      router_settings: { model_group_alias: { nick: 'b' } },
      [section]: { ...(section === 'router_settings' ? { model_group_alias: { nick: 'b' } } : {}), [name]: value },
    });
  const rowOf = (found: ReturnType<typeof read>, id: string) => found.all.find((model) => model.id === id)?.fallbacks;
  assert.deepEqual(rowOf(fallbacks([{ a: ['nick', 'a', 'b'] }]), 'a'), ['b']);
  assert.deepEqual(rowOf(fallbacks(['b'], 'default_fallbacks'), 'a'), ['b']);
  assert.deepEqual(rowOf(fallbacks([{ '*': ['b'] }]), 'a'), ['b']);
  for (const [value, said] of [
    ['b', /fallbacks: it is no list/],
    [{ a: ['b'] }, /fallbacks: it is no list/],
    [['b'], /fallbacks: b is no model with its list/],
    [[null, 5], /fallbacks: an entry is no model/],
    [[{ a: 'b' }], /fallbacks of a: what is no list of names/],
    [[{ a: [{ model: 'b', temperature: 1 }] }], /fallbacks of a: what is no list/],
    [[{ a: ['gone'] }], /fallback of a to gone: no such model was taken over/],
    [[{ a: ['never'] }], /fallback of a to never/],
    [[{ a: ['pic'] }], /fallback of a to pic: it does other work/],
    [[{ gone: ['a'] }], /fallbacks of gone: no such model/],
    [[{ a: ['b'], b: ['a'] }], /fallbacks of b: LiteLLM reads one model/],
    [[{ a: ['b'] }, { a: ['a'] }], /fallbacks of a: an earlier rule counts/],
  ] as [unknown, RegExp][]) {
    const found = fallbacks(value);
    assert.match(found.said, said, JSON.stringify(value));
    assert.ok(['b', undefined].includes((rowOf(found, 'a') as string[] | undefined)?.[0]));
  }
  for (const name of ['context_window_fallbacks', 'content_policy_fallbacks'])
    assert.match(fallbacks([{ a: ['b'] }], name).said, new RegExp(`litellm_settings.${name}: such a call is refused`));
  const aliases = read({
    model_list: [entry('a')],
    router_settings: {
      model_group_alias: { a: 'a', 'x*': 'a', gone: 'b', odd: 5, 'e,v=l': 'a', fine: { model: 'a', hidden: true } },
    },
  });
  assert.equal(aliases.environment.get('MODEL_NAMES'), 'fine=a');
  for (const said of [
    /alias a: a model of this name/,
    /alias x\*: a name here/,
    /alias gone: its model b/,
    /alias odd/,
    /alias evl|alias e,v=l/,
    /hidden of the alias fine/,
  ])
    assert.match(aliases.said, said);
});

test('keys and variables reach their own upstream only', () => {
  const file = {
    environment_variables: { IN_FILE: 'sk-value-in-file', UNUSED: 'sk-unused', NODE_OPTIONS: '--require ./evil.cjs' },
    model_list: [
      entry('inline'),
      entry('named', { api_key: 'os.environ/HOSTED_VLLM_KEY' }),
      entry('in-file', { api_key: 'os.environ/IN_FILE' }),
      entry('options', { api_key: 'os.environ/NODE_OPTIONS' }),
      ...['SECRET', 'DATABASE_URL', 'STRIPE_SECRET_KEY', 'OPENAI_API_KEY'].map((name) =>
        entry(name, { api_key: `os.environ/${name}` }),
      ),
      entry('base', { api_base: 'os.environ/BASE' }),
    ],
  };
  const found = read(file, { BASE: 'http://127.0.0.1:7/v1' });
  const keyOf = (id: string) =>
    String(found.rows.find(({ models }) => models.some((one) => one.id === id))?.api_key_env);
  assert.equal(found.environment.get(keyOf('inline')), SECRET);
  assert.notEqual(keyOf('inline'), 'HOSTED_VLLM_KEY', 'a key would stand under the name of another');
  assert.equal(keyOf('named'), 'HOSTED_VLLM_KEY');
  assert.equal(found.environment.get(keyOf('in-file')), 'sk-value-in-file');
  assert.ok(!found.environment.has('NODE_OPTIONS'), 'the settings would start a program');
  for (const name of ['SECRET', 'DATABASE_URL', 'STRIPE_SECRET_KEY', 'OPENAI_API_KEY']) {
    assert.equal(keyOf(name), `LITELLM_${name}`);
    assert.equal(found.renamed.get(`LITELLM_${name}`), name);
    assert.ok(!found.expected.has(name));
  }
  assert.match(found.said, /environment_variables\.UNUSED/);
  assert.equal(
    found.rows.find(({ models }) => models.some(({ id }) => id === 'base'))?.base_url,
    'http://127.0.0.1:7/v1',
  );
});

test('YAML is read as LiteLLM reads it, and hostile YAML is refused in words that hold no key', () => {
  const merged = read(
    `
defaults: &defaults { api_base: "http://127.0.0.1:9/v1", api_key: ${SECRET}, max_budget: 1 }
model_list:
  - { model_name: a, litellm_params: { <<: *defaults, model: hosted_vllm/m } }
  - { model_name: b, litellm_params: { model: hosted_vllm/m, api_base: "http://127.0.0.1:9/v1" }, model_info: { blocked: yes } }
  - { model_name: c, litellm_params: { model: hosted_vllm/m, api_base: "http://127.0.0.1:9/v1", paid_until: 2026-01-01 } }
  - { model_name: d, litellm_params: { model: hosted_vllm/m, api_base: "http://127.0.0.1:9/v1", __proto__: { tags: [x] } } }
  - { model_name: e, litellm_params: { model: hosted_vllm/m, api_base: "http://127.0.0.1:9/v1", input_cost_per_token: 1e-6, output_cost_per_token: 2.0e-6 } }
router_settings: null
litellm_settings: ~
general_settings:
`,
  );
  for (const said of [
    /a stays behind: max_budget/,
    /b stays behind: blocked/,
    /c stays behind: paid_until/,
    /d stays behind: __proto__/,
  ])
    assert.match(merged.said, said);
  assert.deepEqual(merged.all[0]?.cost, { input: 100, output: 200 });
  const laughs = Array.from(
    { length: 12 },
    (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`,
  );
  const hostile: [string, string, RegExp][] = [
    ['billions of aliases', `l0: &l0 [x]\n${laughs.join('\n')}\nmodel_list: [*l12]`, /no YAML/],
    ['thousands of aliases', `a: &a 1\nb: [${'*a,'.repeat(300_000)}]`, /more than 1000 aliases/],
    ['an alias of itself', 'model_list: &a [*a]', /./],
    ['depth', `model_list: ${'['.repeat(200_000)}`, /no YAML/],
    ['keys twice', `model_list:\n  - litellm_params: { api_key: ${SECRET}, api_key: ${SECRET} }`, /no YAML/],
    ['a broken line with a key', `model_list:\n  - api_key: "${SECRET}\n  x: [`, /no YAML/],
    ['programs', 'model_list: !!python/object/apply:os.system ["true"]', /no YAML/],
    ['several documents', 'model_list: []\n---\nmodel_list: []', /no YAML/],
    ['a set', 'model_list:\n  - !!set { a }', /no YAML/],
    ['megabytes', `model_list: []\nx: "${'x'.repeat(1_000_000)}"`, /more than 1 MB/],
    ['no list', 'model_list: { a: 1 }', /no "model_list"/],
    ['nothing', '', /no "model_list"/],
    ['included files', 'include: [other.yaml]\nmodel_list: []', /includes others/],
  ];
  for (const [what, text, words] of hostile) {
    try {
      assert.match(read(text).said, words, what);
    } catch (error) {
      assert.ok(error instanceof Error && error.name !== 'AssertionError', `${what}: ${error}`);
      assert.match(error.message, words, what);
      assert.ok(!error.message.includes(SECRET), what);
    }
  }
});

test('of random files every model is imported or named, and the whole file that is written loads', async (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`SEED=${seed}`);
  const value = fc.oneof(
    fc.constantFrom(...VALUES),
    fc.double(),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
  );
  const some = (names: readonly string[], maxKeys: number) =>
    fc.dictionary(fc.constantFrom(...names), value, { maxKeys });
  const name = fc.oneof(
    fc.constantFrom('a', 'b', 'c'),
    fc.string({ maxLength: 12 }),
    fc.stringMatching(/^[a-z0-9./:-]{1,12}$/),
  );
  const model = fc.constantFrom(
    'hosted_vllm/m',
    'openai/x',
    'openai/gpt-image-1',
    'openai/tts-1',
    'openai/whisper-1',
    'bedrock/x',
    'anthropic/y',
    'azure/z',
  );
  const drawn = fc.record({
    name,
    model,
    params: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: some(PARAMS, 2) }),
    info: fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: some(INFO, 2) },
      { weight: 1, arbitrary: fc.constant(COSTS) },
    ),
  });
  const draws = fc.sample(drawn, { numRuns: 400, seed });
  const usual = {
    model_name: 'usual',
    litellm_params: { model: 'hosted_vllm/mock-good-1', api_base: upstream.baseUrl, api_key: 'none' },
    model_info: COSTS,
  };
  const failing = {
    ...usual,
    model_name: 'failing',
    litellm_params: { ...usual.litellm_params, model: 'hosted_vllm/mock-500-1' },
  };
  const limited = { ...usual, model_name: 'limited', litellm_params: { ...usual.litellm_params, max_budget: 0 } };
  const model_list = [
    usual,
    failing,
    limited,
    ...draws.map((one) => entry(one.name, { model: one.model, ...one.params }, one.info)),
  ];
  const fallbacks = [{ failing: ['limited', 'usual'] }];
  await writeFile(join(folder, 'config.yaml'), JSON.stringify({ model_list, litellm_settings: { fallbacks } }));
  const said = await runImport({ folder, databaseUrl: undefined });
  assert.equal(said.code, 0, said.stderr);
  assert.ok(!said.stdout.includes(SECRET));
  const text = await readFile(join(folder, 'out', 'config.json'), 'utf8');
  assert.ok(!text.includes(SECRET));
  const lists: Record<string, { api_key_env?: string; models: { id: string }[] }[]> = JSON.parse(text);
  const rows = Object.values(lists).flat();
  const imported = rows.flatMap(({ models }) => models.map(({ id }) => id));
  const behind = said.stdout.split('\n').filter((line) => line.includes(' stays behind: '));
  assert.equal(imported.length + behind.length, model_list.length);
  assert.ok(imported.length > 100 && behind.length > 50, `${imported.length} came, ${behind.length} stayed`);
  // Each in the environment of the operator.
  const keys = Object.fromEntries(rows.flatMap(({ api_key_env: key }) => (key ? [[key, 'k']] : [])));
  service = await startService({ ...keys, CONFIG: join(folder, 'out', 'config.json') });
  const account = await service.account({ credits: 1_000, plan: 'enterprise' });
  const ask = (model: string) =>
    service?.call('POST', '/v1/chat/completions', {
      key: account.liveKey,
      body: { model, messages: [{ role: 'user', content: 'Hi' }], max_tokens: 5 },
    });
  assert.equal((await ask('usual'))?.status, 200);
  assert.equal((await ask('limited'))?.json.error.code, 'unknown_model');
  assert.equal((await ask('failing'))?.status, 200, 'the fallback that came');
});
