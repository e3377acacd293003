// Anthropic's own package against this service, unchanged but for its base URL and key; and the AI SDK's provider for Anthropic.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createAnthropic } from '@ai-sdk/anthropic';
import Anthropic from '@anthropic-ai/sdk';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { readAnswer } from '../../src/modules/chat/dialects/answer-parts.ts';
import { writeMessage } from '../../src/modules/chat/dialects/messages/reply.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { THOUGHTS } from '../support/upstream-answers.ts';

const SENTENCE = WORDS.join('');
const INPUT = 20;
const OUTPUT = 60;
const WEATHER: Anthropic.Tool = {
  name: 'weather',
  description: 'The weather of a city',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const ASK = { max_tokens: 100, messages: [{ role: 'user' as const, content: 'Say something.' }] };

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let client: Anthropic;
let sandbox: Anthropic;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
  client = new Anthropic({ baseURL: service.origin, apiKey: account.liveKey, maxRetries: 0 });
  sandbox = new Anthropic({ baseURL: `${service.origin}/sandbox`, apiKey: account.testKey, maxRetries: 0 });
});

after(async () => {
  await upstream.close();
  await service.stop();
});

const sentLast = () => upstream.calls.at(-1)?.body ?? assert.fail('the upstream was not called');

test('a plain message has every field of the published type, and is charged like the same chat', async () => {
  const { data: message, response } = await client.messages.create({ ...ASK, model: 'mock-good-1' }).withResponse();
  assert.match(message.id, /^msg_/);
  assert.deepEqual(message.content, [{ type: 'text', text: SENTENCE, citations: [] }]);
  const { type, role, model, stop_reason, stop_sequence } = message;
  assert.deepEqual([type, role, model], ['message', 'assistant', 'mock-good-1']);
  assert.deepEqual([stop_reason, stop_sequence], ['end_turn', null]);
  assert.deepEqual([message.usage.input_tokens, message.usage.output_tokens], [12, 10]);
  assert.equal(response.headers.get('x-credits-charged'), String((12 * INPUT + 10 * OUTPUT) / 1e6));
  assert.ok(response.headers.get('x-request-id'));
});

test('what is written fits the types of the package, checked by the compiler', () => {
  const written: Anthropic.Message = writeMessage(readAnswer({ choices: [{ message: { content: 'Hi' } }] }));
  assert.equal(written.content[0]?.type === 'text' && written.content[0].text, 'Hi');
});

test('a stream has the documented events in their order, and ends with the same message', async () => {
  const stream = client.messages.stream({ ...ASK, model: 'mock-good-1' });
  const types: string[] = [];
  let text = '';
  stream.on('streamEvent', ({ type }) => types.push(type)).on('text', (delta) => (text += delta));
  const message = await stream.finalMessage();
  assert.equal(text, SENTENCE);
  assert.deepEqual(message.content, [{ type: 'text', text: SENTENCE, citations: [] }]);
  assert.deepEqual([message.usage.input_tokens, message.usage.output_tokens], [12, 10]);
  assert.deepEqual([message.stop_reason, message.model], ['end_turn', 'mock-good-1']);
  const parts = ['message_start', 'content_block_start', 'content_block_delta', 'content_block_stop'];
  // Words that arrive in one packet are one delta.
  const changes = types.filter((type, index) => type !== types[index - 1]);
  assert.deepEqual(changes, [...parts, 'message_delta', 'message_stop']);
});

