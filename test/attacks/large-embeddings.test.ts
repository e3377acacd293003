// Embeddings of thousands of texts: their vectors are asked for and written in parts, so that no turn of the event loop is long.
// What was read before a text is refused is charged at every door: a refused text at the end made the reading of all others free.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { BatchClient } from '../support/batch-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MODEL = 'text-embedding-3-small';
const DIMENSIONS = 1536;
const INPUTS = 300;
/** 100,000 numbers of an answer. */
const MAX_OF_PART = 65;
/** Of a wave of four parts, after which the next is asked for. */
const READ_OF_WAVE = 4 * MAX_OF_PART;
/** The upstream reads no text with it; one character, which cannot be read in halves. */
const REFUSED = '✗';
/** Of the price list: micro-credits for a token of an embedding; a batch costs half. */
const TOKEN_MICRO = 2;

let upstream: Server;
let service: TestService;
let asked: string[][] = [];
let failsOn: string | undefined;
/** Texts that were answered: a token each. */
let read = 0;

/** The vector of a text begins with its number, or with 0. */
before(async () => {
  upstream = createServer(async (request, response) => {
    const answer = (status: number, body: object) => void response.writeHead(status).end(JSON.stringify(body));
    let text = '';
    for await (const chunk of request) text += chunk;
    const { input = [] } = text ? (JSON.parse(text) as { input?: string[] }) : {};
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/models')) return answer(200, { data: [{ id: MODEL }] });
    asked.push(input);
    if (failsOn !== undefined && input.includes(failsOn)) return answer(500, {});
    if (input.some((one) => one.includes(REFUSED)))
      return answer(400, { error: { message: 'One text is not allowed' } });
    read += input.length;
    const vectorOf = (word: string) => [Number(word) || 0, ...new Array<number>(DIMENSIONS - 1).fill(0.5)];
    const data = input.map((word, index) => ({ index, embedding: vectorOf(word) }));
    answer(200, { data, usage: { prompt_tokens: input.length } });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  service = await startService({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` });
});
after(async () => {
  await service.stop();
  upstream.close();
});

const INPUT = Array.from({ length: INPUTS }, (_, index) => String(index));

test('a call for many vectors is asked of its upstream in parts, and answered whole, in order and priced as one', async () => {
  const { liveKey } = await service.account({ credits: 100 });
  asked = [];
  const { status, json } = await service.call('POST', '/v1/embeddings', {
    key: liveKey,
    body: { model: MODEL, input: INPUT },
  });
  equal(status, 200);
  ok(asked.length > 1 && asked.every((part) => part.length <= MAX_OF_PART), `${asked.map(({ length }) => length)}`);
  deepEqual(
    asked
      .flat()
      .map(Number)
      .sort((a, b) => a - b),
    INPUT.map(Number),
  );
  const { data, usage } = json as { data: { index: number; embedding: number[] }[]; usage: Record<string, number> };
  deepEqual(
    data.map(({ index, embedding }) => [index, embedding[0], embedding.length]),
    INPUT.map((word) => [Number(word), Number(word), DIMENSIONS]),
  );
  equal(usage.prompt_tokens, INPUTS);
});

test('in every dialect the vectors come whole', async () => {
  const { liveKey } = await service.account({ credits: 100 });
  const calls: [path: string, body: object, read: (json: never) => number[][]][] = [
    [
      '/v2/embed',
      { model: MODEL, texts: INPUT.slice(0, 96), input_type: 'search_document', embedding_types: ['float'] },
      (json: { embeddings: { float: number[][] } }) => json.embeddings.float,
    ],
    ['/api/embed', { model: MODEL, input: INPUT }, (json: { embeddings: number[][] }) => json.embeddings],
  ];
  for (const [path, body, read] of calls) {
    const { status, text } = await service.call('POST', path, { key: liveKey, body });
    equal(status, 200, text.slice(0, 300));
    const vectors = read(JSON.parse(text) as never);
    ok(vectors.length >= 96, path);
    deepEqual(
      vectors.map(({ length }) => length),
      vectors.map(() => DIMENSIONS),
      path,
    );
  }
});

test('if one part fails the call fails, and is free', async () => {
  const account = await service.account({ credits: 100 });
  const { id, liveKey } = account;
  failsOn = INPUT.at(-1);
  const { status, text } = await service.call('POST', '/v1/embeddings', {
    key: liveKey,
    body: { model: MODEL, input: INPUT },
  });
  failsOn = undefined;
  ok(status >= 500, text);
  const { rows } = await service.app.database.pool.query(
    "select balance::float8 as balance, held::float8 as held from balances where account_id = $1 and environment = 'live'",
    [id],
  );
  deepEqual(rows, [{ balance: 100_000_000, held: 0 }]);
  deepEqual(await billedOf(account), { calls: 0, unpaid: 1, tokens: 0 });
});

/** What is booked of upstreams' bills. */
async function billedOf({ id }: TestAccount) {
  const { rows } = await service.app.database.pool.query(
    // A chore sums up the rows of calls.
    `select sum(calls)::integer as calls, sum(unpaid_calls)::integer as unpaid, sum(prompt_tokens)::integer as tokens from (
       select calls, unpaid_calls, prompt_tokens from call_costs where account_id = $1
       union all select calls, unpaid_calls, prompt_tokens from cost_hourly where account_id = $1) booked`,
    [id],
  );
  return rows[0];
}

async function spentOf({ id }: TestAccount) {
  const { rows } = await service.app.database.pool.query(
    `select coalesce(-sum(amount), 0)::integer as micro,
       (select held::integer from balances where account_id = $1 and environment = 'live') as held
     from ledger where account_id = $1 and environment = 'live' and type = 'usage'`,
    [id],
  );
  return rows[0];
}

const endingRefused = (count: number) => [...INPUT.slice(0, count - 1), REFUSED];

test('texts that were read before one is refused are charged, and the error says so', async () => {
  const account = await service.account({ credits: 100 });
  const call = (input: string[]) =>
    service.call('POST', '/v1/embeddings', { key: account.liveKey, body: { model: MODEL, input } });
  const { status, json } = await call(endingRefused(INPUTS));
  equal(status, 400);
  deepEqual(await spentOf(account), { micro: READ_OF_WAVE * TOKEN_MICRO, held: 0 });
  const { code, param, message } = (json as { error: Record<string, string> }).error;
  deepEqual([code, param], ['invalid_parameter', 'input']);
  match(message ?? '', /^One text is not allowed\. .* charged: 260 tokens, 0\.00052 credits\.$/);
  deepEqual(await billedOf(account), { calls: 1, unpaid: 0, tokens: READ_OF_WAVE });
  // The other parts of the same wave are read, too.
  equal((await call([REFUSED, ...INPUT])).status, 400);
  deepEqual(await spentOf(account), { micro: (2 * READ_OF_WAVE - MAX_OF_PART) * TOKEN_MICRO, held: 0 });
});

test('a refused call of which nothing was read is free', async () => {
  const account = await service.account({ credits: 100 });
  const body = { model: MODEL, input: endingRefused(MAX_OF_PART) };
  const { status, json } = await service.call('POST', '/v1/embeddings', { key: account.liveKey, body });
  equal(status, 400);
  equal((json as { error: { message: string } }).error.message, 'One text is not allowed');
  deepEqual(await spentOf(account), { micro: 0, held: 0 });
});

const contentOf = (text: string) => ({ model: `models/${MODEL}`, content: { parts: [{ text }] } });
const DOORS: [path: string, body: object][] = [
  ['/api/embed', { model: MODEL, input: endingRefused(INPUTS) }],
  [`/v1beta/models/${MODEL}:batchEmbedContents`, { requests: endingRefused(90).map(contentOf) }],
  ['/v1/embed', { model: MODEL, texts: endingRefused(90), input_type: 'search_document' }],
  ['/v2/embed', { model: MODEL, texts: endingRefused(90), input_type: 'search_document', embedding_types: ['float'] }],
  ['/v1/rerank', { model: MODEL, query: '1', documents: endingRefused(90) }],
];
for (const [path, body] of DOORS)
  test(`${path} charges what was read before a text is refused`, async () => {
    const account = await service.account({ credits: 100 });
    read = 0;
    const { status, text } = await service.call('POST', path, { key: account.liveKey, body });
    equal(status, 400, text);
    ok(read >= MAX_OF_PART, `${read}`);
    deepEqual(await spentOf(account), { micro: read * TOKEN_MICRO, held: 0 });
    deepEqual(await billedOf(account), { calls: 1, unpaid: 0, tokens: read });
    match(text, /charged: \d+ tokens/);
  });

test('a line of a batch charges what was read before a text is refused', async () => {
  const account = await service.account({ credits: 100 });
  const client = new BatchClient(service.origin, account.liveKey);
  read = 0;
  const body = { model: MODEL, input: endingRefused(INPUTS) };
  const line = JSON.stringify({ custom_id: 'one', method: 'POST', url: '/v1/embeddings', body });
  const done = await client.waitFor((await client.start([line], { endpoint: '/v1/embeddings' })).id);
  deepEqual(done.request_counts, { total: 1, completed: 0, failed: 1 });
  equal((await client.read(done.error_file_id)).get('one')?.response?.status_code, 400);
  equal(read, READ_OF_WAVE);
  deepEqual(await spentOf(account), { micro: (READ_OF_WAVE * TOKEN_MICRO) / 2, held: 0 });
  equal(done.usage?.input_tokens, READ_OF_WAVE);
});

test('a file of a vector store, and a search, charge what was read before a text is refused', async () => {
  const account = await service.account({ credits: 100 });
  const openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });
  const store = await openai.vectorStores.create({ name: 'one', embedding_model: MODEL } as object);
  const text = `${'Every sentence is read and billed. '.repeat(400)} This one is ${REFUSED}.`;
  const { id: file_id } = await openai.files.create({
    file: await toFile(Buffer.from(text), 'a.txt'),
    purpose: 'assistants',
  });
  const chunking_strategy = {
    type: 'static',
    static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 },
  } as const;
  read = 0;
  const add = { file_id, chunking_strategy };
  const file = await openai.vectorStores.files.createAndPoll(store.id, add, { pollIntervalMs: 50 });
  equal(file.status, 'failed');
  match(file.last_error?.message ?? '', /charged: \d+ tokens/);
  ok(read > 20, `${read}`);
  const ofFile = read * TOKEN_MICRO;
  deepEqual(await spentOf(account), { micro: ofFile, held: 0 });
  deepEqual(await billedOf(account), { calls: 1, unpaid: 0, tokens: read });

  const whole = await toFile(Buffer.from('This is read.'), 'b.txt');
  const { id: other } = await openai.files.create({ file: whole, purpose: 'assistants' });
  await openai.vectorStores.files.createAndPoll(store.id, { file_id: other }, { pollIntervalMs: 50 });
  const before = await spentOf(account);
  read = 0;
  const query = [...INPUT.slice(0, 7), REFUSED];
  const search = { key: account.liveKey, body: { query } };
  const answer = await service.call('POST', `/v1/vector_stores/${store.id}/search`, search);
  equal(answer.status, 400, answer.text);
  ok(read >= 7, `${read}`);
  match(answer.text, /charged: \d+ tokens/);
  deepEqual(await spentOf(account), { micro: before.micro + read * TOKEN_MICRO, held: 0 });
});
