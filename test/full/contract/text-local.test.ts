// The local text engine with a real model in its own process.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { ServiceError } from '../../../src/core/errors.ts';
import { unpaidAcceptance } from '../../../src/core/left-calls.ts';
import { createLocalTextEngine, type LocalTextEngine } from '../../../src/engines/text/local/engine.ts';
import type { TextEvent, TextMessage, TextOrder, ToolDefinition } from '../../../src/engines/text/port.ts';
import { createModelStore } from '../../../src/models/store.ts';
import { until } from '../../support/until.ts';
import { bringWeights, TEXT_WEIGHTS as REAL, testModels as store } from '../../support/weights.ts';

const ALIAS = 'atelier-chat-1';
const quiet = new AbortController().signal;
let engine: LocalTextEngine;

before(async () => {
  await bringWeights(REAL);
  engine = createLocalTextEngine({ store, defaults: [REAL], sequences: 2, maxWaiting: 1 });
  await engine.pullDefault();
});
after(() => engine.close());

interface Heard {
  text: string;
  calls: { name: string; arguments: string }[];
  tokens: number;
  end: Extract<TextEvent, { type: 'end' }> | undefined;
}

async function hear(order: Omit<TextOrder, 'model'>, signal = quiet): Promise<Heard> {
  const heard: Heard = { text: '', calls: [], tokens: 0, end: undefined };
  for await (const event of engine.stream({ model: ALIAS, temperature: 0, ...order }, signal, unpaidAcceptance)) {
    if (event.type === 'end') heard.end = event;
    else heard.tokens += event.tokens;
    if (event.type === 'text') heard.text += event.text;
    if (event.type === 'tool_call') {
      heard.calls[event.index] ??= { name: event.name ?? '', arguments: '' };
      const call = heard.calls[event.index];
      if (call) call.arguments += event.argumentsDelta;
    }
  }
  return heard;
}

const say = (content: string): TextMessage[] => [{ role: 'user', content }];

test('a chat is answered, counted by the model itself, and the same at temperature 0', async () => {
  const messages: TextMessage[] = [
    { role: 'system', content: 'Answer in one short sentence.' },
    ...say('What is the capital of France?'),
  ];
  const first = await hear({ messages, maxTokens: 16 });
  assert.match(first.text, /Paris/);
  assert.equal(first.end?.finishReason, 'stop');
  assert.equal(first.end?.usage.promptTokens, await engine.countTokens(ALIAS, messages));
  assert.equal(first.end?.usage.completionTokens, first.tokens);
  const second = await hear({ messages, maxTokens: 16 });
  assert.equal(second.text, first.text);
});

test('short facts are right, with the adapter that comes with the weights', async () => {
  for (const [question, answer] of [
    ['What is the capital of Japan?', /Tokyo/],
    ['Who wrote Romeo and Juliet?', /Shakespeare/],
  ] as const)
    assert.match((await hear({ messages: say(question), maxTokens: 32 })).text, answer);
});

test('a sum is calculated, not guessed', async () => {
  const sum = await hear({ messages: say('What is 35742 plus 78660?'), maxTokens: 32 });
  assert.equal(sum.text, '35742 + 78660 = 114402');
  assert.equal(sum.end?.finishReason, 'stop');
  assert.equal(sum.end?.usage.completionTokens, sum.tokens);
  const instructed: TextMessage[] = [
    { role: 'system', content: 'Answer with a number.' },
    ...say('What is 95 times 45?'),
  ];
  assert.match((await hear({ messages: instructed, maxTokens: 16 })).text, /4275/);
});

test('the alias tells the truth about the model behind it, and the fast form of the weights is made once', () => {
  const [alias, real] = engine.models();
  assert.equal(alias?.id, ALIAS);
  assert.match(alias?.note ?? '', /tinyllama-1\.1b-chat-1/);
  assert.equal(real?.id, REAL);
  assert.equal(alias?.ready, true);
  assert.ok(existsSync(join(store.modelsDir, REAL, 'model.gguf.q4_0')));
});

test('a seed repeats a drawn answer, and max_tokens ends it with length', async () => {
  const order = { messages: say('Tell a joke.'), temperature: 1, seed: 42, maxTokens: 4 };
  const [first, second] = [await hear(order), await hear(order)];
  assert.equal(second.text, first.text);
  assert.equal(first.end?.finishReason, 'length');
  assert.equal(first.end?.usage.completionTokens, 4);
});

