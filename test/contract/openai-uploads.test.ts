// OpenAI's own package with uploads in parts, unchanged but for base URL and key.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { openArtifacts } from '../../src/app/store.ts';
import { upkeepChores } from '../../src/app/upkeep.ts';
import { silentLog } from '../../src/core/log.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const LINE = '{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{}}\n';
const MEGABYTE = 1024 * 1024;

let service: TestService;
let account: TestAccount;
let client: OpenAI;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
  client = clientFor(account);
});
after(() => service.stop());

function clientFor({ liveKey }: TestAccount): OpenAI {
  return new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: liveKey, maxRetries: 0 });
}

function open(bytes: number, own = client, purpose: OpenAI.FilePurpose = 'batch') {
  return own.uploads.create({ bytes, filename: 'requests.jsonl', mime_type: 'application/jsonl', purpose });
}

async function addPart(id: string, words: string | Uint8Array, own = client) {
  return own.uploads.parts.create(id, { data: await toFile(Buffer.from(words), 'part') });
}

async function storedParts({ id }: TestAccount): Promise<number> {
  const counted = await service.app.database.pool.query(
    "select count(*)::integer as parts from artifacts where account_id = $1 and purpose = 'input'",
    [id],
  );
  return counted.rows[0].parts;
}

test('parts that arrive in any order become one file, in the order that the end names', async () => {
  const begun = await open(LINE.length * 3);
  match(begun.id, /^upload_/);
  deepEqual([begun.object, begun.status, begun.purpose, begun.file], ['upload', 'pending', 'batch', null]);
  equal(begun.expires_at - begun.created_at, 3600);
  const text = LINE.repeat(3);
  const [last, first, dropped] = await Promise.all([
    addPart(begun.id, text.slice(100)),
    addPart(begun.id, text.slice(0, 60)),
    addPart(begun.id, text.slice(60, 100)),
  ]);
  deepEqual([first.object, first.upload_id], ['upload.part', begun.id]);
  const md5 = createHash('md5').update(text).digest('hex');
  const done = await client.uploads.complete(begun.id, { part_ids: [first.id, dropped.id, last.id], md5 });
  equal(done.status, 'completed');
  ok(done.file, 'there is no file');
  deepEqual([done.file.bytes, done.file.purpose, done.file.filename], [text.length, 'batch', 'requests.jsonl']);
  equal(await (await client.files.content(done.file.id)).text(), text);
  equal(await storedParts(account), 0);
  const again = await client.uploads.complete(begun.id, { part_ids: [first.id] });
  equal(again.file?.id, done.file.id);
  await rejects(addPart(begun.id, 'more'), { status: 400, param: 'id' });
  await rejects(client.uploads.cancel(begun.id), { status: 400, param: 'id' });
});

test('a file larger than one part is sent as the Python client sends it: piece after piece', async () => {
  const text = LINE.repeat(Math.ceil((5 * MEGABYTE) / LINE.length));
  const own = clientFor(await service.account());
  const begun = await open(text.length, own);
  const ids: string[] = [];
  for (let at = 0; at < text.length; at += 2 * MEGABYTE)
    ids.push((await addPart(begun.id, text.slice(at, at + 2 * MEGABYTE), own)).id);
  const { file } = await own.uploads.complete(begun.id, { part_ids: ids });
  equal(file?.bytes, text.length);
});

test('sizes, sums and kinds are checked, and what is refused can be sent again', async () => {
  const { id } = await open(LINE.length);
  const whole = await addPart(id, LINE);
  await rejects(addPart(id, 'x'), { status: 400, param: 'data' });
  await rejects(client.uploads.complete(id, { part_ids: ['part_none'] }), { status: 400, param: 'part_ids[0]' });
  await rejects(client.uploads.complete(id, { part_ids: [whole.id, whole.id] }), { status: 400, param: 'part_ids[1]' });
  const md5 = createHash('md5').update('other').digest('hex');
  await rejects(client.uploads.complete(id, { part_ids: [whole.id], md5 }), { status: 400, param: 'md5' });
  equal((await client.uploads.complete(id, { part_ids: [whole.id] })).status, 'completed');
  const small = await open(10);
  const part = await addPart(small.id, '{}');
  await rejects(client.uploads.complete(small.id, { part_ids: [part.id] }), { status: 400, param: 'part_ids' });
  await rejects(addPart(small.id, ''), { status: 400, param: 'data' });
  const wrong = await open(5, client, 'vision');
  const text = await addPart(wrong.id, 'hello');
  await rejects(client.uploads.complete(wrong.id, { part_ids: [text.id] }), { status: 415 });
  await rejects(open(0), { status: 400, param: 'bytes' });
  await rejects(open(65 * MEGABYTE), { status: 400, param: 'bytes' });
  await rejects(open(21 * MEGABYTE, client, 'vision'), { status: 413, param: 'bytes' });
});

