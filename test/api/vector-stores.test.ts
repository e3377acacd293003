// Vector stores through OpenAI's own client: files are read once and paid by their tokens, found by meaning and attributes, and gone when deleted.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { MAX_WORDS, startWordUpstream, WORD_MODEL, type WordUpstream } from '../support/word-embeddings.ts';

const RETURNS = 'Orders may be returned within thirty days. The customer pays for the parcel.';
const SHIPPING = 'Parcels leave the warehouse in Bremen every morning at nine.';
const RECIPE = 'Whisk the eggs with sugar, fold in the flour and bake the cake for an hour.';
/** Of the price list: micro-credits for a token of an embedding. */
const TOKEN_MICRO = 2;

let upstream: WordUpstream;
let service: TestService;
let account: TestAccount;
let openai: OpenAI;

before(async () => {
  upstream = await startWordUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
  openai = clientOf(account.liveKey);
});
after(async () => {
  await service.stop();
  await upstream.close();
});
beforeEach(() => {
  upstream.read.length = 0;
  upstream.delayMs = 0;
  upstream.failure = undefined;
  upstream.excess = 0;
});

const clientOf = (apiKey: string, base = '/v1') =>
  new OpenAI({ baseURL: `${service.origin}${base}`, apiKey, maxRetries: 0 });
const FAST = { pollIntervalMs: 50 };

async function makeStore(client = openai, more: object = {}): Promise<string> {
  const body = { name: 'Handbook', embedding_model: WORD_MODEL, ...more };
  return (await client.vectorStores.create(body)).id;
}

async function upload(text: string | Buffer, name: string, client = openai): Promise<string> {
  const file = await toFile(Buffer.from(text), name);
  return (await client.files.create({ file, purpose: 'assistants' })).id;
}

async function add(storeId: string, text: string, name: string, attributes: Record<string, string | number> = {}) {
  const file_id = await upload(text, name);
  return openai.vectorStores.files.createAndPoll(storeId, { file_id, attributes }, FAST);
}

async function refusal(work: Promise<unknown>): Promise<[number | undefined, string | null | undefined]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  ok(error instanceof OpenAI.APIError, 'the call was not refused');
  return [error.status, error.param ?? error.code];
}

async function spent(accountId = account.id) {
  const { rows } = await service.app.database.pool.query<{ entries: number; micro: number; held: number }>(
    `select count(*)::integer as entries, coalesce(-sum(amount), 0)::integer as micro,
       (select held::integer from balances where account_id = $1 and environment = 'live') as held
     from ledger where account_id = $1 and environment = 'live' and type = 'usage'`,
    [accountId],
  );
  return rows[0] ?? { entries: 0, micro: 0, held: 0 };
}

const words = (text: string) => text.match(/[a-z0-9]+/gi)?.length ?? 0;

test("OpenAI's client makes a store, uploads files into it, polls, searches and reads them", async () => {
  const own = await service.account();
  const client = clientOf(own.liveKey);
  const store = await client.vectorStores.create({
    name: 'Handbook',
    metadata: { team: 'support' },
    expires_after: { anchor: 'last_active_at', days: 7 },
    ...{ embedding_model: WORD_MODEL },
  });
  match(store.id, /^vs_[0-9a-z]{26}$/);
  deepEqual([store.object, store.status, store.file_counts.total], ['vector_store', 'completed', 0]);
  equal(store.expires_at, (store.last_active_at ?? 0) + 7 * 24 * 3600);
  const file = await client.vectorStores.files.uploadAndPoll(
    store.id,
    await toFile(Buffer.from(RETURNS), 'returns.md'),
    FAST,
  );
  deepEqual([file.status, file.last_error, file.vector_store_id], ['completed', null, store.id]);
  const batch = await client.vectorStores.fileBatches.uploadAndPoll(
    store.id,
    { files: [await toFile(Buffer.from(SHIPPING), 'shipping.txt'), await toFile(Buffer.from(RECIPE), 'cake.txt')] },
    FAST,
  );
  deepEqual([batch.status, batch.file_counts.completed, batch.file_counts.total], ['completed', 2, 2]);
  const found = await client.vectorStores.search(store.id, { query: 'May orders be returned?', max_num_results: 2 });
  equal(found.data.length, 2);
  const [first, second] = found.data;
  deepEqual(
    [first?.filename, first?.file_id, first?.content, first?.attributes],
    ['returns.md', file.id, [{ type: 'text', text: RETURNS }], {}],
  );
  ok((first?.score ?? 0) > (second?.score ?? 0) && (first?.score ?? 2) <= 1);
  const content = await client.vectorStores.files.content(file.id, { vector_store_id: store.id });
  deepEqual(content.data, [{ type: 'text', text: RETURNS }]);
  const shown = await client.vectorStores.retrieve(store.id);
  deepEqual(shown.file_counts, { in_progress: 0, completed: 3, failed: 0, cancelled: 0, total: 3 });
  equal(shown.usage_bytes, Buffer.byteLength(RETURNS + SHIPPING + RECIPE) + 3 * 128 * 4);
  const total = words(RETURNS) + words(SHIPPING) + words(RECIPE) + words('May orders be returned?');
  deepEqual(await spent(own.id), { entries: 4, micro: total * TOKEN_MICRO, held: 0 });
});

