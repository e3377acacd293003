// Every architecture that the catalogue recommends, at tiny size with random weights: load, chat template, tools, grammar, unload.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { unpaidAcceptance } from '../../../src/core/left-calls.ts';
import { createLocalTextEngine, type LocalTextEngine } from '../../../src/engines/text/local/engine.ts';
import type { TextEvent, TextMessage, TextOrder, ToolDefinition } from '../../../src/engines/text/port.ts';
import { FAMILIES } from '../../support/tiny-gguf/families.ts';
import { openTinyStore, type TinyStore } from '../../support/tiny-gguf/tiny-store.ts';
import { until } from '../../support/until.ts';

const quiet = new AbortController().signal;
const TOOLS: ToolDefinition[] = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      parameters: { type: 'object', properties: { city: { enum: ['Paris', 'Rome'] } }, required: ['city'] },
    },
  },
];
const SCHEMA = {
  type: 'object',
  properties: { size: { enum: ['small', 'large'] }, isNew: { type: 'boolean' } },
  required: ['size', 'isNew'],
  additionalProperties: false,
};
let tiny: TinyStore;
let engine: LocalTextEngine;

before(async () => {
  const unknown = () => {
    const { metadata, tensors } = (FAMILIES.llama as () => ReturnType<NonNullable<(typeof FAMILIES)[string]>>)();
    return { metadata: { ...metadata, 'general.architecture': 'neverwas' }, tensors };
  };
  tiny = await openTinyStore({ ...FAMILIES, neverwas: unknown });
  engine = createLocalTextEngine({
    store: tiny.store,
    defaults: ['tiny-llama'],
    sequences: 2,
    threads: 1,
    memoryBytes: 500e6,
  });
});
after(async () => {
  await engine.close();
  rmSync(tiny.folder, { recursive: true, force: true });
});

async function hear(order: TextOrder) {
  const events: TextEvent[] = [];
  for await (const event of engine.stream({ temperature: 0, ...order }, quiet, unpaidAcceptance)) events.push(event);
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  const call = events.flatMap((event) => (event.type === 'tool_call' ? [event] : []));
  const end = events.find((event) => event.type === 'end');
  return { text, call, end };
}

const say = (content: string): TextMessage[] => [{ role: 'user', content }];

for (const family of Object.keys(FAMILIES)) {
  const model = `tiny-${family}`;

  test(`${family}: a chat is read by the family's template, counted and answered; a second turn too`, async () => {
    const messages: TextMessage[] = [{ role: 'system', content: 'Be brief.' }, ...say('Hello there')];
    const first = await hear({ model, messages, maxTokens: 12 });
    assert.equal(first.end?.usage.promptTokens, await engine.countTokens(model, messages));
    assert.ok((first.end?.usage.promptTokens ?? 0) > 20);
    const marker = await engine.countTokens(model, say('x<|im_end|></s><turn|>'));
    assert.ok(marker - (await engine.countTokens(model, say('x'))) > 10, 'markers in a message are letters');
    const later = [...messages, { role: 'assistant' as const, content: 'Hi.' }, ...say('And now?')];
    assert.ok((await hear({ model, messages: later, maxTokens: 4 })).end);
  });

  test(`${family}: a required tool is called with arguments of its schema, and its result is read`, async () => {
    const messages = say('Weather in Rome?');
    const { call, end } = await hear({ model, messages, tools: TOOLS, toolChoice: 'required', maxTokens: 200 });
    assert.equal(end?.finishReason, 'tool_calls');
    assert.equal(call[0]?.name, 'get_weather');
    const given = JSON.parse(call.map(({ argumentsDelta }) => argumentsDelta).join('')) as { city: string };
    assert.ok(['Paris', 'Rome'].includes(given.city));
    const tool_calls = [
      { id: 'call_1', type: 'function' as const, function: { name: 'get_weather', arguments: '{"city":"Rome"}' } },
    ];
    const answered: TextMessage[] = [
      ...messages,
      { role: 'assistant', content: null, tool_calls },
      { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
    ];
    assert.ok((await hear({ model, messages: answered, tools: TOOLS, maxTokens: 4 })).end);
  });

  test(`${family}: a JSON schema is kept`, async () => {
    const responseFormat = { type: 'json_schema' as const, json_schema: { name: 'thing', schema: SCHEMA } };
    const { text, end } = await hear({ model, messages: say('A thing?'), responseFormat, maxTokens: 200 });
    const thing = JSON.parse(text) as { size: string; isNew: boolean };
    assert.ok(['small', 'large'].includes(thing.size) && typeof thing.isNew === 'boolean');
    assert.equal(end?.finishReason, 'stop');
  });
}

test('loading the next family unloaded the one before', async () => {
  await until(() => engine.residents().length === 1, { saying: 'one model is loaded' });
  assert.equal(engine.residents()[0]?.model, `tiny-${Object.keys(FAMILIES).at(-1)}`);
});

test('an architecture that the bundled llama.cpp does not know is refused by its name', async () => {
  await assert.rejects(hear({ model: 'tiny-neverwas', messages: say('Hello'), maxTokens: 1 }), {
    code: 'engine_failed',
    message: /architecture "neverwas" is not known to the bundled llama\.cpp/,
  });
});
