// What published clients send, one plain call for each thing that was once refused: it is answered with every dialect of an upstream, or refused
// by name with the reason.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type Matrix, modelOf, startMatrix } from '../support/client-matrix.ts';
import { UPSTREAM_KINDS } from '../support/client-results.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { PUBLISHED_REQUESTS, USER } from '../support/published-requests.ts';

let matrix: Matrix;
let embeddings: MisbehavingUpstream;
let folder: string;

before(async () => {
  embeddings = await startMisbehavingUpstream();
  folder = await mkdtemp(join(tmpdir(), 'no-models-'));
  matrix = await startMatrix({ OPENAI_BASE_URL: embeddings.baseUrl, MODELS_DIR: folder });
});
after(async () => {
  await matrix.close();
  await embeddings.close();
  await rm(folder, { recursive: true });
});

for (const { sends, path, body, refused, leftOut, says } of PUBLISHED_REQUESTS)
  test(`${path}: ${sends} is ${refused ? `refused with ${refused[0]}` : 'answered'}`, async (t) => {
    for (const kind of UPSTREAM_KINDS) {
      const model = modelOf(kind);
      const isInPath = path.includes('{model}');
      const answer = await matrix.service.call('POST', path.replace('{model}', model), {
        key: matrix.key,
        body: isInPath ? body : { model, ...body },
      });
      const told = `${kind}: ${answer.status} ${answer.text.slice(0, 400)}`;
      t.diagnostic(told.slice(0, 160));
      assert.equal(answer.status, refused?.[0] ?? 200, told);
      if (refused) assert.match(answer.text, refused[1], told);
      if (says) assert.match(answer.text, says, told);
      assert.match(answer.headers.get('x-left-out') ?? '', leftOut ?? /^$/, told);
    }
  });

test('top_logprobs reach an upstream of OpenAI’s API, and are refused by name elsewhere', async () => {
  for (const kind of UPSTREAM_KINDS) {
    const body = { model: modelOf(kind), input: 'Name a colour.', top_logprobs: 2 };
    const { status, json, text } = await matrix.service.call('POST', '/v1/responses', { key: matrix.key, body });
    if (kind === 'openai') assert.equal(status, 200, text);
    else assert.deepEqual([status, json.error.param], [400, 'top_logprobs']);
  }
});

test('embeddings and rerank of Cohere, conversations, uploads, vector stores and stored completions are there', async () => {
  const model = 'mock-embedding-1';
  const calls: [method: string, path: string, body?: object][] = [
    ['POST', '/v1/embed', { model, texts: ['a'], input_type: 'search_query' }],
    ['POST', '/v2/embed', { model, texts: ['a'], input_type: 'search_query', embedding_types: ['float'] }],
    ['POST', '/v2/rerank', { model, query: 'a', documents: ['a', 'b'], max_tokens_per_doc: 10 }],
    ['POST', '/v1/conversations', { items: [{ type: 'message', role: 'user', content: 'Hello' }] }],
    ['POST', '/v1/uploads', { bytes: 3, filename: 'a.jsonl', purpose: 'batch', mime_type: 'application/jsonl' }],
    ['POST', '/v1/vector_stores', { name: 'Notes' }],
    ['POST', '/v1/chat/completions', { model: modelOf('openai'), messages: [USER], store: true }],
    ['GET', '/v1/chat/completions'],
    ['POST', '/v1/responses', { model: modelOf('openai'), input: 'Hello', background: true }],
  ];
  for (const [method, path, body] of calls) {
    const { status, text } = await matrix.service.call(method, path, { key: matrix.key, ...(body ? { body } : {}) });
    assert.ok(status === 200 || status === 201, `${path}: ${status} ${text.slice(0, 300)}`);
  }
});

test('names of other services’ models are refused with the name of one that is here', async () => {
  for (const [path, body] of [
    ['/v1/chat/completions', { model: 'gpt-4o', messages: [USER] }],
    ['/v1/embeddings', { model: 'text-embedding-3-small', input: 'a' }],
    ['/v1/audio/speech', { model: 'tts-1', input: 'a', voice: 'alloy' }],
    ['/v1/images/generations', { model: 'gpt-image-1', prompt: 'a' }],
  ] as const) {
    const { status, text } = await matrix.service.call('POST', path, { key: matrix.key, body });
    assert.deepEqual([status, /unknown_model/.test(text)], [400, true], `${path}: ${text}`);
  }
});