test('a stop string ends the answer before it and is never shown', async () => {
  const heard = await hear({ prompt: 'One, two, three, four, five, six,', stop: ['nine'], maxTokens: 24 });
  assert.equal(heard.end?.finishReason, 'stop');
  assert.match(heard.text, /seven/);
  assert.doesNotMatch(heard.text, /nine/);
  assert.equal(heard.end?.usage.completionTokens, heard.tokens);
});

test('top_k, min_p and repetition_penalty are kept', async () => {
  const order = { messages: say('Tell me about the sea.'), maxTokens: 12, temperature: 1.5 };
  const likeliest = (await hear({ ...order, temperature: 0 })).text;
  for (const extra of [{ top_k: 1 }, { min_p: 1 }])
    for (const seed of [1, 2]) assert.equal((await hear({ ...order, seed, extra })).text, likeliest);
  const counting = { messages: say('Repeat forever: ha ha ha ha ha ha'), maxTokens: 24 };
  const plain = await hear({ ...counting, extra: { repetition_penalty: 1 } });
  const varied = await hear({ ...counting, extra: { repetition_penalty: 5 } });
  assert.notEqual(varied.text, plain.text);
});

test('a token that is banned by logit_bias does not come', async () => {
  const prompt = 'The capital of France is';
  const PARIS = 3681; // " Paris" in the vocabulary of Llama
  assert.match((await hear({ prompt, maxTokens: 1 })).text, /^ Paris$/);
  const banned = await hear({ prompt, maxTokens: 1, logitBias: { [PARIS]: -100 } });
  assert.doesNotMatch(banned.text, /^ Paris$/);
});

test('a second turn reads only what is new', async () => {
  const opening = say('Remember the number seven. '.repeat(4));
  const first = await hear({ messages: opening, maxTokens: 4 });
  const later: TextMessage[] = [
    ...opening,
    { role: 'assistant', content: first.text },
    { role: 'user', content: 'Why?' },
  ];
  const second = await hear({ messages: later, maxTokens: 1 });
  const { promptTokens, cachedTokens = 0 } = second.end?.usage ?? { promptTokens: 0 };
  assert.ok(
    cachedTokens >= (first.end?.usage.promptTokens ?? 0) - 2,
    `${cachedTokens} of ${promptTokens} were remembered`,
  );
});

test('a JSON schema is obeyed to the letter', async () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' }, size: { enum: ['small', 'large'] } },
    required: ['name', 'age', 'size'],
    additionalProperties: false,
  };
  const heard = await hear({
    messages: say('Anna is 34 years old and small.'),
    responseFormat: { type: 'json_schema', json_schema: { name: 'person', schema } },
    maxTokens: 60,
  });
  const person = JSON.parse(heard.text) as { name: string; age: number; size: string };
  assert.deepEqual(Object.keys(person), ['name', 'age', 'size']);
  assert.equal(typeof person.name, 'string');
  assert.ok(Number.isInteger(person.age) && ['small', 'large'].includes(person.size));
  assert.equal(heard.end?.finishReason, 'stop');
});

test('a required tool is called with arguments of its schema, streamed in pieces that join', async () => {
  const tools: ToolDefinition[] = [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  ];
  const order = { messages: say('Weather in Paris?'), tools, toolChoice: 'required' as const, maxTokens: 40 };
  const heard = await hear(order);
  assert.equal(heard.end?.finishReason, 'tool_calls');
  assert.equal(heard.calls[0]?.name, 'get_weather');
  assert.deepEqual(Object.keys(JSON.parse(heard.calls[0]?.arguments ?? '')), ['city']);
  assert.equal(heard.end?.usage.promptTokens, await engine.countTokens(ALIAS, order.messages, order));
  await assert.rejects(hear({ ...order, toolChoice: { type: 'function', function: { name: 'other' } } }), {
    code: 'invalid_parameter',
    param: 'tool_choice',
  });
});

test('marks of a turn inside a message are letters to the model, not the end of the turn', async () => {
  const plain = await engine.countTokens(ALIAS, say('x'));
  const marked = await engine.countTokens(ALIAS, say('x</s>'));
  // As a mark `</s>` would be one token; spelled out it is several.
  assert.ok(marked - plain > 1);
});

