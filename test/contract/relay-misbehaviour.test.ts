// The relay against an upstream that misbehaves: every fault becomes a documented error, and every good byte arrives.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { signalsOf, unpaidAcceptance } from '../../src/core/left-calls.ts';
import { silentLog } from '../../src/core/log.ts';
import type { RelayedReply, RelayedStream, TextEvent } from '../../src/engines/text/port.ts';
import { RelayEngine } from '../../src/engines/text/relay/relay-engine.ts';
import { allFrames } from '../../src/engines/text/relay/relayed-stream.ts';
import { TextRouter } from '../../src/engines/text/router.ts';
import { SseReader } from '../../src/net/sse-reader.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';

const SENTENCE = WORDS.join('');
const QUESTION = { messages: [{ role: 'user', content: 'Say something.' }] };

let upstream: MisbehavingUpstream;
let engine: RelayEngine;

before(async () => {
  upstream = await startMisbehavingUpstream();
  engine = new RelayEngine(
    { name: 'mock', base_url: upstream.baseUrl, idle_ms: 2_000, first_token_ms: 400, thinking_ms: 400 },
    'sk-upstream',
    silentLog,
  );
  await engine.start();
});

after(async () => {
  await engine.close();
  await upstream.close();
});

for (const model of [
  'mock-good-1',
  'mock-slow-1',
  'mock-crlf-1',
  'mock-comments-1',
  'mock-whitespace-1',
  'mock-flaky-1',
  'mock-no-stream-1',
]) {
  test(`a stream of ${model} arrives whole, with the upstream's own count`, async () => {
    const { text, measure } = await readAll(await open(model));
    assert.equal(text, SENTENCE);
    assert.deepEqual(measure.usage, { promptTokens: 12, completionTokens: 10 });
  });
}

test('characters torn apart by the network arrive as they were', async () => {
  const { text } = await readAll(await open('mock-split-1'));
  assert.equal(text, 'Grüße aus 東京 🗼 – ça va?');
});

test('a chunk of 300 kB arrives whole', async () => {
  const { text } = await readAll(await open('mock-huge-1'));
  assert.equal(text.length, 300_000 + 'start '.length + ' end'.length);
});

test('an upstream that gives no usage is counted with a tokenizer', async () => {
  const { measure } = await readAll(await open('mock-no-usage-1'));
  assert.equal(measure.usage.completionTokens, 10);
  assert.ok(measure.usage.promptTokens > 5 && measure.usage.promptTokens < 15);
  const reply = await relay('mock-no-usage-1', false);
  assert.equal(reply.kind === 'reply' && reply.usage.completionTokens, 10);
});

test('every frame carries our name of the model, and the usage frame stays with us', async () => {
  const { chunks } = await readAll(await open('mock-good-1'));
  assert.ok(chunks.length > 10);
  for (const chunk of chunks) {
    assert.equal(chunk.model, 'mock-good-1');
    assert.notDeepEqual(chunk.choices, []);
  }
});

test('a stream cut in the middle is engine_failed after what was delivered, and counts only that', async () => {
  const stream = await open('mock-cut-1');
  const seen: string[] = [];
  await rejects(async () => {
    for await (const bytes of allFrames(stream)) for (const chunk of parse(bytes)) seen.push(textOf(chunk));
  }, 'engine_failed');
  assert.equal(seen.join(''), 'The quick brown');
  assert.equal((await stream.measure()).usage.completionTokens, 3);
});

test('an error inside a stream is engine_failed after what was delivered', async () => {
  const stream = await open('mock-error-1');
  await rejects(async () => void (await readAll(stream)), 'engine_failed');
  assert.equal((await stream.measure()).usage.completionTokens, 3);
});

const FAULTS: [string, string, number | undefined][] = [
  ['mock-limit-1', 'engine_unavailable', 7],
  ['mock-wrong-type-1', 'engine_failed', undefined],
  ['mock-500-1', 'engine_failed', undefined],
  ['mock-hang-1', 'engine_timeout', undefined],
  ['mock-context-1', 'context_length_exceeded', undefined],
];
for (const [model, code, retryAfterSeconds] of FAULTS) {
  for (const stream of [true, false]) {
    test(`${model} is ${code}${stream ? ' before the first chunk' : ' for a whole reply'}`, async () => {
      const error = await rejects(() => relay(model, stream), code);
      assert.equal(error.retryAfterSeconds, retryAfterSeconds);
    });
  }
}