test('stores and files are listed page by page in both directions', async () => {
  const client = clientOf((await service.account()).liveKey);
  const ids = [await makeStore(client), await makeStore(client), await makeStore(client)];
  const listed: string[] = [];
  for await (const store of client.vectorStores.list({ limit: 2 })) listed.push(store.id);
  deepEqual(listed, ids.toReversed());
  const before = await client.vectorStores.list({ before: ids[0] ?? '', limit: 1 });
  deepEqual(
    before.data.map(({ id }) => id),
    [ids[1]],
  );
  const storeId = ids[0] ?? '';
  const files = [await upload(RETURNS, 'a.txt', client), await upload(SHIPPING, 'b.txt', client)];
  const batch = await client.vectorStores.fileBatches.createAndPoll(storeId, { file_ids: files }, FAST);
  const names: string[] = [];
  for await (const file of client.vectorStores.files.list(storeId, { limit: 1, order: 'asc' })) names.push(file.id);
  deepEqual(names, files);
  const inBatch = await client.vectorStores.fileBatches.listFiles(batch.id, { vector_store_id: storeId });
  deepEqual(
    inBatch.data.map(({ id }) => id),
    files.toReversed(),
  );
  const failed = await client.vectorStores.files.list(storeId, { filter: 'failed' });
  deepEqual(failed.data, []);
});

test('attributes choose among files, in every comparison', async () => {
  const store = await makeStore();
  for (const [name, attributes] of [
    ['old.txt', { year: 2020, region: 'eu' }],
    ['new.txt', { year: 2026, region: 'us' }],
    ['none.txt', {}],
  ] as const)
    await add(store, `${RETURNS} ${name}`, name, attributes);
  const named = async (filters: object) => {
    const found = await openai.vectorStores.search(store, { query: 'returned orders', filters: filters as never });
    return found.data.map(({ filename }) => filename).sort();
  };
  const is = (type: string, key: string, value: unknown) => ({ type, key, value });
  deepEqual(await named(is('eq', 'region', 'eu')), ['old.txt']);
  deepEqual(await named(is('ne', 'region', 'eu')), ['new.txt', 'none.txt']);
  deepEqual(await named(is('gt', 'year', 2020)), ['new.txt']);
  deepEqual(await named(is('gte', 'year', 2020)), ['new.txt', 'old.txt']);
  deepEqual(await named(is('lt', 'year', 2026)), ['old.txt']);
  deepEqual(await named(is('lte', 'year', '2026')), []);
  deepEqual(await named(is('in', 'year', [2020, 2026])), ['new.txt', 'old.txt']);
  deepEqual(await named(is('nin', 'year', [2020])), ['new.txt', 'none.txt']);
  deepEqual(await named(is('eq', 'region', 'e"u\\\\')), []);
  const both = [is('eq', 'region', 'us'), { type: 'or', filters: [is('eq', 'year', 2020), is('eq', 'year', 2026)] }];
  deepEqual(await named({ type: 'and', filters: both }), ['new.txt']);
  deepEqual(await refusal(named(is('like', 'year', 1))), [400, 'filters.type']);
  deepEqual(await refusal(named(is('eq', "x' or true --", { a: 1 }))), [400, 'filters.value']);
  deepEqual(await named(is('eq', "x' or true --", 'eu')), []);
  let deep: object = is('eq', 'year', 1);
  for (let depth = 0; depth < 9; depth += 1) deep = { type: 'and', filters: [deep] };
  equal((await refusal(named(deep)))[0], 400);
  const wide = { type: 'or', filters: Array.from({ length: 65 }, () => is('eq', 'year', 1)) };
  equal((await refusal(named(wide)))[0], 400);
});

