// Models search the vector stores of their caller: the hosted tool of Responses, with items, events, citations and its price.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { after, before, beforeEach } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { configWith } from '../support/config-file.ts';
import { type ObedientUpstream, sendJson, startObedientUpstream } from '../support/obedient-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { startWordUpstream, WORD_MODEL, type WordUpstream } from '../support/word-embeddings.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a request holds is what the tests check.
type Body = any;

const MODEL = 'obedient-1';
const RETURNS = 'Orders may be returned within thirty days.';
const SAID = 'Within thirty days [1].';
const QUESTION = 'How long may orders be returned?';
const ROUND = (10 * 20 + 5 * 60) / 1e6;
/** Five words, two micro-credits each. */
const SEARCH = (5 * 2) / 1e6;
const QUERY = 'may orders be returned when';

let upstream: ObedientUpstream;
let words: WordUpstream;
let service: TestService;
let account: TestAccount;
let openai: OpenAI;
let store: string;
let fileId: string;

before(async () => {
  [upstream, words] = await Promise.all([startObedientUpstream([MODEL]), startWordUpstream()]);
  const CONFIG = await configWith([{ name: 'chat', base_url: upstream.baseUrl }]);
  service = await startService({ CONFIG, OPENAI_BASE_URL: words.baseUrl });
  account = await service.account({ credits: 1_000 });
  openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });
  const body = { name: 'Handbook', embedding_model: WORD_MODEL };
  store = (await openai.vectorStores.create(body)).id;
  fileId = await add(RETURNS, 'returns.md', { year: 2026 });
  await add('The warehouse of Bremen sends parcels in the morning.', 'shipping.md', { year: 2020 });
});
after(async () => {
  await service.stop();
  await Promise.all([upstream.close(), words.close()]);
});
beforeEach(() => {
  upstream.bodies.length = 0;
  words.read.length = 0;
});

async function add(text: string, name: string, attributes: Record<string, number>): Promise<string> {
  const file = await openai.files.create({ file: await toFile(Buffer.from(text), name), purpose: 'assistants' });
  const body = { file_id: file.id, attributes };
  const read = await openai.vectorStores.files.createAndPoll(store, body, { pollIntervalMs: 50 });
  assert.equal(read.status, 'completed');
  return file.id;
}

/** Calls the search once, and then says the answer. */
function searchThenSay(name = 'file_search'): void {
  const call = { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify({ query: QUERY }) } };
  upstream.answerWith((body: Body, response) => {
    upstream.answerWith((next: Body, last) => say(last, next, { text: SAID }));
    say(response, body, { calls: [call] });
  });
}

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
  const pieces = calls.map((one, index) => ({ index, ...one }));
  if (calls.length > 0) send({ choices: [{ index: 0, delta: { tool_calls: pieces }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason }] });
  send({ choices: [], usage });
  response.end('data: [DONE]\n\n');
}

const asked = (tool: object = {}) => ({
  model: MODEL,
  input: QUESTION,
  include: ['file_search_call.results' as const],
  tools: [{ type: 'file_search' as const, vector_store_ids: [store], ...tool }],
});

test('the search is an item with its results, the text cites the file, and its question is paid', async () => {
  searchThenSay();
  const { data, response } = await openai.responses.create(asked({ max_num_results: 1 })).withResponse();
  assert.equal(response.headers.get('x-credits-charged'), String(2 * ROUND + SEARCH));
  assert.equal(response.headers.get('x-left-out'), null);
  const [search, message] = data.output;
  assert.ok(search?.type === 'file_search_call' && message?.type === 'message');
  assert.match(search.id, /^fs_/);
  assert.deepEqual([search.status, search.queries], ['completed', [QUERY]]);
  assert.equal(search.results?.length, 1);
  const [result] = search.results ?? [];
  assert.deepEqual(
    [result?.file_id, result?.filename, result?.text, result?.attributes],
    [fileId, 'returns.md', RETURNS, { year: 2026 }],
  );
  const [part] = message.content;
  assert.ok(part?.type === 'output_text');
  assert.deepEqual(part.annotations, [
    { type: 'file_citation', file_id: fileId, filename: 'returns.md', index: SAID.indexOf('[1]') },
  ]);
  const [first, second] = upstream.bodies as Body[];
  assert.deepEqual(
    first.tools.map((tool: Body) => tool.function.name),
    ['file_search'],
  );
  assert.match(second.messages.at(-1).content, /^\[1\] returns\.md\nOrders may be returned/);
  assert.deepEqual(words.read, [QUERY]);
});