for (const model of ['mock-cut-1', 'mock-not-json-1', 'mock-error-1']) {
  test(`a whole reply of ${model} is engine_failed`, async () => {
    await rejects(() => relay(model, false), 'engine_failed');
  });
}

test('an unreachable upstream is engine_unavailable', async () => {
  const gone = new RelayEngine(
    { name: 'gone', base_url: 'http://127.0.0.1:9/v1', list_models: false },
    undefined,
    silentLog,
  );
  await rejects(
    () =>
      gone.relay(
        { model: 'x', path: 'chat/completions', body: QUESTION, stream: true, ...LIMITS },
        never(),
        unpaidAcceptance,
      ),
    'engine_unavailable',
  );
  await gone.close();
});

test('leaving in the middle aborts the upstream and counts what was delivered', async () => {
  const stream = await open('mock-stepwise-1');
  const call = upstream.calls.at(-1);
  let tokens = 0;
  for await (const bytes of allFrames(stream)) {
    tokens += parse(bytes).filter((chunk) => textOf(chunk) !== '').length;
    if (tokens === 5) break;
  }
  await call?.aborted;
  assert.deepEqual((await stream.measure()).usage.completionTokens, 5);
});

test('text events hold the same words and the same count', async () => {
  const events: TextEvent[] = [];
  const router = new TextRouter({ engines: [engine] });
  for await (const event of router.stream(
    { model: 'mock-good-1', messages: [{ role: 'user', content: 'Hello' }] },
    never(),
  ))
    events.push(event);
  assert.equal(events.map((event) => (event.type === 'text' ? event.text : '')).join(''), SENTENCE);
  assert.deepEqual(events.at(-1), {
    type: 'end',
    finishReason: 'stop',
    usage: { promptTokens: 12, completionTokens: 10 },
  });
});

test('the key goes to the upstream, and harmless fields that we have no use for do too', async () => {
  await relay('mock-good-1', false, { top_k: 4, conversation_id: 'conv_1' });
  const call = upstream.calls.at(-1);
  assert.equal(call?.headers.authorization, 'Bearer sk-upstream');
  assert.equal(call?.body.top_k, 4);
  assert.equal(call?.body.conversation_id, undefined);
});

const LIMITS = { maxTokens: 200_000, isOpenEnded: false, choices: 1 };

/** Through a router, as in the service: a first failure may be tried again. */
async function relay(model: string, stream: boolean, more: object = {}): Promise<RelayedReply | RelayedStream> {
  const router = new TextRouter({ engines: [engine] });
  const body = { ...QUESTION, ...more };
  const opened = await router.open(
    { model, order: () => ({ model }), relay: { path: 'chat/completions', body, stream, ...LIMITS } },
    signalsOf(never()),
  );
  assert.notEqual(opened.kind, 'events');
  return opened as RelayedReply | RelayedStream;
}

async function open(model: string): Promise<RelayedStream> {
  const opened = await relay(model, true);
  assert.equal(opened.kind, 'stream');
  return opened as RelayedStream;
}

async function readAll(stream: RelayedStream) {
  const chunks: Record<string, unknown>[] = [];
  for await (const bytes of allFrames(stream)) chunks.push(...parse(bytes));
  return { chunks, text: chunks.map(textOf).join(''), measure: await stream.measure() };
}

function parse(bytes: Uint8Array): Record<string, unknown>[] {
  return new SseReader().push(bytes).map((frame) => JSON.parse(frame.data.toString('utf8')) as Record<string, unknown>);
}

function textOf(chunk: Record<string, unknown>): string {
  const [choice] = chunk.choices as { delta?: { content?: string } }[];
  return choice?.delta?.content ?? '';
}

async function rejects(work: () => Promise<unknown>, code: string): Promise<ServiceError> {
  const error = await work().then(
    () => assert.fail(`expected ${code}`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, String(error));
  assert.equal(error.code, code, error.message);
  return error;
}

function never(): AbortSignal {
  return new AbortController().signal;
}
