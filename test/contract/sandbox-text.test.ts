// The sandbox's models: the same answer to the same order, tokens by the stated rule, and failures on demand.
import assert from 'node:assert/strict';
import test from 'node:test';
import { unpaidAcceptance } from '../../src/core/left-calls.ts';
import type { TextEvent, TextOrder } from '../../src/engines/text/port.ts';
import { createSandboxTextEngine } from '../../src/engines/text/sandbox/engine.ts';

const engine = createSandboxTextEngine();
const quiet = new AbortController().signal;

async function collect(order: TextOrder, signal = quiet): Promise<TextEvent[]> {
  const events: TextEvent[] = [];
  for await (const event of engine.stream(order, signal, unpaidAcceptance)) events.push(event);
  return events;
}

function chat(model: string, content: string, more: Partial<TextOrder> = {}): TextOrder {
  return { model, messages: [{ role: 'user', content }], ...more };
}

const textOf = (events: TextEvent[]) => events.map((event) => (event.type === 'text' ? event.text : '')).join('');

test('echo says back every letter and counts by the stated rule', async () => {
  const said = 'Hello, Zürich! 👋  two  spaces\n';
  const events = await collect(chat('sandbox-echo-1', said));
  assert.equal(textOf(events), said);
  // Hello · , · Zürich · ! · 👋 · two · spaces · the white space at the end
  assert.deepEqual(events.at(-1), {
    type: 'end',
    finishReason: 'stop',
    usage: { promptTokens: 8 + 3, completionTokens: 8 },
  });
  assert.equal(await engine.countTokens('sandbox-echo-1', said), 8);
  assert.deepEqual(await collect(chat('sandbox-echo-1', said)), events);
});

test('max_tokens and stop end an echo as they end a model', async () => {
  const short = await collect(chat('sandbox-echo-1', 'one two three four', { maxTokens: 2 }));
  assert.equal(textOf(short), 'one two');
  assert.deepEqual(short.at(-1), {
    type: 'end',
    finishReason: 'length',
    usage: { promptTokens: 7, completionTokens: 2 },
  });
  const stopped = await collect(chat('sandbox-echo-1', 'one two three four', { stop: ['three'] }));
  assert.equal(textOf(stopped).trim(), 'one two');
});

test('a schema gets its smallest value', async () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, tags: { type: 'array', items: { enum: ['a'] } } },
  };
  const order = chat('sandbox-echo-1', 'x', {
    responseFormat: { type: 'json_schema', json_schema: { name: 's', schema } },
  });
  assert.deepEqual(JSON.parse(textOf(await collect(order))), { name: 'text', tags: ['a'] });
});

test('the tool model calls the tool, then echoes its result', async () => {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters } }];
  const events = await collect(chat('sandbox-tool-call', 'Weather?', { tools }));
  const calls = events.filter((event) => event.type === 'tool_call');
  assert.equal(calls[0]?.name, 'get_weather');
  assert.deepEqual(JSON.parse(calls.map((call) => call.argumentsDelta).join('')), { city: 'text' });
  const last = events.at(-1);
  assert.ok(last?.type === 'end' && last.finishReason === 'tool_calls');
  const messages = [{ role: 'tool' as const, tool_call_id: 'call_sandbox_1', content: 'sunny' }];
  assert.equal(textOf(await collect({ model: 'sandbox-tool-call', messages, tools })), 'sunny');
});

test('the failing models fail with their status before the first token', async () => {
  for (const status of [429, 500, 502, 503, 504]) {
    await assert.rejects(collect(chat(`sandbox-fail-${status}`, 'x')), { status });
  }
});

test('the breaking model delivers five tokens and then breaks', async () => {
  const events: TextEvent[] = [];
  await assert.rejects(
    async () => {
      for await (const event of engine.stream(chat('sandbox-stream-break', 'a b c d e f g'), quiet, unpaidAcceptance))
        events.push(event);
    },
    { code: 'engine_failed' },
  );
  assert.equal(textOf(events), 'a b c d e');
});

test('the slow model is left at once when its client leaves', async () => {
  const leaving = new AbortController();
  const slow = collect(chat('sandbox-slow', 'a b c'), leaving.signal);
  leaving.abort();
  await assert.rejects(slow, { name: 'AbortError' });
});
