// Attacks on what a relayed call costs: more tokens, choices or dearer features than were paid for.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { type ObedientUpstream, sayWords, sendJson, startObedientUpstream } from '../support/obedient-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MODEL = 'obedient-1';
const MESSAGES = [{ role: 'user', content: 'Hello' }];
const LIMITS = ['max_tokens', 'max_completion_tokens', 'n_predict', 'max_new_tokens', 'num_predict', 'min_tokens'];

let upstream: ObedientUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  upstream = await startObedientUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, OPENAI_API_KEY: 'sk-upstream-secret-1234' });
  account = await service.account({ credits: 100_000 });
});

after(async () => {
  await service.stop();
  await upstream.close();
});

function post(path: string, body: object) {
  return service.call('POST', path, { key: account.liveKey, body: { model: MODEL, ...body } });
}

function lastBody(): Record<string, unknown> {
  return upstream.bodies.at(-1) ?? {};
}

function limitsIn(body: Record<string, unknown>): [string, unknown][] {
  return Object.entries(body).filter(([field]) => LIMITS.includes(field));
}

/** The text of a stream, all choices together. */
function streamed(text: string): string {
  return text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice(6)) as { choices?: { delta?: { content?: string }; text?: string }[] })
    .flatMap(({ choices = [] }) => choices.map(({ delta, text: plain }) => (delta?.content ?? '') + (plain ?? '')))
    .join('');
}

const SMUGGLED = {
  max_tokens: 10_000,
  n_predict: 10_000,
  max_new_tokens: 10_000,
  num_predict: 10_000,
  min_tokens: 10_000,
};

for (const stream of [false, true]) {
  const way = stream ? 'a stream' : 'a whole answer';
  test(`a customer gets 10,000 tokens for the price of one by naming two limits, in ${way}`, async () => {
    const answer = await post('/v1/chat/completions', {
      messages: MESSAGES,
      stream,
      max_completion_tokens: 1,
      ...SMUGGLED,
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(limitsIn(lastBody()), [['max_tokens', 1]]);
  });

  test(`a customer gets sixteen answers for the price of one by best_of, in ${way}`, async () => {
    const answer = await post('/v1/completions', {
      prompt: 'Hello',
      stream,
      max_tokens: 5,
      best_of: 16,
    });
    assert.deepEqual([answer.status, answer.json.error.param], [400, 'best_of']);
  });

  test(`an upstream that ignores the limit gives away what nobody paid for, in ${way}`, async () => {
    upstream.answerWith((body, response) => sayWords(body, response, 400));
    const answer = await post('/v1/chat/completions', { messages: MESSAGES, stream, max_tokens: 5 });
    const text = stream ? streamed(answer.text) : answer.json.choices[0].message.content;
    assert.equal(text, ' word'.repeat(5));
    assert.match(answer.text, /"finish_reason":"length"/);
    assert.doesNotMatch(answer.text, /"finish_reason":"stop"/);
  });

  test(`an upstream that ignores the limit of an old-style completion gives nothing away, in ${way}`, async () => {
    upstream.answerWith((body, response) => sayWords(body, response, 300));
    const answer = await post('/v1/completions', { prompt: 'Hello', stream, max_tokens: 3, n: 2 });
    const text = stream ? streamed(answer.text) : answer.json.choices.map((one: { text: string }) => one.text).join('');
    assert.equal(text, ' word'.repeat(6));
  });
}

test('a customer turns on features of an upstream that cost more or change who answers', async () => {
  const dear = {
    web_search_options: {},
    service_tier: 'priority',
    prediction: { type: 'content', content: 'x' },
    models: ['dearer-1'],
    route: 'fallback',
    provider: { order: ['dear'] },
    plugins: [{ id: 'web' }],
    extra_body: { max_tokens: 9_999 },
    options: { num_predict: 9_999 },
    api_base: 'http://attacker.example',
    stream_options: { include_usage: false, something: true },
    store: true,
    metadata: { a: 'b' },
  };
  const refused = {
    modalities: ['text', 'audio'],
    audio: { voice: 'alloy', format: 'wav' },
  };
  for (const [param, value] of Object.entries(refused)) {
    const answer = await post('/v1/chat/completions', { messages: MESSAGES, max_tokens: 2, [param]: value });
    assert.deepEqual([answer.status, answer.json.error.param], [400, param]);
  }
  const answer = await post('/v1/chat/completions', { messages: MESSAGES, max_tokens: 2, temperature: 0.5, ...dear });
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(lastBody()).sort(), ['max_tokens', 'messages', 'model', 'stream', 'temperature']);
});

test('a customer hides dearer fields inside messages and tools', async () => {
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }], audio: { id: 'x' } },
  ];
  const tools = [{ type: 'function', function: { name: 'f', extra: 1 }, search: true }];
  const answer = await post('/v1/chat/completions', { messages, tools, tool_choice: 'none', max_tokens: 2 });
  assert.equal(answer.status, 200);
  assert.deepEqual(lastBody().messages, [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]);
  assert.deepEqual(lastBody().tools, [{ type: 'function', function: { name: 'f' } }]);
});

