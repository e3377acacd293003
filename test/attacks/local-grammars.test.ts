// Schemas that want minutes, gigabytes or an endless grammar from a model of this machine, or from the sandbox, which costs nothing.
import { deepEqual, ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getLlama, type Llama, LlamaLogLevel } from 'node-llama-cpp';
import type { ServiceError } from '../../src/core/errors.ts';
import { chooseGrammar } from '../../src/engines/text/local/grammar.ts';
import { BY_GRAMMAR } from '../../src/engines/text/local/grammar-keywords.ts';
import { checkOutputSchemas } from '../../src/engines/text/output-schema.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

type Schema = Record<string, unknown>;

const MAX_GRAMMAR_CHARACTERS = 2_000_000;

let service: TestService;
let account: TestAccount;
let llama: Llama;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
  llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error });
});
after(() => service.stop());

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const named = (count: number, make: (index: number) => unknown) =>
  Object.fromEntries(many(count, (index) => [`p${index}`, make(index)]));
const nest = (times: number, inner: Schema, wrap: (schema: Schema) => Schema): Schema =>
  many(times, () => 0).reduce((schema: Schema) => wrap(schema), inner);
const object = (properties: Schema): Schema => ({ type: 'object', properties });

/** Once each of these took a local model seconds, the first one four minutes, in which it answered nobody. */
const REFUSED: Record<string, [schema: Schema, words: RegExp]> = {
  '100,000 values': [{ enum: many(100_000, (i) => `v${i}`) }, /more than 2000 values/],
  '10,000 values': [{ enum: many(10_000, (i) => `value ${i}`) }, /more than 2000 values/],
  'values of 3 MB': [{ enum: many(100, (i) => 'x'.repeat(30_000) + i) }, /letters/],
  'a constant of 3 MB': [{ const: 'x'.repeat(3_000_000) }, /letters/],
  'a union of unions': [{ anyOf: many(90, (i) => ({ anyOf: many(90, (j) => ({ const: `c${i} ${j}` })) })) }, /values/],
  'two of two of two': [nest(12, { enum: ['a', 'b'] }, (schema) => ({ anyOf: [schema, schema] })), /more than/],
  '9,000 properties': [object(named(9_000, () => ({ type: 'string' }))), /more than 5000 parts/],
  '9,000 places of a list': [{ type: 'array', prefixItems: many(9_000, () => ({ type: 'string' })) }, /5000 parts/],
  'a billion items': [{ type: 'array', items: { type: 'string' }, minItems: 1e9 }, /"minItems" above 2000/],
  'a billion letters': [{ type: 'string', minLength: 1e9 }, /"minLength" above 2000/],
  'a billion properties': [{ type: 'object', additionalProperties: true, minProperties: 1e9 }, /"minProperties" above/],
  'strings of many lengths': [object(named(500, (i) => ({ type: 'string', maxLength: 2_000 - i }))), /sum up to/],
  'lists of many lengths': [
    object(named(900, (i) => ({ type: 'array', items: { type: 'string' }, maxItems: 1_900 - i }))),
    /sum up to/,
  ],
  'a reference to itself': [{ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, /leads back to itself/],
  'two references to each other': [
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ $ref: '#/$defs/a' }] } } },
    /leads back to itself/,
  ],
  'a choice between itself and itself': [
    { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] } } },
    /leads back to itself/,
  ],
  'a thousand levels': [nest(1_000, { type: 'string' }, (a) => object({ a })), /64 levels/],
  'a pattern of 40,000 letters': [{ type: 'string', pattern: 'a'.repeat(40_000) }, /20000 letters/],
};

/** What is taken has a small grammar, whatever it describes. */
const TAKEN: Record<string, Schema> = {
  'a list that holds itself': { $ref: '#/$defs/a', $defs: { a: object({ next: { $ref: '#/$defs/a' } }) } },
  'thirty doublings by reference': {
    $ref: '#/$defs/d30',
    $defs: Object.fromEntries(
      many(31, (i) => {
        const half = { $ref: `#/$defs/d${i - 1}` };
        return [`d${i}`, i === 0 ? { type: 'string' } : object({ a: half, b: half })];
      }),
    ),
  },
  'ten thousand million strings': nest(5, { type: 'string', minLength: 100 }, (items) => ({
    ...{ type: 'array', items, minItems: 100, maxItems: 100 },
  })),
  'a billion letters at most': { type: 'string', maxLength: 1e9 },
  'a billion items at most': { type: 'array', items: { type: 'string' }, maxItems: 1e9 },
  'a pattern that backtracks': { type: 'string', pattern: '^(a+)+$' },
  'a pattern of 5,000 brackets': { type: 'string', pattern: `${'('.repeat(5_000)}a${')'.repeat(5_000)}` },
  '2,000 values': { enum: many(2_000, (i) => `value ${i}`) },
  '4,000 properties': object(named(4_000, () => ({ type: 'string' }))),
  'names of the language': object(JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}')),
};

const formatOf = (schema: Schema) =>
  ({ type: 'json_schema', json_schema: { name: 's', schema, strict: false } }) as const;

function refusalOf(schema: Schema, place: 'answer' | 'tool'): ServiceError | undefined {
  const tool = { type: 'function', function: { name: 'f', parameters: schema } } as const;
  const messages = [{ role: 'user' as const, content: 'x' }];
  const order = place === 'tool' ? { tools: [tool] } : { responseFormat: formatOf(schema) };
  try {
    checkOutputSchemas({ model: 'm', messages, ...order }, BY_GRAMMAR);
  } catch (error) {
    return error as ServiceError;
  }
  return undefined;
}

test('a schema without bounds is a 400 in words before a model hears of it, as an answer and as a tool', () => {
  for (const [what, [schema, words]] of Object.entries(REFUSED))
    for (const place of ['answer', 'tool'] as const) {
      const refusal = refusalOf(schema, place);
      ok(words.test(refusal?.message ?? ''), `${what}: ${refusal?.message}`);
      deepEqual([refusal?.status, refusal?.code], [400, 'invalid_parameter']);
    }
});

test('a schema that is taken has a grammar of bounded size', async () => {
  for (const [what, schema] of Object.entries(TAKEN)) {
    strictEqual(refusalOf(schema, 'answer'), undefined, what);
    const bound = await chooseGrammar(llama, { responseFormat: formatOf(schema) });
    const characters = bound?.grammar.grammar.length ?? 0;
    ok(characters > 0 && characters < MAX_GRAMMAR_CHARACTERS, `${what}: ${characters} characters`);
  }
});

test('the sandbox answers all of them at once, while health is asked', async () => {
  const calls = [...Object.values(REFUSED).map(([schema]) => schema), ...Object.values(TAKEN)].map((schema) =>
    service.call('POST', '/sandbox/v1/chat/completions', {
      key: account.testKey,
      body: {
        ...{ model: 'sandbox-echo-1', messages: [{ role: 'user', content: 'x' }], max_tokens: 5 },
        response_format: formatOf(schema),
      },
    }),
  );
  const health = service.call('GET', '/healthz');
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  ok(
    statuses.every((status) => [200, 400, 413, 429].includes(status)),
    statuses.join(' '),
  );
  strictEqual((await health).status, 200);
});