test('a cancelled upload keeps nothing, and a stranger sees none of it', async () => {
  const mine = await service.account();
  const own = clientFor(mine);
  const { id } = await open(LINE.length, own);
  const part = await addPart(id, LINE, own);
  const stranger = clientFor(await service.account());
  const sandbox = new OpenAI({ baseURL: `${service.origin}/sandbox/v1`, apiKey: mine.testKey, maxRetries: 0 });
  for (const other of [stranger, sandbox]) {
    await rejects(addPart(id, 'x', other), { status: 404 });
    await rejects(other.uploads.complete(id, { part_ids: [part.id] }), { status: 404 });
    await rejects(other.uploads.cancel(id), { status: 404 });
  }
  equal(await storedParts(mine), 1);
  equal((await own.uploads.cancel(id)).status, 'cancelled');
  equal((await own.uploads.cancel(id)).status, 'cancelled');
  equal(await storedParts(mine), 0);
  await rejects(addPart(id, LINE, own), { status: 400, param: 'id' });
  await rejects(own.uploads.complete(id, { part_ids: [part.id] }), { status: 400, param: 'id' });
});

test('twenty parts at once do not exceed the size, and two ends at once make one file', async () => {
  const mine = await service.account();
  const own = clientFor(mine);
  const { id } = await open(LINE.length * 10, own);
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => addPart(id, LINE, own)));
  const added = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  equal(added.length, 10);
  equal(await storedParts(mine), 10);
  await Promise.allSettled(Array.from({ length: 4 }, () => own.uploads.complete(id, { part_ids: added })));
  const { data } = await own.files.list();
  deepEqual(
    data.map(({ bytes }) => bytes),
    [LINE.length * 10],
  );
});

test('parts count against the quota, and the file takes their place', async () => {
  const mine = await service.account({ plan: 'free' });
  const own = clientFor(mine);
  const { pool } = service.app.database;
  const quota = (service.app.prices.plan('free').upload_megabytes ?? 0) * MEGABYTE;
  const text = LINE.repeat(Math.floor((4 * MEGABYTE) / LINE.length));
  // What was stored before leaves room for these parts, but not for them and the file.
  await pool.query(
    `insert into artifacts (id, account_id, environment, extension, content_type, bytes, name, purpose)
     values ('0'||substr(md5(random()::text), 1, 25), $1, 'live', 'jsonl', 'application/jsonl', $2, 'a.jsonl', 'upload')`,
    [mine.id, quota - 6 * MEGABYTE],
  );
  const first = await open(text.length, own);
  const part = await addPart(first.id, text, own);
  const second = await open(text.length, own);
  await rejects(addPart(second.id, text, own), { status: 413 });
  equal((await own.uploads.complete(first.id, { part_ids: [part.id] })).status, 'completed');
});

test('an upload that is not completed ends after its hour with its parts', async () => {
  const mine = await service.account();
  const own = clientFor(mine);
  const { id } = await open(LINE.length, own);
  await addPart(id, LINE, own);
  const { pool, queries } = service.app.database;
  await pool.query("update uploads set expires_at = now() - interval '1 second' where id = $1", [id]);
  await pool.query("update artifacts set expires_at = now() - interval '1 second' where account_id = $1", [mine.id]);
  await rejects(addPart(id, LINE, own), { status: 404 });
  const files = await openArtifacts(service.config, queries);
  const { prices } = service.app;
  for (const chore of upkeepChores({
    config: service.config,
    prices,
    database: service.app.database,
    files,
    log: silentLog,
  }))
    await chore.run();
  equal(await storedParts(mine), 0);
  equal((await pool.query('select 1 from uploads where id = $1', [id])).rowCount, 0);
});

test('an account has a bounded number of open uploads', async () => {
  const own = clientFor(await service.account());
  for (let opened = 0; opened < 100; opened += 1) await open(10, own);
  await rejects(open(10, own), { status: 429 });
});