test('a file is read and paid once; new attributes are free, another size of chunks is read again', async () => {
  const own = await service.account();
  const client = clientOf(own.liveKey);
  const store = await makeStore(client);
  const file_id = await upload(RETURNS, 'returns.txt', client);
  await client.vectorStores.files.createAndPoll(store, { file_id }, FAST);
  const paid = await spent(own.id);
  const again = await client.vectorStores.files.createAndPoll(store, { file_id, attributes: { year: 2026 } }, FAST);
  deepEqual([again.status, again.attributes], ['completed', { year: 2026 }]);
  deepEqual(await spent(own.id), paid);
  await client.vectorStores.files.update(file_id, { vector_store_id: store, attributes: { year: 2025 } });
  const chunking = { type: 'static' as const, static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } };
  const cut = await client.vectorStores.files.createAndPoll(store, { file_id, chunking_strategy: chunking }, FAST);
  deepEqual(cut.chunking_strategy, chunking);
  equal((await spent(own.id)).micro, 2 * paid.micro);
  equal((await client.vectorStores.retrieve(store)).file_counts.total, 1);
});

test('a long text is cut into chunks that overlap, and one that the model cannot read at once is read in halves', async () => {
  const store = await makeStore();
  const sentences = Array.from({ length: 120 }, (_, index) => `Sentence ${index} tells of number ${index} alone.`);
  const chunking = { type: 'static', static: { max_chunk_size_tokens: 300, chunk_overlap_tokens: 100 } } as const;
  const file_id = await upload(sentences.join(' '), 'long.txt');
  const file = await openai.vectorStores.files.createAndPoll(store, { file_id, chunking_strategy: chunking }, FAST);
  equal(file.status, 'completed');
  const { data } = await openai.vectorStores.files.content(file_id, { vector_store_id: store });
  ok(data.length > 3, `${data.length} chunks`);
  for (const sentence of sentences)
    ok(
      data.some(({ text }) => text?.includes(sentence)),
      sentence,
    );
  const [one, two] = data.map(({ text = '' }) => text);
  ok(
    two?.startsWith(one?.slice(-60).split('. ').at(-1) ?? '?') || one?.includes(two?.slice(0, 40) ?? '?'),
    'no overlap',
  );
  const wholeWords = Array.from({ length: 900 }, (_, index) => `w${index}`).join(' ');
  const wide = { type: 'static', static: { max_chunk_size_tokens: 4096, chunk_overlap_tokens: 0 } } as const;
  const widest = await upload(wholeWords, 'wide.txt');
  const read = await openai.vectorStores.files.createAndPoll(store, { file_id: widest, chunking_strategy: wide }, FAST);
  equal(read.status, 'completed');
  ok(upstream.read.every((text) => words(text) <= MAX_WORDS));
  const found = await openai.vectorStores.search(store, { query: 'w17 w600 w880', max_num_results: 1 });
  equal(found.data[0]?.filename, 'wide.txt');
});

test('HTML is read without its tags; what is no text fails in words, and costs nothing', async () => {
  const own = await service.account();
  const client = clientOf(own.liveKey);
  const store = await makeStore(client);
  const page =
    '<!doctype html><head><title>x</title></head><style>p{}</style><script>evil("</p>")</script><p>Orders &amp; returns<br>a &lt; b</p>';
  const html = await upload(page, 'page.html', client);
  equal((await client.vectorStores.files.createAndPoll(store, { file_id: html }, FAST)).status, 'completed');
  const { data } = await client.vectorStores.files.content(html, { vector_store_id: store });
  deepEqual(data, [{ type: 'text', text: 'Orders & returns\na < b' }]);
  const paid = await spent(own.id);
  const png = await upload(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'a.png', client);
  const image = await client.vectorStores.files.createAndPoll(store, { file_id: png }, FAST);
  deepEqual([image.status, image.last_error?.code], ['failed', 'unsupported_file']);
  const pdf = await upload('%PDF-1.4 broken', 'a.pdf', client);
  const broken = await client.vectorStores.files.createAndPoll(store, { file_id: pdf }, FAST);
  deepEqual([broken.status, broken.last_error?.code], ['failed', 'unsupported_file']);
  const blank = await upload(' \n ', 'blank.txt', client);
  const empty = await client.vectorStores.files.createAndPoll(store, { file_id: blank }, FAST);
  deepEqual([empty.status, empty.last_error?.code], ['failed', 'invalid_file']);
  upstream.failure = 400;
  const text = await upload(SHIPPING, 'b.txt', client);
  const refused = await client.vectorStores.files.createAndPoll(store, { file_id: text }, FAST);
  deepEqual([refused.status, refused.last_error?.code], ['failed', 'server_error']);
  deepEqual(await spent(own.id), paid);
  deepEqual((await client.vectorStores.retrieve(store)).file_counts.failed, 4);
  upstream.failure = undefined;
  equal((await client.vectorStores.files.createAndPoll(store, { file_id: text }, FAST)).status, 'completed');
});