test('without include the results are not shown; filters, thresholds and a forced choice are kept', async () => {
  searchThenSay();
  const filters = { type: 'lt' as const, key: 'year', value: 2025 };
  const { include: _, ...plain } = asked({ filters, ranking_options: { score_threshold: 0 } });
  const answer = await openai.responses.create({ ...plain, tool_choice: { type: 'file_search' } });
  const [search] = answer.output;
  assert.ok(search?.type === 'file_search_call');
  assert.equal(search.results, null);
  const [first, second] = upstream.bodies as Body[];
  assert.deepEqual(first.tool_choice, { type: 'function', function: { name: 'file_search' } });
  assert.match(second.messages.at(-1).content, /shipping\.md/);
  assert.doesNotMatch(second.messages.at(-1).content, /returns\.md/);
});

test('a stream tells the search as it begins and ends, and the citation', async () => {
  searchThenSay();
  const types: string[] = [];
  let done: OpenAI.Responses.Response | undefined;
  for await (const event of await openai.responses.create({ ...asked(), stream: true })) {
    types.push(event.type);
    if (event.type === 'response.completed') done = event.response;
  }
  const searching = types.filter((type) => type.includes('file_search') || type.includes('annotation'));
  assert.deepEqual(searching, [
    'response.file_search_call.in_progress',
    'response.file_search_call.searching',
    'response.file_search_call.completed',
    'response.output_text.annotation.added',
  ]);
  assert.equal(done?.output[0]?.type, 'file_search_call');
  assert.equal(done?.usage?.input_tokens, 20);
});

test("a tool of the client's with the same name keeps it, and stored answers go on", async () => {
  searchThenSay('search_the_files');
  const own = { type: 'function' as const, name: 'file_search', parameters: {}, strict: false };
  const body = asked();
  const first = await openai.responses.create({ ...body, tools: [...body.tools, own] });
  assert.equal(first.output_text, SAID);
  upstream.answerWith((given: Body, response) => say(response, given, { text: 'Yes.' }));
  const next = await openai.responses.create({ model: MODEL, input: 'Sure?', previous_response_id: first.id });
  assert.equal(next.output_text, 'Yes.');
});

test('stores of others, wrong filters and hybrid searches are refused before anything is asked', async () => {
  const other = await service.account();
  const theirs = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: other.liveKey, maxRetries: 0 });
  const refusals: [() => Promise<unknown>, number, string][] = [
    [() => theirs.responses.create(asked()), 404, 'tools[0].vector_store_ids'],
    [() => openai.responses.create(asked({ vector_store_ids: [] })), 400, 'tools[0].vector_store_ids'],
    [
      () => openai.responses.create(asked({ filters: { type: 'x', key: 'a', value: 1 } })),
      400,
      'tools[0].filters.type',
    ],
    [
      () =>
        openai.responses.create(asked({ ranking_options: { hybrid_search: { embedding_weight: 1, text_weight: 1 } } })),
      400,
      'tools[0].ranking_options.hybrid_search',
    ],
  ];
  for (const [work, status, param] of refusals)
    await assert.rejects(work(), (error: unknown) => {
      assert.ok(error instanceof OpenAI.APIError);
      assert.deepEqual([error.status, error.param], [status, param]);
      return true;
    });
  assert.deepEqual(upstream.bodies, []);
});
