// Rerank and moderation: with Cohere's and OpenAI's own clients, by an upstream, by the local embedding model, and refused.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { CohereClient, CohereClientV2, CohereError } from 'cohere-ai';
import OpenAI from 'openai';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { type SideUpstream, startSideUpstream } from '../support/side-upstream.ts';
import { bringWeights, EMBEDDING_WEIGHTS } from '../support/weights.ts';

const QUERY = 'What is the capital of the United States?';
const DOCUMENTS = [
  'Carson City is the capital city of the American state of Nevada.',
  'Capitalization is the use of a capital letter at the start of a word.',
  'Washington, D.C. is the capital of the United States. It is a federal district.',
  'A recipe for pancakes needs flour, eggs and milk.',
];

let upstream: SideUpstream;
let connected: TestService;
let alone: TestService;
let account: TestAccount;
let local: TestAccount;

before(async () => {
  await bringWeights(EMBEDDING_WEIGHTS);
  upstream = await startSideUpstream(['mock-reranker-1', 'omni-moderation-latest', 'text-1']);
  [connected, alone] = await Promise.all([
    startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' }),
    startService({ TEST_WORKER: '0' }),
  ]);
  account = await connected.account();
  local = await alone.account();
});

after(async () => {
  await upstream.close();
  await Promise.all([connected.stop(), alone.stop()]);
});

test("Cohere's client, versions 1 and 2: the local embedding model puts the best document first", async () => {
  const address = { token: local.liveKey, baseUrl: alone.origin, maxRetries: 0 };
  const first = await new CohereClient(address).rerank({
    query: QUERY,
    documents: DOCUMENTS.map((text) => ({ text })),
    topN: 2,
    returnDocuments: true,
  });
  assert.deepEqual(
    first.results.map(({ index, document }) => [index, document?.text]),
    [2, 0].map((index) => [index, DOCUMENTS[index]]),
  );
  const second = await new CohereClientV2(address).rerank({
    model: EMBEDDING_WEIGHTS,
    query: QUERY,
    documents: DOCUMENTS,
  });
  assert.equal(second.results.length, 4);
  assert.equal(second.results[0]?.index, 2);
  const scores = second.results.map(({ relevanceScore }) => relevanceScore);
  assert.deepEqual(
    [...scores].sort((a, b) => b - a),
    scores,
  );
  assert.ok(scores.every((score) => score >= 0 && score <= 1));
});

test('a reranker of an upstream comes first, and its tokens are charged as those of embeddings', async () => {
  const before = await balance();
  const { json, headers } = await rerank({ query: 'q', documents: ['a', 'ccc', 'bb'], return_documents: true });
  assert.equal(json.model, 'mock-reranker-1');
  assert.deepEqual(
    json.results.map(({ index, document }: { index: number; document: object }) => [index, document]),
    [
      [1, { text: 'ccc' }],
      [2, { text: 'bb' }],
      [0, { text: 'a' }],
    ],
  );
  assert.deepEqual(json.usage, { prompt_tokens: 42, total_tokens: 42, credits: 84e-6 });
  assert.equal(Number(headers.get('x-credits-charged')), 84e-6);
  assert.equal(Math.round((before - (await balance())) * 1e6), 84);
  const models = (await connected.call('GET', '/v1/models', { key: account.liveKey })).json.data;
  const listed = models.find(({ id }: { id: string }) => id === 'mock-reranker-1');
  assert.deepEqual(listed.capabilities, ['rerank']);
});

test('impossible counts are not believed, and a reply without a score for each document fails free of charge', async () => {
  const results = [{ index: 0, relevance_score: 0.5 }];
  upstream.answerWith(200, { results, usage: { total_tokens: 1_000_000 } });
  assert.equal((await rerank({ query: 'four', documents: ['four'] })).json.usage.total_tokens, 2);
  const before = await balance();
  upstream.answerWith(200, { results });
  const { status, json } = await rerank({ query: 'q', documents: ['a', 'b'] });
  assert.deepEqual([status, json.error.code], [502, 'engine_failed']);
  upstream.answerWith(422, { error: { message: 'too long' } });
  const refused = await rerank({ query: 'q', documents: ['a'] });
  assert.deepEqual([refused.status, refused.json.error.param], [400, 'documents']);
  assert.equal(await balance(), before);
});

test('bad input is named, and what cannot be honoured is refused in words', async () => {
  const cases: [object, string][] = [
    [{ documents: ['a'] }, 'query'],
    [{ query: 'q' }, 'documents'],
    [{ query: 'q', documents: [] }, 'documents'],
    [{ query: 'q', documents: Array(1001).fill('a') }, 'documents'],
    [{ query: 'q', documents: ['a'], top_n: 0 }, 'top_n'],
    [{ query: 'q', documents: ['a'], model: 'none' }, 'model'],
    [{ query: 'q', documents: [{ text: 'a', title: 'b' }], rank_fields: ['title'] }, 'rank_fields'],
    [{ query: 'q', documents: ['a'], max_chunks_per_doc: 5 }, 'max_chunks_per_doc'],
  ];
  for (const [body, param] of cases) {
    const { status, json } = await rerank(body);
    assert.deepEqual([status, json.error.param], [400, param]);
  }
  const poor = await connected.account({ credits: 0 });
  const unpaid = await rerank({ query: 'q', documents: ['a'] }, poor.liveKey);
  assert.equal(unpaid.status, 402);
  const cohere = new CohereClientV2({ token: 'sk_live_nobody', baseUrl: connected.origin, maxRetries: 0 });
  await assert.rejects(cohere.rerank({ model: 'x', query: 'q', documents: ['a'] }), (error) => {
    assert.ok(error instanceof CohereError);
    assert.equal(error.statusCode, 401);
    assert.match((error.body as { message: string }).message, /API key/);
    return true;
  });
});

test("moderations reach the upstream through OpenAI's client, and cost nothing", async () => {
  const openai = new OpenAI({ baseURL: `${connected.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });
  const before = await balance();
  const { model, results } = await openai.moderations.create({ input: ['I will kill you', 'Good morning'] });
  assert.equal(model, 'omni-moderation-latest');
  assert.deepEqual(
    results.map(({ flagged }) => flagged),
    [true, false],
  );
  assert.deepEqual(upstream.bodies.at(-1), { model, input: ['I will kill you', 'Good morning'] });
  assert.equal(await balance(), before);
  await assert.rejects(
    openai.moderations.create({ model: 'text-1', input: 'x' }),
    (error) => error instanceof OpenAI.BadRequestError && /omni-moderation-latest/.test(error.message),
  );
});

test('without an upstream that offers it, moderation is refused with 501', async () => {
  const openai = new OpenAI({ baseURL: `${alone.origin}/v1`, apiKey: local.liveKey });
  await assert.rejects(openai.moderations.create({ input: 'x' }), (error) => {
    assert.ok(error instanceof OpenAI.APIError);
    assert.deepEqual([error.status, error.code], [501, 'not_implemented']);
    assert.match(error.message, /operator/);
    assert.equal(error.headers?.get('x-should-retry'), 'false');
    return true;
  });
});

function rerank(body: object, key = account.liveKey) {
  return connected.call('POST', '/v1/rerank', { key, body });
}

async function balance(): Promise<number> {
  return (await connected.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;
}