test('without credits nothing is read', async () => {
  const poor = await service.account({ credits: 0, plan: 'free' });
  const client = clientOf(poor.liveKey);
  const store = await makeStore(client);
  const file = await client.vectorStores.files.createAndPoll(
    store,
    { file_id: await upload(RETURNS, 'a.txt', client) },
    FAST,
  );
  equal(file.status, 'failed');
  match(file.last_error?.message ?? '', /credits/);
  deepEqual(upstream.read, []);
  deepEqual(await refusal(client.vectorStores.search(store, { query: 'orders' }).then()), [
    402,
    'insufficient_credits',
  ]);
});

test('a cancelled batch keeps what was read, pays for it, and reads no more', async () => {
  const own = await service.account();
  const client = clientOf(own.liveKey);
  const store = await makeStore(client);
  const ids = await Promise.all(['a', 'b', 'c'].map((name) => upload(`${RETURNS} ${name}`, `${name}.txt`, client)));
  upstream.delayMs = 300;
  const { id } = await client.vectorStores.fileBatches.create(store, { file_ids: ids });
  await until(async () => (await client.vectorStores.retrieve(store)).file_counts.completed === 1, {
    saying: 'one file was read',
    everyMs: 20,
  });
  const cancelled = await client.vectorStores.fileBatches.cancel(id, { vector_store_id: store });
  deepEqual([cancelled.status, cancelled.file_counts.in_progress], ['cancelled', 0]);
  ok(cancelled.file_counts.cancelled >= 1);
  upstream.delayMs = 0;
  await until(async () => (await spent(own.id)).held === 0, { saying: 'nothing is held any more', everyMs: 50 });
  const { file_counts: counts } = await client.vectorStores.retrieve(store);
  equal(counts.completed + counts.cancelled, 3);
  const again = await client.vectorStores.fileBatches.cancel(id, { vector_store_id: store });
  equal(again.status, 'cancelled');
});

test('a job that is cancelled or lost leaves no file in progress', async () => {
  const store = await makeStore();
  const file_id = await upload(`${RETURNS} lost`, 'lost.txt');
  upstream.delayMs = 1_000;
  await openai.vectorStores.files.create(store, { file_id });
  const jobs = await service.call('GET', '/v1/jobs?service=vectors&limit=1', { key: account.liveKey });
  equal(jobs.json.data[0].object, 'vector_files.job');
  await service.call('POST', `/v1/jobs/${jobs.json.data[0].id}/cancel`, { key: account.liveKey });
  const statusOf = async () => (await openai.vectorStores.files.retrieve(file_id, { vector_store_id: store })).status;
  const { endLeftFiles } = await import('../../src/store/vector-files.ts');
  await until(
    async () => (await endLeftFiles(service.app.database.queries)) >= 0 && (await statusOf()) !== 'in_progress',
    {
      saying: 'the file is ended',
      everyMs: 50,
    },
  );
  equal(await statusOf(), 'cancelled');
});

test('what is deleted is found no more; a deleted file leaves its stores', async () => {
  const store = await makeStore();
  const [one, two] = [await add(store, RETURNS, 'one.txt'), await add(store, SHIPPING, 'two.txt')];
  const names = async () => {
    const { data } = await openai.vectorStores.search(store, { query: 'orders parcels' });
    return data.map(({ filename }) => filename).sort();
  };
  deepEqual(await names(), ['one.txt', 'two.txt']);
  const removed = await openai.vectorStores.files.delete(one.id, { vector_store_id: store });
  deepEqual([removed.object, removed.deleted], ['vector_store.file.deleted', true]);
  equal((await openai.files.retrieve(one.id)).id, one.id);
  deepEqual(await names(), ['two.txt']);
  await openai.files.delete(two.id);
  deepEqual(await names(), []);
  const shown = await openai.vectorStores.retrieve(store);
  deepEqual([shown.file_counts.total, shown.usage_bytes], [0, 0]);
  equal((await openai.vectorStores.delete(store)).deleted, true);
  deepEqual(await refusal(openai.vectorStores.retrieve(store)), [404, 'not_found']);
});

