// JSON schemas of answers: what is no schema is refused, and so is what cannot be kept strictly; samples keep the rest.
import assert from 'node:assert/strict';
import test from 'node:test';
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import Schema from 'typebox/schema';
import type { ServiceError } from '../../src/core/errors.ts';
import { unpaidAcceptance } from '../../src/core/left-calls.ts';
import { chooseGrammar } from '../../src/engines/text/local/grammar.ts';
import { BY_GRAMMAR } from '../../src/engines/text/local/grammar-keywords.ts';
import { checkOutputSchemas } from '../../src/engines/text/output-schema.ts';
import type { TextOrder } from '../../src/engines/text/port.ts';
import { createSandboxTextEngine } from '../../src/engines/text/sandbox/engine.ts';

const quiet = new AbortController().signal;

function orderOf(schema: Record<string, unknown>, strict = false): TextOrder {
  return {
    model: 'sandbox-echo-1',
    messages: [{ role: 'user', content: 'x' }],
    responseFormat: { type: 'json_schema', json_schema: { name: 's', schema, strict } },
  };
}

function refusalOf(schema: Record<string, unknown>, strict = false): ServiceError | undefined {
  try {
    checkOutputSchemas(orderOf(schema, strict), BY_GRAMMAR);
    return undefined;
  } catch (error) {
    return error as ServiceError;
  }
}

async function sample(schema: Record<string, unknown>): Promise<unknown> {
  let text = '';
  for await (const event of createSandboxTextEngine().stream(orderOf(schema, true), quiet, unpaidAcceptance))
    if (event.type === 'text') text += event.text;
  return JSON.parse(text);
}

test('the bounds that zod writes beside every integer are none; others are refused where they cannot be kept', () => {
  const integer = (bounds: object) => ({ type: 'object', properties: { n: { type: 'integer', ...bounds } } });
  const { MIN_SAFE_INTEGER: minimum, MAX_SAFE_INTEGER: maximum } = Number;
  assert.equal(refusalOf(integer({ minimum, maximum }), true), undefined);
  assert.match(refusalOf(integer({ minimum: 0, maximum }), true)?.message ?? '', /"minimum" \(at properties\.n\)/);
});

test('what is no schema is a 400 that names the keyword and its place', () => {
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ type: 'banana' }, /"type" at its top must be one of string/],
    [{ type: 'object', properties: { a: { type: ['string', 'fish'] } } }, /"type" at properties\.a/],
    [{ type: 'string', pattern: '(' }, /"pattern"/],
    [{ type: 'array', minItems: -1 }, /"minItems"/],
    [{ type: 'number', minimum: 'one' }, /"minimum"/],
    [{ enum: [] }, /"enum"/],
    [{ $ref: '#/$defs/missing' }, /"\$ref"/],
    [{ anyOf: [{ type: 'string' }, 7] }, /anyOf\[1\] must be an object/],
    [{ type: 'object', properties: [] }, /properties must be an object/],
  ];
  for (const [schema, message] of wrong) {
    const error = refusalOf(schema);
    assert.match(error?.message ?? 'nothing was refused', message, JSON.stringify(schema));
    assert.deepEqual([error?.status, error?.param], [400, 'response_format.json_schema.schema']);
  }
});

test('a strict schema that the grammar cannot keep is a 400 that names the keyword; a loose one is taken', () => {
  const unkept = [
    { type: 'string', pattern: '^a+$' },
    { type: 'integer', maximum: 3 },
    { allOf: [{ type: 'object', properties: {} }] },
    { type: 'array', items: { type: 'string' }, uniqueItems: true },
    { type: 'string', format: 'email' },
  ];
  for (const schema of unkept) {
    const keyword = Object.keys(schema).findLast((name) => name !== 'type' && name !== 'items') ?? '';
    assert.match(refusalOf(schema, true)?.message ?? 'nothing was refused', new RegExp(`"${keyword}"`));
    assert.equal(refusalOf(schema), undefined);
  }
  const beside = { type: 'object', properties: { a: { type: 'string' } }, anyOf: [{ type: 'object', properties: {} }] };
  assert.match(refusalOf(beside, true)?.message ?? 'nothing was refused', /"anyOf".*together with "properties"/);
  const kept = {
    type: 'object',
    title: 'T',
    properties: { a: { $ref: '#/$defs/a' }, list: { type: 'array', minItems: 1, items: { enum: ['x'] } } },
    required: ['a'],
    additionalProperties: false,
    $defs: { a: { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] } },
  };
  assert.equal(refusalOf(kept, true), undefined);
});

test('the parameters of a tool are checked like an answer', () => {
  const order: TextOrder = {
    model: 'm',
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'banana' } } }],
  };
  assert.throws(() => checkOutputSchemas(order, BY_GRAMMAR), { param: 'tools[0].function.parameters' });
});

test('the grammar of a local model knows anyOf, definitions and schemas without a type', async () => {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error });
  const schema = {
    properties: { a: { $ref: '#/definitions/a' }, list: { items: { enum: ['x'] } } },
    definitions: { a: { anyOf: [{ const: 'one' }, { const: 'two' }] } },
  };
  const grammarOf = (given: Record<string, unknown>) =>
    chooseGrammar(llama, { responseFormat: { type: 'json_schema', json_schema: { name: 's', schema: given } } });
  const text = (await grammarOf(schema))?.grammar.grammar ?? '';
  for (const literal of ['a', 'list', 'one', 'two', 'x'])
    assert.ok(text.includes(`"\\"${literal}\\""`), `${literal}: ${text}`);
  await assert.rejects(grammarOf({ properties: { a: { $ref: '#' } } }), /"\$ref" must name/);
});

test('a sample of the sandbox is valid against its schema', async () => {
  const schemas: Record<string, unknown>[] = [
    {
      type: 'object',
      properties: {
        person: { $ref: '#/$defs/person' },
        tags: { type: 'array', items: { type: 'string' }, minItems: 3 },
      },
      required: ['person', 'tags'],
      $defs: { person: { type: 'object', properties: { name: { type: 'string', minLength: 9 } }, required: ['name'] } },
    },
    { type: 'object', properties: { n: { type: 'integer', maximum: -4 }, m: { type: 'number', exclusiveMinimum: 8 } } },
    {
      type: 'object',
      properties: { n: { type: 'integer', minimum: 5, multipleOf: 4 }, s: { type: 'string', maxLength: 2 } },
    },
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { properties: { b: { type: 'boolean' } }, required: ['b'] },
      ],
    },
    { type: 'array', prefixItems: [{ type: 'string' }, { const: 7 }], minItems: 2, maxItems: 2 },
    { anyOf: [{ type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] }, { type: 'null' }] },
  ];
  for (const schema of schemas) {
    const value = await sample(schema);
    assert.ok(Schema.Check(schema, value), `${JSON.stringify(value)} for ${JSON.stringify(schema)}`);
  }
});