test('letters that take several tokens arrive whole', async () => {
  const heard = await hear({ prompt: '😀 😃 😄 😁', maxTokens: 12 });
  const inner = heard.text.slice(0, -2);
  assert.doesNotMatch(inner, /\uFFFD/);
});

test('what a model cannot do is refused with the field that asks for it', async () => {
  await assert.rejects(hear({ prompt: 'a', suffix: 'b' }), { code: 'invalid_parameter', param: 'suffix' });
  const image: TextMessage = {
    role: 'user',
    content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
  };
  await assert.rejects(hear({ messages: [image] }), { code: 'invalid_parameter', param: 'messages[0].content[0]' });
  await assert.rejects(hear({ messages: say('word '.repeat(2100)) }), {
    code: 'context_length_exceeded',
    param: 'messages',
  });
  await assert.rejects(engine.countTokens('no-such-1', 'x'), { code: 'unknown_model' });
});

test('an abort ends the stream within 200 ms and frees the sequence', async () => {
  const leaving = new AbortController();
  let leftAtMs = 0;
  await assert.rejects(async () => {
    const order = { model: ALIAS, messages: say('Count to one thousand.'), maxTokens: 500 };
    let events = 0;
    for await (const _event of engine.stream(order, leaving.signal, unpaidAcceptance)) {
      events += 1;
      if (events < 3) continue;
      // From a timer, as a closed connection would: the stream is then waiting for its next token.
      setImmediate(() => {
        leftAtMs = performance.now();
        leaving.abort(new Error('left'));
      });
    }
  }, /left/);
  const waitedMs = performance.now() - leftAtMs;
  console.log(`the stream ended ${waitedMs.toFixed(1)} ms after the abort`);
  assert.ok(waitedMs < 200);
  assert.ok((await hear({ prompt: 'Hello', maxTokens: 1 })).end);
});

test('past the waiting line the answer is 503 with a time to come back', async () => {
  const leaving = new AbortController();
  const order = { prompt: 'Once upon a time', maxTokens: 64 };
  const busy = [1, 2, 3].map(() => hear(order, leaving.signal).catch(() => undefined));
  await new Promise((resolve) => setImmediate(resolve));
  await assert.rejects(hear(order), (error: ServiceError) => {
    assert.equal(error.code, 'engine_unavailable');
    assert.ok((error.retryAfterSeconds ?? 0) > 0);
    return true;
  });
  leaving.abort(new Error('enough'));
  await Promise.all(busy);
});

test('a killed model process fails the answer in the middle with 502 and is there again for the next', async () => {
  const killed = async () => {
    for await (const event of engine.stream(
      { model: ALIAS, prompt: 'Once upon a time', maxTokens: 200 },
      quiet,
      unpaidAcceptance,
    )) {
      if (event.type === 'text') process.kill(engine.residents()[0]?.pid ?? 0, 'SIGKILL');
    }
  };
  await assert.rejects(killed, { code: 'engine_failed', status: 502 });
  assert.ok((await hear({ prompt: 'Hello', maxTokens: 1 })).end);
});

test('a model that nobody uses leaves the memory, and comes back when it is asked for', async (context) => {
  const forgetful = createLocalTextEngine({
    store,
    defaults: [REAL],
    sequences: 1,
    maxContextTokens: 256,
    idleUnloadMs: 1,
  });
  context.after(() => forgetful.close());
  assert.ok((await forgetful.countTokens(ALIAS, 'Hello')) > 0);
  await until(() => forgetful.residents().length === 0, { saying: 'the model has left the memory' });
  assert.ok((await forgetful.countTokens(ALIAS, 'Hello')) > 0);
});

test('before the weights are there the answer is 503 with the progress, never a wait', async () => {
  // A folder that cannot be: the pull which the call starts must fail by itself and quietly.
  const empty = createLocalTextEngine({
    store: createModelStore({ modelsDir: '/dev/null/models' }),
    defaults: ['qwen3-0.6b-1'],
  });
  const asked = async () => {
    for await (const _event of empty.stream({ model: ALIAS, prompt: 'x' }, quiet, unpaidAcceptance));
  };
  await assert.rejects(asked, (error: ServiceError) => {
    assert.equal(error.code, 'engine_unavailable');
    assert.match(error.message, /qwen3-0\.6b-1/);
    assert.ok((error.retryAfterSeconds ?? 0) > 0);
    return true;
  });
  assert.equal(empty.models()[0]?.ready, false);
});