test('the frames name their events, with a ping and without [DONE]', async () => {
  const response = await fetch(`${service.origin}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': account.liveKey, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify({ ...ASK, model: 'mock-good-1', stream: true }),
  });
  const text = await response.text();
  assert.match(text, /^event: message_start\ndata: \{"type":"message_start"/);
  assert.match(text, /\n\nevent: ping\ndata: \{"type":"ping"\}\n\n/);
  assert.match(text, /event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/);
  assert.ok(!text.includes('[DONE]'));
});

test('a tool is called, its result goes back, and the answer follows: whole and streamed', async () => {
  const asked = { ...ASK, model: 'mock-good-1', tools: [WEATHER], tool_choice: { type: 'any' as const } };
  const called = await client.messages.create(asked);
  const streamed = await client.messages.stream(asked).finalMessage();
  assert.equal(sentLast().tool_choice, 'required');
  for (const message of [called, streamed]) {
    assert.equal(message.stop_reason, 'tool_use');
    const use = message.content.find((block) => block.type === 'tool_use') ?? assert.fail('no tool was used');
    assert.deepEqual([use.id, use.name, use.input], ['call_1', 'weather', { city: 'Paris' }]);
    const image = { type: 'base64' as const, media_type: 'image/png' as const, data: await pixel() };
    const answer = await client.messages.create({
      ...asked,
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      messages: [
        ...asked.messages,
        { role: 'assistant', content: message.content },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: use.id,
              is_error: true,
              content: [
                { type: 'text', text: 'No sun.' },
                { type: 'image', source: image },
              ],
            },
            { type: 'text', text: 'So?' },
          ],
        },
      ],
    });
    assert.deepEqual(answer.content, [{ type: 'text', text: SENTENCE, citations: [] }]);
    const { messages, parallel_tool_calls } = sentLast();
    assert.equal(parallel_tool_calls, false);
    assert.deepEqual(
      messages?.map(({ role }) => role),
      ['user', 'assistant', 'tool', 'user'],
    );
    assert.match(JSON.stringify(messages?.[2]), /"content":"Error: No sun.\\n"/);
    assert.match(
      JSON.stringify(messages?.[3]?.content),
      /Images of the result of call_1:.*data:image\/png;base64,.*So\?/,
    );
  }
});

test('tool_choice names one tool or forbids them', async () => {
  const asked = { ...ASK, model: 'mock-good-1', tools: [WEATHER] };
  await client.messages.create({ ...asked, tool_choice: { type: 'tool', name: 'weather' } });
  assert.deepEqual(sentLast().tool_choice, { type: 'function', function: { name: 'weather' } });
  const free = await client.messages.create({ ...asked, tool_choice: { type: 'none' } });
  assert.deepEqual([free.stop_reason, sentLast().tool_choice], ['end_turn', 'none']);
});

test('instructions, images, sampling, metadata and formats reach the model; marks of the cache stay with upstreams that know them', async () => {
  const { status } = await service.call('POST', '/v1/messages', {
    key: account.liveKey,
    body: {
      ...ASK,
      model: 'mock-good-1',
      system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: await pixel() } },
            { type: 'text', text: 'What is it?', cache_control: { type: 'ephemeral' } },
          ],
        },
      ],
      stop_sequences: ['END'],
      metadata: { user_id: 'user-7' },
      temperature: 0.5,
      top_p: 0.9,
      top_k: 5,
      output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
    },
  });
  assert.equal(status, 200);
  const sent = sentLast();
  assert.deepEqual(
    [sent.stop, sent.user, sent.temperature, sent.top_p, sent.top_k, sent.response_format?.type],
    [['END'], 'user-7', 0.5, 0.9, 5, 'json_schema'],
  );
  assert.match(JSON.stringify(sent.messages), /Be kind.*data:image\/png;base64,.*What is it/);
  assert.ok(!JSON.stringify(sent).includes('cache_control'));
});

test('an image at a private address is refused, as in a chat', async () => {
  const source = { type: 'url' as const, url: 'http://127.0.0.1:9/x.png' };
  const asking = client.messages.create({
    ...ASK,
    model: 'mock-good-1',
    messages: [{ role: 'user', content: [{ type: 'image', source }] }],
  });
  await assert.rejects(asking, (error) => refusedWith(error, 400, 'invalid_request_error'));
});

test('thoughts are thinking blocks, whole and streamed; the budget becomes an effort for upstreams that know nothing else', async () => {
  const asked = {
    ...ASK,
    max_tokens: 4_000,
    model: 'mock-thinking-1',
    thinking: { type: 'enabled' as const, budget_tokens: 2_000 },
  };
  const whole = await client.messages.create(asked);
  assert.equal(sentLast().reasoning_effort, 'low');
  const streamed = await client.messages.stream(asked).finalMessage();
  for (const message of [whole, streamed]) {
    assert.deepEqual(message.content, [
      { type: 'thinking', thinking: THOUGHTS.join(''), signature: '' },
      { type: 'text', text: SENTENCE, citations: [] },
    ]);
    const { input_tokens, cache_read_input_tokens, output_tokens, output_tokens_details } = message.usage;
    assert.deepEqual([input_tokens, cache_read_input_tokens, output_tokens], [8, 4, 13]);
    assert.equal(output_tokens_details?.thinking_tokens, 3);
  }
  const next = await client.messages.create({
    ...asked,
    messages: [...ASK.messages, { role: 'assistant', content: whole.content }, { role: 'user', content: 'And?' }],
  });
  assert.equal(next.stop_reason, 'end_turn');
  assert.ok(!JSON.stringify(sentLast().messages).includes('reasoning_content'));
});

test('the sandbox has its own base URL, and tells which stop sequence ended an answer', async () => {
  const asked = {
    model: 'sandbox-echo-1',
    max_tokens: 50,
    messages: [{ role: 'user' as const, content: 'one two END three' }],
  };
  const stopped = await sandbox.messages.create({ ...asked, stop_sequences: ['END'] });
  assert.deepEqual([stopped.stop_reason, stopped.stop_sequence], ['stop_sequence', 'END']);
  const streamed = await sandbox.messages.stream({ ...asked, stop_sequences: ['END'] }).finalMessage();
  assert.deepEqual([streamed.stop_reason, streamed.stop_sequence], ['stop_sequence', 'END']);
  const short = await sandbox.messages.create({ ...asked, max_tokens: 1 });
  assert.deepEqual([short.stop_reason, short.usage.output_tokens], ['max_tokens', 1]);
});

test('tokens are counted without a charge', async () => {
  const before = await balance();
  const { messages } = ASK;
  const counted = await client.messages.countTokens({ model: 'mock-good-1', messages });
  const withTools = await client.messages.countTokens({ model: 'mock-good-1', messages, tools: [WEATHER] });
  assert.ok(counted.input_tokens > 5 && withTools.input_tokens > counted.input_tokens);
  assert.equal(await balance(), before);
});

test('each error is the class of the package that its status means, with its type', async () => {
  const stranger = new Anthropic({ baseURL: service.origin, apiKey: 'wrong', maxRetries: 0 });
  const poor = await service.account({ credits: 0 });
  const empty = new Anthropic({ baseURL: service.origin, apiKey: poor.liveKey, maxRetries: 0 });
  const cases = [
    {
      ask: () => stranger.messages.create({ ...ASK, model: 'mock-good-1' }),
      status: 401,
      type: 'authentication_error',
    },
    { ask: () => empty.messages.create({ ...ASK, model: 'mock-good-1' }), status: 402, type: 'billing_error' },
    { ask: () => client.messages.create({ ...ASK, model: 'no-such-model' }), status: 404, type: 'not_found_error' },
    { ask: () => client.messages.create({ ...ASK, model: 'sandbox-echo-1' }), status: 404, type: 'not_found_error' },
    {
      ask: () => sandbox.messages.create({ ...ASK, model: 'sandbox-fail-429' }),
      status: 429,
      type: 'rate_limit_error',
    },
    {
      ask: () => sandbox.messages.create({ ...ASK, model: 'sandbox-fail-503' }),
      status: 503,
      type: 'overloaded_error',
    },
    { ask: () => sandbox.messages.create({ ...ASK, model: 'sandbox-fail-504' }), status: 504, type: 'timeout_error' },
    { ask: () => client.messages.create({ ...ASK, model: 'mock-500-1' }), status: 502, type: 'api_error' },
    {
      ask: () => client.messages.create({ ...ASK, model: 'mock-good-1', messages: [] }),
      status: 400,
      type: 'invalid_request_error',
    },
  ];
  for (const { ask, status, type } of cases) await assert.rejects(ask(), (error) => refusedWith(error, status, type));
});

test('an answer that breaks off in a stream is an error of the package', async () => {
  const broken = sandbox.messages.stream({
    ...ASK,
    model: 'sandbox-stream-break',
    messages: [{ role: 'user', content: 'a b c d e f g h' }],
  });
  await assert.rejects(broken.finalMessage(), (error) => refusedWith(error, undefined, 'api_error'));
});

test('what cannot be honoured is refused in words that name the field', async () => {
  const video = [{ role: 'user', content: [{ type: 'video', source: { type: 'text', data: 'x' } }] }];
  for (const [param, more] of [
    ['tools[0].input_schema', { tools: [{ name: 'weather' }] }],
    ['tools[0].name', { tools: [{ input_schema: {} }] }],
    ['inference_geo', { inference_geo: 'us' }],
    ['messages[0].content[0].type', { messages: video }],
    // A tool that is left out cannot be the one that must be called.
    [
      'tool_choice',
      { tools: [{ type: 'web_search_20250305', name: 'search' }], tool_choice: { type: 'tool', name: 'search' } },
    ],
    ['thinking.budget_tokens', { thinking: { type: 'enabled', budget_tokens: 5_000 } }],
    ['max_tokens', { max_tokens: undefined }],
    ['tool_choice.name', { tool_choice: { type: 'tool' } }],
  ] as const) {
    const body = { ...ASK, model: 'mock-good-1', ...more };
    const { status, json } = await service.call('POST', '/v1/messages', { key: account.liveKey, body });
    assert.deepEqual(
      [status, json.type, json.error.type],
      [400, 'error', 'invalid_request_error'],
      JSON.stringify(json),
    );
    assert.equal(json.error.param, param, json.error.message);
  }
});

test("the AI SDK's provider for Anthropic: text, stream, thoughts, tools", async () => {
  const provider = createAnthropic({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey });
  const said = await generateText({ model: provider('mock-good-1'), prompt: 'Say something.', maxOutputTokens: 100 });
  assert.deepEqual([said.text, said.usage.inputTokens, said.usage.outputTokens], [SENTENCE, 12, 10]);
  const streamed = streamText({
    model: provider('mock-thinking-1'),
    prompt: 'Say something.',
    maxOutputTokens: 500,
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } },
  });
  assert.equal(await streamed.text, SENTENCE);
  assert.equal(await streamed.reasoningText, THOUGHTS.join(''));
  assert.equal((await streamed.usage).outputTokens, 13);
  const inputSchema = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } });
  const cities: string[] = [];
  const weather = tool({ inputSchema, execute: async ({ city }) => cities.push(city) && 'sunny' });
  const agent = await generateText({
    model: provider('mock-good-1'),
    prompt: 'How is the weather?',
    maxOutputTokens: 100,
    tools: { weather },
    stopWhen: stepCountIs(3),
  });
  assert.deepEqual([agent.text, cities, agent.steps.length], [SENTENCE, ['Paris'], 2]);
});

function refusedWith(error: unknown, status: number | undefined, type: string): true {
  assert.ok(error instanceof Anthropic.APIError, String(error));
  assert.equal(error.status, status, error.message);
  assert.equal(error.type, type, error.message);
  return true;
}

async function balance(): Promise<number> {
  const { json } = await service.call('GET', '/v1/payments/balance', { key: account.liveKey });
  return json.credits;
}

async function pixel(): Promise<string> {
  return Buffer.from(await plain(8, 8, '#aa0000')).toString('base64');
}