test('stores of another account or environment do not exist, nor do their files', async () => {
  const store = await makeStore();
  const file = await add(store, RETURNS, 'mine.txt');
  const other = clientOf((await service.account()).liveKey);
  const sandbox = clientOf(account.testKey, '/sandbox/v1');
  const foreign = await upload(SHIPPING, 'theirs.txt', other);
  for (const client of [other, sandbox]) {
    const at = { vector_store_id: store };
    const attempts = [
      () => client.vectorStores.retrieve(store),
      () => client.vectorStores.update(store, { name: 'x' }),
      () => client.vectorStores.delete(store),
      () => client.vectorStores.search(store, { query: 'orders' }).then(),
      () => client.vectorStores.files.list(store).then(),
      () => client.vectorStores.files.retrieve(file.id, at),
      () => client.vectorStores.files.content(file.id, at).then(),
      () => client.vectorStores.files.delete(file.id, at),
      () => client.vectorStores.files.create(store, { file_id: foreign }),
      () => client.vectorStores.fileBatches.create(store, { file_ids: [foreign] }),
    ];
    for (const attempt of attempts) equal((await refusal(attempt()))[0], 404);
    deepEqual((await client.vectorStores.list()).data, []);
  }
  deepEqual(await refusal(openai.vectorStores.files.create(store, { file_id: foreign })), [404, 'file_id']);
  deepEqual(await refusal(openai.vectorStores.create({ file_ids: [foreign] })), [404, 'file_ids']);
  equal((await openai.vectorStores.files.retrieve(file.id, { vector_store_id: store })).status, 'completed');
});

test('a store that was not used expires, and its storage is free again', async () => {
  const store = await makeStore(openai, { expires_after: { anchor: 'last_active_at', days: 1 } });
  await add(store, RETURNS, 'a.txt');
  const { pool, queries } = service.app.database;
  await pool.query("update vector_stores set expires_at = now() - interval '1 second' where id = $1", [store]);
  equal((await openai.vectorStores.retrieve(store)).status, 'expired');
  const { emptyExpiredStores } = await import('../../src/store/vector-stores.ts');
  await emptyExpiredStores(queries, 100);
  const shown = await openai.vectorStores.retrieve(store);
  deepEqual([shown.status, shown.file_counts.total, shown.usage_bytes], ['expired', 0, 0]);
});

test('a file whose vectors have another length than those before fails free, holds nothing, and its cost is booked', async () => {
  const own = await service.account();
  const client = clientOf(own.liveKey);
  const store = await makeStore(client);
  await client.vectorStores.files.createAndPoll(store, { file_id: await upload(RETURNS, 'a.txt', client) }, FAST);
  const before = await spent(own.id);
  upstream.excess = 1;
  const file_id = await upload(SHIPPING, 'b.txt', client);
  const failed = await client.vectorStores.files.createAndPoll(store, { file_id }, FAST);
  equal(failed.status, 'failed');
  match(failed.last_error?.message ?? '', /another length/);
  deepEqual(await spent(own.id), { ...before, held: 0 });
  const { rows } = await service.app.database.pool.query(
    // A chore sums up the rows of calls.
    `select sum(unpaid_calls)::integer as unpaid from (
       select unpaid_calls from call_costs where account_id = $1
       union all select unpaid_calls from cost_hourly where account_id = $1) booked`,
    [own.id],
  );
  equal(rows[0].unpaid, 1);
  await rejects(client.vectorStores.search(store, { query: 'parcels' }).then(), { status: 502 });
  deepEqual(await spent(own.id), { ...before, held: 0 });
});

test('vectors count towards the storage of the plan', async () => {
  const own = await service.account();
  const client = clientOf(own.liveKey);
  const store = await makeStore(client);
  await client.vectorStores.files.createAndPoll(store, { file_id: await upload(RETURNS, 'a.txt', client) }, FAST);
  // As if the store had grown.
  await service.app.database.pool.query('update vector_stores set usage_bytes = 1e15 where id = $1', [store]);
  equal((await refusal(upload(SHIPPING, 'b.txt', client)))[0], 413);
});

test('what cannot be done is refused by name', async () => {
  const store = await makeStore();
  const file_id = await upload(RETURNS, 'a.txt');
  const overlapping = { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 51 } } as const;
  deepEqual(await refusal(openai.vectorStores.files.create(store, { file_id, chunking_strategy: overlapping })), [
    400,
    'chunking_strategy.static.chunk_overlap_tokens',
  ]);
  deepEqual(await refusal(openai.vectorStores.search(store, { query: 'x', rewrite_query: true }).then()), [
    400,
    'rewrite_query',
  ]);
  deepEqual(await refusal(openai.vectorStores.fileBatches.create(store, {})), [400, 'file_ids']);
  deepEqual(await refusal(makeStore(openai, { embedding_model: 'no-such-1' })), [400, 'embedding_model']);
  await rejects(openai.vectorStores.fileBatches.retrieve('vsfb_x', { vector_store_id: store }));
  equal((await refusal(openai.vectorStores.search(store, { query: '' }).then()))[0], 400);
});
