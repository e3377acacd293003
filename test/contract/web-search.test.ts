// Models search the web with the operator's search engine: tools of three dialects, each with its own blocks, events and citations.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { after, before, beforeEach } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { type ObedientUpstream, sendJson, startObedientUpstream } from '../support/obedient-upstream.ts';
import { FOUND, type SearchStandIn, startSearchStandIn } from '../support/search-stand-in.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a request holds is what the tests check.
type Body = any;

const MODEL = 'obedient-1';
const QUESTION = 'What is the capital of France?';
const SAID = 'It is Paris [1], see https://en.example.org/paris too.';
const INPUT = 20;
const OUTPUT = 60;
const SEARCH = 1;
const ROUND = (10 * INPUT + 5 * OUTPUT) / 1e6;

let upstream: ObedientUpstream;
let engine: SearchStandIn;
let service: TestService;
let account: TestAccount;
let openai: OpenAI;
let anthropic: Anthropic;
let gemini: GoogleGenAI;

before(async () => {
  [upstream, engine] = await Promise.all([startObedientUpstream([MODEL]), startSearchStandIn()]);
  service = await startService({
    OPENAI_BASE_URL: upstream.baseUrl,
    TEST_WORKER: '0',
    SEARCH_ENGINE: 'searxng',
    SEARCH_URL: engine.url,
  });
  account = await service.account({ credits: 1_000 });
  const apiKey = account.liveKey;
  openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey, maxRetries: 0 });
  anthropic = new Anthropic({ baseURL: service.origin, apiKey, maxRetries: 0 });
  gemini = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: service.origin } });
});
after(async () => {
  await Promise.all([upstream.close(), engine.close()]);
  await service.stop();
});
beforeEach(() => {
  engine.answer = FOUND;
  engine.beforeAnswer = undefined;
  engine.queries.length = 0;
  upstream.bodies.length = 0;
});

/** Calls the search so often, and then says the answer. */
function searchThenSay(searches = 1, calledFirst: object[] = []): void {
  const next = (left: number) => {
    upstream.answerWith((body: Body, response) => {
      if (left > 0) next(left - 1);
      const isOffered = body.tools?.some((tool: Body) => tool.function.name === 'web_search');
      if (left > 0 && isOffered) say(response, body, { calls: [called(left), ...calledFirst] });
      else say(response, body, { text: SAID });
    });
  };
  next(searches);
}

const called = (left: number) => ({
  id: `call_${left}`,
  type: 'function',
  function: { name: 'web_search', arguments: JSON.stringify({ query: 'capital of France' }) },
});