test('a customer smuggles a second limit past the hold in a doubled JSON key', async () => {
  const doubled = `{"model":"${MODEL}","messages":[{"role":"user","content":"Hi"}],"max_tokens":10000,"max_tokens":2}`;
  const response = await fetch(`${service.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
    body: doubled,
  });
  await response.text();
  // Refused, or read once: the upstream sees one limit, and it is the one that was held.
  if (response.status === 200) assert.deepEqual(limitsIn(lastBody()), [['max_tokens', 2]]);
  else assert.equal(response.status, 400);
});

test('a customer names no limit and gets more than was held', async () => {
  const answer = await post('/v1/chat/completions', { messages: MESSAGES });
  assert.equal(answer.status, 200);
  assert.equal(lastBody().max_tokens, 16_384);
});

test('an upstream reports absurd usage and empties the purse or pays the customer', async () => {
  for (const usage of [
    { prompt_tokens: 9_007_199_254_740_991, completion_tokens: 9_007_199_254_740_991 },
    { prompt_tokens: -5_000_000, completion_tokens: -5_000_000 },
    { prompt_tokens: 0, completion_tokens: 0 },
    { prompt_tokens: '1e9', completion_tokens: null },
  ]) {
    upstream.answerWith((body, response) =>
      sendJson(response, 200, {
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: body.model,
        choices: [{ index: 0, message: { role: 'assistant', content: ' word'.repeat(20) }, finish_reason: 'stop' }],
        usage,
      }),
    );
    const { json, status } = await post('/v1/chat/completions', { messages: MESSAGES, max_tokens: 50 });
    assert.equal(status, 200);
    assert.ok(json.usage.completion_tokens >= 20 && json.usage.completion_tokens <= 50, JSON.stringify(json.usage));
    assert.ok(json.usage.prompt_tokens >= 1 && json.usage.prompt_tokens <= 100, JSON.stringify(json.usage));
    assert.ok(json.usage.credits > 0);
  }
});

test('an upstream answers with more choices than were paid for', async () => {
  upstream.answerWith((body, response) => sayWords({ ...body, n: 9 }, response, 1));
  const { json } = await post('/v1/chat/completions', { messages: MESSAGES, max_tokens: 20, n: 2 });
  assert.equal(json.choices.length, 2);
});

for (const stream of [false, true])
  test(`a short balance takes away the log probabilities that a call asks for (stream: ${stream})`, async () => {
    // Enough for some hundred tokens, and for fewer than the model may say.
    const poor = await service.account({ credits: 0.1 });
    const ask = (more: object) =>
      service.call('POST', '/v1/chat/completions', {
        key: poor.liveKey,
        body: { model: MODEL, messages: MESSAGES, stream, ...more },
      });
    const before = upstream.bodies.length;
    const refused = await ask({ logprobs: true });
    assert.deepEqual([refused.status, refused.json?.error?.code], [402, 'insufficient_credits']);
    assert.match(refused.json.error.message, /shorter answer \(max_tokens\)/);
    assert.equal(upstream.bodies.length, before, 'refused before anybody works');
    upstream.answerWith((_body, response) => sayLogprobs(response, stream));
    const given = await ask({ logprobs: true, top_logprobs: 1, max_tokens: 5 });
    assert.equal(given.status, 200);
    assert.match(given.text, /"logprobs":\{"content":\[\{"token":" word"/);
    assert.equal((await ask({})).status, 200, 'without them an answer may end where the credits do');
  });

function sayLogprobs(response: ServerResponse, stream: boolean): void {
  const logprobs = { content: [{ token: ' word', logprob: -0.5, bytes: null, top_logprobs: [] }], refusal: null };
  const said = { role: 'assistant', content: ' word' };
  const usage = { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 };
  const head = { id: 'x', created: 1, model: MODEL };
  const choice = { index: 0, logprobs, finish_reason: 'stop' };
  if (!stream) {
    sendJson(response, 200, { ...head, choices: [{ ...choice, message: said }], usage });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const frames = [
    { ...head, choices: [{ ...choice, delta: said }] },
    { ...head, choices: [], usage },
  ];
  response.end(`${frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')}data: [DONE]\n\n`);
}
