// The clients of others against this service, in front of an upstream that behaves well and one that does not.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { streamText } from 'ai';
import OpenAI from 'openai';
import { type ClientTarget, describeClients } from '../support/client-suite.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const QUESTION = [{ role: 'user' as const, content: 'Say something.' }];

let upstream: MisbehavingUpstream;
let service: TestService;
let apiKey: string;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  apiKey = (await service.account()).liveKey;
});

after(async () => {
  await upstream.close();
  await service.stop();
});

/** What a customer must not notice: the whole suite passes as if nothing were odd. */
const HARMLESS = ['good', 'slow', 'crlf', 'comments', 'whitespace', 'no-usage', 'no-stream'];
for (const behaviour of HARMLESS) describeClients(`upstream "${behaviour}"`, () => target(`mock-${behaviour}-1`));

test('split characters and huge chunks reach each client unharmed', async () => {
  for (const [model, expected] of [
    ['mock-split-1', 'Grüße aus 東京 🗼 – ça va?'],
    ['mock-huge-1', `start ${'x'.repeat(300_000)} end`],
  ] as const) {
    for (const read of [withOpenAi, withAiSdk, withLangChain]) assert.equal(await read(model), expected);
  }
});

test('an answer cut in the middle is an error for each client, never a short success', async () => {
  for (const model of ['mock-cut-1', 'mock-error-1', 'mock-not-json-1']) {
    for (const read of [withOpenAi, withAiSdk, withLangChain]) await assert.rejects(read(model), model);
  }
});

test('a 429 of the upstream is a 503 with Retry-After, which the openai package waits for', async () => {
  const impatient = new OpenAI({ ...address(), maxRetries: 0 });
  const asking = impatient.chat.completions.create({ model: 'mock-limit-1', messages: QUESTION });
  await assert.rejects(asking, (error) => {
    assert.ok(error instanceof OpenAI.InternalServerError);
    assert.equal(error.status, 503);
    assert.equal(error.code, 'engine_unavailable');
    assert.ok(Number(error.headers?.get('retry-after')) > 0);
    return true;
  });
});

test('a wrong content type is a 502', async () => {
  const asking = new OpenAI({ ...address(), maxRetries: 0 }).chat.completions.create({
    model: 'mock-wrong-type-1',
    messages: QUESTION,
  });
  await assert.rejects(asking, (error) => error instanceof OpenAI.InternalServerError && error.status === 502);
});

test('an upstream that fails once is asked again before the first token, unnoticed', async () => {
  assert.equal(await withOpenAi('mock-flaky-1'), WORDS.join(''));
});

test('a picture reaches an upstream as it was sent', async () => {
  const content = [
    { type: 'text' as const, text: 'What is this?' },
    { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' as const } },
  ];
  await new OpenAI(address()).chat.completions.create({ model: 'mock-good-1', messages: [{ role: 'user', content }] });
  assert.deepEqual(upstream.calls.at(-1)?.body.messages?.[0]?.content, content);
});

async function withOpenAi(model: string): Promise<string> {
  let text = '';
  const stream = await new OpenAI({ ...address(), maxRetries: 0 }).chat.completions.create({
    model,
    messages: QUESTION,
    stream: true,
  });
  for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
  return text;
}

async function withAiSdk(model: string): Promise<string> {
  const provider = createOpenAICompatible({ name: 'atelier', ...address() });
  let failure: unknown;
  const { fullStream } = streamText({
    model: provider(model),
    messages: QUESTION,
    maxRetries: 0,
    onError: () => undefined,
  });
  let text = '';
  for await (const part of fullStream) {
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'error') failure = part.error;
  }
  if (failure) throw failure;
  return text;
}

async function withLangChain(model: string): Promise<string> {
  const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL: address().baseURL }, maxRetries: 0 });
  let text = '';
  for await (const chunk of await chat.stream('Say something.')) text += String(chunk.content);
  return text;
}

function address(): { baseURL: string; apiKey: string } {
  return { baseURL: `${service.origin}/v1`, apiKey };
}

function target(model: string): ClientTarget {
  return { ...address(), model, embeddingModel: 'mock-embedding-1' };
}