function say(response: ServerResponse, body: Body, { text = '', calls = [] }: { text?: string; calls?: Body[] }): void {
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const head = { id: 'x', created: 1, model: MODEL };
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
  if (!body.stream) {
    const message = { role: 'assistant', content: text || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
    sendJson(response, 200, { ...head, choices: [{ index: 0, message, finish_reason }], usage });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (chunk: object) => response.write(`data: ${JSON.stringify({ ...head, ...chunk })}\n\n`);
  for (const piece of text.split(/(?<= )/).filter((one) => one !== ''))
    send({ choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] });
  if (calls.length > 0)
    send({
      choices: [
        { index: 0, delta: { tool_calls: calls.map((one, index) => ({ index, ...one })) }, finish_reason: null },
      ],
    });
  send({ choices: [{ index: 0, delta: {}, finish_reason }] });
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

const balance = async () =>
  (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits as number;
/** What a call costs, rounded to micro-credits. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = await balance();
  await work();
  return Math.round((before - (await balance())) * 1e6) / 1e6;
}

test('Responses: the search is an item with its events, the text cites it, and every search is paid', async () => {
  searchThenSay();
  const asked = {
    model: MODEL,
    input: QUESTION,
    tools: [{ type: 'web_search' as const }],
    include: ['web_search_call.action.sources' as const],
  };
  let whole: OpenAI.Responses.Response | undefined;
  const cost = await costOf(async () => {
    const { data, response } = await openai.responses.create(asked).withResponse();
    whole = data;
    assert.equal(response.headers.get('x-credits-charged'), String(SEARCH + 2 * ROUND));
    assert.equal(response.headers.get('x-left-out'), null);
  });
  assert.equal(cost, SEARCH + 2 * ROUND);
  const [search, message] = whole?.output ?? [];
  assert.ok(search?.type === 'web_search_call' && message?.type === 'message');
  assert.match(search.id, /^ws_/);
  assert.deepEqual(
    [search.status, search.action],
    [
      'completed',
      {
        type: 'search',
        query: 'capital of France',
        queries: ['capital of France'],
        sources: FOUND.results.slice(0, 2).map(({ url }) => ({ type: 'url', url })),
      },
    ],
  );
  const [part] = message.content;
  assert.ok(part?.type === 'output_text');
  const cited = { type: 'url_citation', url: 'https://en.example.org/paris', title: 'Paris' };
  assert.deepEqual(part.annotations, [
    { ...cited, start_index: 12, end_index: 15 },
    { ...cited, start_index: 21, end_index: 49 },
  ]);
  assert.equal(whole?.usage?.output_tokens, 10);
  assert.deepEqual(engine.queries, ['capital of France']);
  const told = (upstream.bodies[1] as Body).messages.at(-1);
  assert.match(told.content, /^\[1\] Paris\nhttps:\/\/en\.example\.org\/paris\n2026-01-02\nParis is the capital\./);
  assert.ok(!told.content.includes('javascript:'));

  searchThenSay();
  const types: string[] = [];
  const stream = openai.responses.stream(asked);
  for await (const event of stream) types.push(event.type.replace(/^response\./, ''));
  assert.deepEqual(
    types.filter((type, index) => type !== types[index - 1]),
    [
      ...['created', 'in_progress', 'output_item.added', 'web_search_call.in_progress', 'web_search_call.searching'],
      ...['web_search_call.completed', 'output_item.done', 'output_item.added', 'content_part.added'],
      ...['output_text.delta', 'output_text.annotation.added', 'output_text.done', 'content_part.done'],
      ...['output_item.done', 'completed'],
    ],
  );
  const streamed = await stream.finalResponse();
  assert.deepEqual(
    streamed.output.map(({ type }) => type),
    ['web_search_call', 'message'],
  );
  assert.deepEqual(streamed.usage?.total_tokens, 30);
  searchThenSay(0);
  const next = await openai.responses.create({ ...asked, previous_response_id: streamed.id, input: 'Sure?' });
  assert.equal(next.output_text, SAID);
});

test('Messages: blocks of the search and its results, citations, and the count of searches; domains are kept to', async () => {
  const asked = {
    model: MODEL,
    max_tokens: 100,
    messages: [{ role: 'user' as const, content: QUESTION }],
    tools: [
      {
        type: 'web_search_20250305' as const,
        name: 'web_search' as const,
        max_uses: 1,
        blocked_domains: ['example.com'],
      },
    ],
  };
  searchThenSay(3);
  const whole = await anthropic.messages.create(asked);
  searchThenSay(3);
  const streamed = await anthropic.messages.stream(asked).finalMessage();
  for (const { content, usage, stop_reason: reason } of [whole, streamed]) {
    const [use, result, text] = content;
    assert.ok(use?.type === 'server_tool_use' && result?.type === 'web_search_tool_result' && text?.type === 'text');
    assert.deepEqual([use.name, use.input, reason], ['web_search', { query: 'capital of France' }, 'end_turn']);
    assert.equal(result.tool_use_id, use.id);
    assert.deepEqual(Array.isArray(result.content) && result.content.map(({ url }) => url), [
      'https://en.example.org/paris',
    ]);
    assert.equal(text.text, SAID);
    assert.deepEqual(
      text.citations?.map((one) => one.type === 'web_search_result_location' && [one.url, one.cited_text]),
      [['https://en.example.org/paris', 'Paris is the capital.']],
    );
    assert.equal(usage.server_tool_use?.web_search_requests, 1);
  }
  assert.equal(engine.queries.length, 2, 'max_uses bounds the searches');
  searchThenSay(0);
  const more = [...asked.messages, { role: 'assistant' as const, content: whole.content }];
  const next = await anthropic.messages.create({ ...asked, messages: [...more, { role: 'user', content: 'Sure?' }] });
  assert.equal(next.stop_reason, 'end_turn');
});

test('Gemini: queries, sources and the parts that they support come as grounding metadata', async () => {
  const asked = { model: MODEL, contents: QUESTION, config: { tools: [{ googleSearch: {} }] } };
  searchThenSay();
  const whole = await gemini.models.generateContent(asked);
  searchThenSay();
  let streamed: typeof whole | undefined;
  let text = '';
  for await (const chunk of await gemini.models.generateContentStream(asked)) {
    streamed = chunk;
    text += chunk.text ?? '';
  }
  assert.deepEqual([whole.text, text], [SAID, SAID]);
  for (const answer of [whole, streamed]) {
    const found = answer?.candidates?.[0]?.groundingMetadata;
    assert.deepEqual(found?.webSearchQueries, ['capital of France']);
    assert.deepEqual(found?.groundingChunks?.[0], { web: { uri: 'https://en.example.org/paris', title: 'Paris' } });
    assert.deepEqual(found?.groundingSupports?.[0]?.segment, { startIndex: 0, endIndex: 12, text: 'It is Paris ' });
    assert.deepEqual(found?.groundingSupports?.[0]?.groundingChunkIndices, [0]);
    assert.equal(answer?.usageMetadata?.totalTokenCount, 30);
  }
});

test('a search that fails is told to the model and is free; sizes are bounded; a model that never stops searching is stopped', async () => {
  const asked = { model: MODEL, input: QUESTION, tools: [{ type: 'web_search' as const }] };
  const long = { title: 'T'.repeat(1e3), url: 'https://e.example/x', content: 'C'.repeat(1e3) };
  for (const [answer, told] of [
    [500, /^The search failed/],
    ['not JSON', /^The search failed: .*JSON/],
    [`{"results": [${'1,'.repeat(2_000_000)}1]}`, /^The search failed: .*bytes/],
    [{ results: [] }, /^Nothing was found/],
    [{ results: Array(500).fill(long) }, /^\[1\] T{200}\n/],
  ] as const) {
    engine.answer = answer;
    searchThenSay();
    const cost = await costOf(() => openai.responses.create(asked));
    const { content } = (upstream.bodies.at(-1) as Body).messages.at(-1);
    assert.match(content, told);
    assert.ok(content.length < 10_000, `${content.length} characters`);
    assert.equal(cost, (typeof answer === 'object' ? SEARCH : 0) + 2 * ROUND);
  }
  engine.answer = FOUND;
  engine.queries.length = 0;
  searchThenSay(100);
  const { output } = await openai.responses.create(asked);
  assert.equal(engine.queries.length, 5);
  assert.equal(output.at(-1)?.type, 'message');
  engine.queries.length = 0;
  searchThenSay(100);
  await openai.responses.create({ ...asked, max_tool_calls: 2 });
  assert.equal(engine.queries.length, 2);
});

test('credits that do not cover a search end the call before it is made, and the caller’s own tools come first', async () => {
  const poor = await service.account({ credits: 0.5 });
  searchThenSay();
  const body = { model: MODEL, input: QUESTION, tools: [{ type: 'web_search' }], max_output_tokens: 20 };
  const refused = await service.call('POST', '/v1/responses', { key: poor.liveKey, body });
  assert.deepEqual([refused.status, refused.json.error.code, engine.queries], [402, 'insufficient_credits', []]);

  const weather = { type: 'function' as const, name: 'weather', parameters: { type: 'object' }, strict: false };
  const call = { id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } };
  searchThenSay(1, [call]);
  const mixed = await openai.responses.create({
    model: MODEL,
    input: QUESTION,
    tools: [{ type: 'web_search' }, weather],
    tool_choice: { type: 'web_search_preview' },
  });
  assert.deepEqual(
    mixed.output.map((item) => item.type === 'function_call' && item.name),
    ['weather'],
  );
  assert.deepEqual((upstream.bodies.at(-1) as Body).tool_choice, {
    type: 'function',
    function: { name: 'web_search' },
  });
  assert.deepEqual(engine.queries, []);
});

test('a search that was sent is paid when its client leaves', async () => {
  searchThenSay();
  const leaving = new AbortController();
  engine.beforeAnswer = async () => {
    leaving.abort();
    // The service sees the connection close before the search ends.
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  const asked = { model: MODEL, input: QUESTION, tools: [{ type: 'web_search' as const }] };
  const cost = await costOf(async () => {
    const before = await balance();
    await assert.rejects(openai.responses.create(asked, { signal: leaving.signal }));
    await until(async () => before - (await balance()) > SEARCH, { saying: 'the search is charged' });
  });
  assert.equal(engine.queries.length, 1);
  assert.equal(cost, SEARCH + ROUND);
});

test('the Brave Search API is asked with its key; a search without access to the web, and one in a conversation, are left out by name', async () => {
  const brave = await startService({
    OPENAI_BASE_URL: upstream.baseUrl,
    TEST_WORKER: '0',
    SEARCH_ENGINE: 'brave',
    SEARCH_URL: engine.url,
    SEARCH_API_KEY: 'brave-key',
  });
  try {
    const { liveKey: key, testKey } = await brave.account({ credits: 100 });
    const post = (more: object) =>
      brave.call('POST', '/v1/responses', { key, body: { model: MODEL, input: QUESTION, ...more } });
    searchThenSay();
    const { json } = await post({ tools: [{ type: 'web_search', filters: { allowed_domains: ['example.org'] } }] });
    assert.equal(json.output[0].type, 'web_search_call');
    assert.equal(engine.tokens.at(-1), 'brave-key');
    const told = (upstream.bodies.at(-1) as Body).messages.at(-1).content;
    assert.match(told, /Paris is the capital\./);
    assert.ok(!/strong|Lyon/.test(told), told);
    const without = await post({ tools: [{ type: 'web_search', external_web_access: false }] });
    assert.equal(without.headers.get('x-left-out'), 'tools[0] web_search');
    searchThenSay();
    const asked = engine.queries.length;
    const body = { model: MODEL, input: QUESTION, tools: [{ type: 'web_search' }] };
    await brave.call('POST', '/sandbox/v1/responses', { key: testKey, body });
    const refused = (upstream.bodies.at(-1) as Body).messages.at(-1).content;
    assert.match(refused, /credits of the sandbox cost nothing/);
    assert.equal(engine.queries.length, asked);
    const conversation = await brave.call('POST', '/v1/conversations', { key, body: {} });
    const inside = await post({ tools: [{ type: 'web_search' }], conversation: conversation.json.id });
    assert.equal(inside.headers.get('x-left-out'), 'tools[0] web_search');
  } finally {
    await brave.stop();
  }
});
