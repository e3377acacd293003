// The AI SDK's providers behind our port: a server that speaks Anthropic's and Mistral's own protocols, well and badly.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { unpaidAcceptance } from '../../src/core/left-calls.ts';
import { AiSdkEngine } from '../../src/engines/text/ai-sdk/ai-sdk-engine.ts';
import type { TextEvent, TextOrder } from '../../src/engines/text/port.ts';

let server: Server;
let baseUrl: string;
const seen: { path: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = [];

before(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Record<string, unknown>;
  seen.push({ path: request.url ?? '', headers: request.headers, body });
  if (body.model === 'limited') {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '9' });
    response.end('{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (request.url === '/chat/completions') sendMistral(response, body);
  else if (request.url?.includes('streamGenerateContent')) sendGoogle(response);
  else sendAnthropic(response, body);
}

function sendAnthropic(response: ServerResponse, body: Record<string, unknown>): void {
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const usage = { input_tokens: 21, output_tokens: 1 };
  send('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  });
  if (body.thinking) {
    send('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } });
    send('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Let me see.' } });
    send('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'signed' } });
    send('content_block_stop', { index: 0 });
  }
  if (body.tools) {
    send('content_block_start', {
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
    });
    for (const partial_json of ['{"city":', '"Paris"}'])
      send('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json } });
    if (body.model === 'two-calls' || body.model === 'endless-calls') {
      send('content_block_stop', { index: 0 });
      send('content_block_start', {
        index: 1,
        content_block: { type: 'tool_use', id: 'toolu_2', name: 'weather', input: {} },
      });
      send('content_block_delta', {
        index: 1,
        delta: { type: 'input_json_delta', partial_json: '{"city":"Rome"}' },
      });
      send('content_block_stop', { index: 1 });
    }
  } else {
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    for (const text of ['Hello', ' there', '!'])
      send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
  }
  if (body.model === 'cut') {
    response.destroy();
    return;
  }
  if (body.model === 'endless-calls') return;
  if (body.model !== 'two-calls') send('content_block_stop', { index: 0 });
  send('message_delta', {
    delta: { stop_reason: body.tools ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: 7 },
  });
  send('message_stop', {});
  response.end();
}

function sendMistral(response: ServerResponse, body: Record<string, unknown>): void {
  const head = { id: 'cmpl_1', object: 'chat.completion.chunk', created: 1, model: 'mistral' };
  if (body.tools) {
    const call = (id: string) => ({
      id,
      type: 'function',
      function: { name: 'weather', arguments: '{"city":"Paris"}' },
    });
    const delta = { role: 'assistant', content: '', tool_calls: [call('call_one1'), call('call_two2')] };
    const choices = [{ index: 0, delta, finish_reason: 'tool_calls' }];
    response.end(`data: ${JSON.stringify({ ...head, choices })}\n\ndata: [DONE]\n\n`);
    return;
  }
  for (const content of ['Bon', 'jour'])
    response.write(
      `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }] })}\n\n`,
    );
  const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
  response.end(
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'length' }], usage })}\n\ndata: [DONE]\n\n`,
  );
}

function sendGoogle(response: ServerResponse): void {
  const call = (city: string) => ({ functionCall: { name: 'weather', args: { city } } });
  const content = { role: 'model', parts: [call('Paris'), call('Rome')] };
  const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 12, totalTokenCount: 21 };
  const chunk = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata };
  response.end(`data: ${JSON.stringify(chunk)}\n\n`);
}

function anthropic(): AiSdkEngine {
  const models = ['claude-test-1', 'two-calls', 'limited', 'cut'].map((id) => ({ id }));
  return new AiSdkEngine({ name: 'claude', kind: 'anthropic', base_url: baseUrl, models }, 'sk-ant-test');
}

test('Anthropic: words, its own count, its own way to end', async () => {
  const events = await read(anthropic(), {
    model: 'claude-test-1',
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ],
    maxTokens: 50,
    temperature: 0.5,
  });
  assert.equal(textOf(events), 'Hello there!');
  assert.deepEqual(events.at(-1), {
    type: 'end',
    finishReason: 'stop',
    usage: { promptTokens: 21, completionTokens: 7, cachedTokens: 0 },
  });
  const call = seen.at(-1);
  assert.equal(call?.headers['x-api-key'], 'sk-ant-test');
  assert.equal(call?.body.max_tokens, 50);
  assert.match(JSON.stringify(call?.body.system), /Be kind/);
});

test('Anthropic: pictures, tool calls, and the answers of tools find their places', async () => {
  const tools: TextOrder['tools'] = [
    {
      type: 'function',
      function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    },
  ];
  const events = await read(anthropic(), {
    model: 'claude-test-1',
    tools,
    toolChoice: 'auto',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'toolu_0', type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } }],
      },
      { role: 'tool', tool_call_id: 'toolu_0', content: 'sunny' },
    ],
  });
  const calls = events.filter((event) => event.type === 'tool_call');
  assert.equal(calls[0]?.name, 'weather');
  assert.equal(calls.map(({ argumentsDelta }) => argumentsDelta).join(''), '{"city":"Paris"}');
  assert.equal(events.at(-1)?.type === 'end' && events.at(-1)?.type, 'end');
  const sent = JSON.stringify(seen.at(-1)?.body.messages);
  assert.match(sent, /"media_type":"image\/png"/);
  assert.match(sent, /"tool_result".*sunny/);
});

test('Anthropic: thoughts arrive with their signature and go back with it; their budget is part of the limit', async () => {
  const events = await read(anthropic(), {
    model: 'claude-test-1',
    maxTokens: 4_000,
    extra: { reasoning_effort: 'low', top_k: 7 },
    messages: [
      {
        role: 'system',
        content: [{ type: 'text', text: 'A long text that is kept.', cache_control: { type: 'ephemeral' } }],
      },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello', reasoning_content: 'A guest.', reasoning_signature: 'mine' },
      { role: 'user', content: 'And now?' },
    ],
  });
  const thoughts = events.filter((event) => event.type === 'reasoning');
  assert.equal(thoughts.map(({ text }) => text).join(''), 'Let me see.');
  assert.equal(thoughts.at(-1)?.signature, 'signed');
  assert.equal(textOf(events), 'Hello there!');
  const body = seen.at(-1)?.body;
  assert.deepEqual(body?.thinking, { type: 'enabled', budget_tokens: 2_048 });
  assert.equal(body?.max_tokens, 4_000);
  assert.match(JSON.stringify(body?.system), /"cache_control":\{"type":"ephemeral"\}/);
  assert.match(JSON.stringify(body?.messages), /"thinking":"A guest.","signature":"mine"/);
});

test('Anthropic: a limit too short for any thought is refused in words', async () => {
  const order: TextOrder = { model: 'claude-test-1', messages: [{ role: 'user', content: 'Hi' }] };
  const short = await failure(anthropic(), { ...order, maxTokens: 500, extra: { reasoning_effort: 'high' } });
  assert.deepEqual([short.code, short.param], ['invalid_parameter', 'max_tokens']);
  const odd = await failure(anthropic(), { ...order, extra: { reasoning_effort: 'very much' } });
  assert.deepEqual([odd.code, odd.param], ['invalid_parameter', 'reasoning_effort']);
});

test('Anthropic: a limit and a cut stream are the documented errors', async () => {
  const order: TextOrder = { model: 'limited', messages: [{ role: 'user', content: 'Hi' }] };
  const limited = await failure(anthropic(), order);
  assert.equal(limited.code, 'engine_unavailable');
  assert.equal(limited.retryAfterSeconds, 9);
  assert.equal((await failure(anthropic(), { ...order, model: 'cut' })).code, 'engine_failed');
});

test('Mistral speaks through the same port', async () => {
  const engine = new AiSdkEngine(
    { name: 'mistral', kind: 'mistral', base_url: baseUrl, models: [{ id: 'mistral-small-1' }] },
    'key',
  );
  const events = await read(engine, { model: 'mistral-small-1', messages: [{ role: 'user', content: 'Salut' }] });
  assert.equal(textOf(events), 'Bonjour');
  assert.deepEqual(events.at(-1), {
    type: 'end',
    finishReason: 'length',
    usage: { promptTokens: 5, completionTokens: 2 },
  });
});

async function read(engine: AiSdkEngine, order: TextOrder): Promise<TextEvent[]> {
  const events: TextEvent[] = [];
  for await (const event of engine.stream(order, new AbortController().signal, unpaidAcceptance)) events.push(event);
  return events;
}

async function failure(engine: AiSdkEngine, order: TextOrder): Promise<ServiceError> {
  const error = await read(engine, order).then(
    () => assert.fail('it should have failed'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error;
}

function textOf(events: TextEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

const weather = { type: 'object', properties: { city: { type: 'string' } } };

test('parallel_tool_calls false asks the provider for one call, and one call is all that arrives', async () => {
  const order: TextOrder = {
    model: 'two-calls',
    messages: [{ role: 'user', content: 'The weather in Paris and Rome?' }],
    tools: [{ type: 'function', function: { name: 'weather', parameters: weather } }],
    maxTokens: 2_000,
    extra: { reasoning_effort: 'low' },
  };
  const make = (kind: 'mistral' | 'google') =>
    new AiSdkEngine({ name: kind, kind, base_url: baseUrl, models: [{ id: 'two-calls' }] }, 'key');
  for (const engine of [anthropic(), make('mistral'), make('google')]) {
    assert.equal(countCalls(await read(engine, order)), 2, engine.name);
    const events = await read(engine, { ...order, extra: { ...order.extra, parallel_tool_calls: false } });
    assert.equal(countCalls(events), 1, engine.name);
    const end = events.at(-1);
    assert.ok(end?.type === 'end', engine.name);
    assert.equal(end.finishReason, 'tool_calls');
    assert.ok(end.usage.promptTokens > 0 && end.usage.completionTokens > 0);
    const sent = seen.at(-1)?.body;
    if (engine.name === 'claude') {
      assert.deepEqual(sent?.tool_choice, { type: 'auto', disable_parallel_tool_use: true });
      assert.ok(sent.thinking, 'the other options of the provider stay');
    }
    if (engine.name === 'mistral') assert.equal(sent?.parallel_tool_calls, false);
  }
});

test('a provider that does not end after our own end is read on for a limited time, and our count includes the tools', async () => {
  const description = 'word '.repeat(2_000);
  const order: TextOrder = {
    model: 'endless-calls',
    messages: [{ role: 'user', content: 'The weather in Paris and Rome?' }],
    tools: [{ type: 'function', function: { name: 'weather', description, parameters: weather } }],
    maxTokens: 2_000,
    extra: { parallel_tool_calls: false },
  };
  const models = [{ id: order.model }];
  const engine = new AiSdkEngine({ name: 'claude', kind: 'anthropic', base_url: baseUrl, models }, 'key', 100);
  const usageOf = async (extra: object) => {
    const end = (await read(engine, { ...order, extra: { ...order.extra, ...extra } })).at(-1);
    assert.ok(end?.type === 'end');
    assert.equal(end.finishReason, 'tool_calls');
    return end.usage;
  };
  const { promptTokens, completionTokens } = await usageOf({});
  assert.ok(promptTokens >= 2_000 && completionTokens > 0 && completionTokens < 50, `${promptTokens}`);
  // Thoughts that nobody saw count by the time that they may have taken.
  assert.ok((await usageOf({ reasoning_effort: 'low' })).completionTokens >= 25);
});

function countCalls(events: readonly TextEvent[]): number {
  return new Set(events.flatMap((event) => (event.type === 'tool_call' ? [event.index] : []))).size;
}

test('an answer ends at max_tokens, whatever the provider sends', async () => {
  const order = { model: 'claude-test-1', messages: [{ role: 'user' as const, content: 'Hi' }], maxTokens: 2 };
  const events = await read(anthropic(), order);
  assert.equal(events.map((event) => (event.type === 'text' ? event.text : '')).join(''), 'Hello there');
  const end = events.at(-1);
  assert.ok(end?.type === 'end');
  assert.deepEqual([end.finishReason, end.usage.completionTokens], ['length', 2]);
});

test('log probabilities and unknown tools are refused, not left out', async () => {
  const order = { model: 'claude-test-1', messages: [{ role: 'user' as const, content: 'Hi' }] };
  await assert.rejects(read(anthropic(), { ...order, extra: { logprobs: true } }), { param: 'logprobs' });
  const toolChoice = { type: 'function' as const, function: { name: 'nobody' } };
  await assert.rejects(read(anthropic(), { ...order, tools: [], toolChoice }), { param: 'tool_choice' });
});
