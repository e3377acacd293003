// A bucket that is busy, cuts what it sends, sends something else, or lists what is not ours; and strangers who ask for odd parts of files, or guess them.
import { deepEqual, equal, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { S3Artifacts } from '../../src/artifacts/s3.ts';
import { readS3Url } from '../../src/artifacts/s3-place.ts';
import { type FaultyBucket, startFaultyBucket } from '../support/faulty-bucket.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let bucket: FaultyBucket;
let service: TestService;
let account: TestAccount;
let store: S3Artifacts;

before(async () => {
  bucket = await startFaultyBucket();
  service = await startService({ S3_URL: bucket.url, IMAGE_MODEL: 'painter-1' });
  account = await service.account();
  store = new S3Artifacts(
    readS3Url(bucket.url, () => undefined),
    service.app.database.queries,
  );
});
after(async () => {
  await store.close();
  await service.stop();
  await bucket.stop();
});
beforeEach(() => bucket.behave(() => 'pass'));

const described = {
  accountId: 'acc_test',
  environment: 'live',
  extension: 'bin',
  contentType: 'application/octet-stream',
  origin: null,
  name: 'a.bin',
} as const;

const balance = async () => (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;
const countOf = async (table: string) =>
  Number((await service.app.database.pool.query(`select count(*)::int as n from ${table}`)).rows[0].n);

async function upload(who = account): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([`{"custom_id":"1"}\n`]), 'lines.jsonl');
  form.append('purpose', 'batch');
  const headers = { authorization: `Bearer ${who.liveKey}` };
  return fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form });
}

function draw(key = 'once') {
  return service.call('POST', '/v1/images/generations', {
    key: account.liveKey,
    headers: { 'idempotency-key': key },
    body: { prompt: 'a red circle on white', size: '256x256' },
  });
}

test('while the bucket is busy, calls that store are told to wait, cost nothing, and are charged once when they are sent again', async () => {
  const [before, artifacts] = [await balance(), await countOf('artifacts')];
  bucket.behave((method) => (method === 'PUT' ? 'busy' : 'pass'));
  const uploaded = await upload();
  deepEqual([uploaded.status, uploaded.headers.get('retry-after')], [503, '5']);
  const refused = await draw();
  strictEqual(refused.status, 503, refused.text);
  ok(Number(refused.headers.get('retry-after')) > 0);
  equal(refused.json.error.code, 'service_unavailable');
  equal(await balance(), before);
  equal(await countOf('artifacts'), artifacts);
  bucket.behave(() => 'pass');
  const drawn = await draw();
  strictEqual(drawn.status, 200, drawn.text);
  const after = await balance();
  ok(after < before);
  strictEqual((await draw()).status, 200);
  equal(await balance(), after, 'the same call again is the same charge');
  equal((await upload()).status, 201);
});

test('a bucket that stores and says that it is busy gets the object once more, under the same key', async () => {
  let faults = 0;
  bucket.behave((method) => (method === 'PUT' && faults++ < 2 ? 'busy after storing' : 'pass'));
  const made = await store.put({ ...described, source: Buffer.from('stored three times') });
  const puts = bucket.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path);
  deepEqual([puts.length, new Set(puts).size], [3, 1]);
  equal(await (await fetch(`${service.origin}${made.path}`)).text(), 'stored three times');
});

test('what the bucket does not send whole is never sent as if it were', async () => {
  const content = randomBytes(300_000);
  const made = await store.put({ ...described, source: content });
  const read = (headers: Record<string, string> = {}) =>
    fetch(`${service.origin}${made.path}`, { headers }).then(async (answer) => ({
      status: answer.status,
      bytes: (await answer.arrayBuffer()).byteLength,
    }));
  bucket.behave((method) => (method === 'GET' ? 'half' : 'pass'));
  await rejects(read(), 'the connection ends before the length that was promised');
  for (const fault of ['half without length', 'longer'] as const) {
    bucket.behave((method) => (method === 'GET' ? fault : 'pass'));
    equal((await read()).status, 500, fault);
  }
  bucket.behave((method) => (method === 'GET' ? 'whole for a range' : 'pass'));
  equal((await read({ range: 'bytes=0-9' })).status, 500);
  bucket.behave((method) => (method === 'GET' ? 'busy' : 'pass'));
  const busy = await fetch(`${service.origin}${made.path}`);
  deepEqual([busy.status, busy.headers.get('retry-after')], [503, '5']);
  bucket.behave(() => 'pass');
  deepEqual(await read(), { status: 200, bytes: content.length });
});

test('a small object that comes longer or without a length ends its own call only', async () => {
  const made = await store.put({ ...described, source: randomBytes(600) });
  for (const fault of ['half without length', 'longer'] as const) {
    bucket.behave((method) => (method === 'GET' ? fault : 'pass'));
    for (let turn = 0; turn < 5; turn += 1) equal((await fetch(`${service.origin}${made.path}`)).status, 500, fault);
  }
  bucket.behave(() => 'pass');
  equal((await (await fetch(`${service.origin}${made.path}`)).arrayBuffer()).byteLength, 600);
});

test('an error without an end is not read to its end', async () => {
  bucket.behave((method) => (method === 'PUT' ? 'endless error' : 'pass'));
  await rejects(store.put({ ...described, source: Buffer.from('x') }), /more than \d+ bytes/);
  equal((await upload()).status, 500);
});

test('odd ranges get a part, the whole or a refusal', async () => {
  const made = await store.put({ ...described, source: Buffer.from('0123456789') });
  const ranges: [string, number, string | undefined][] = [
    ['bytes=0-1', 206, '01'],
    ['bytes=9-9', 206, '9'],
    ['bytes=9-99999999999999999999', 206, '9'],
    ['bytes=-99999999999999999999', 206, '0123456789'],
    ['bytes=-0', 416, undefined],
    ['bytes=10-', 416, undefined],
    ['bytes=99999999999999999999-', 416, undefined],
    ['bytes=5-2', 416, undefined],
    ['bytes=0-1,3-4', 200, '0123456789'],
    ['bytes=--1', 200, '0123456789'],
    ['bytes=0x1-5', 200, '0123456789'],
    ['bytes=-', 200, '0123456789'],
    ['octets=0-1', 200, '0123456789'],
    [`bytes=${'0-1,'.repeat(2_000)}0-1`, 200, '0123456789'],
  ];
  for (const [range, status, text] of ranges) {
    const answer = await fetch(`${service.origin}${made.path}`, { headers: { range } });
    equal(answer.status, status, range.slice(0, 40));
    if (text !== undefined) equal(await answer.text(), text, range.slice(0, 40));
    else await answer.text();
  }
});

test('a file that is deleted while it is read ends or is whole, and is gone afterwards', async () => {
  const { id } = (await (await upload()).json()) as { id: string };
  const content = randomBytes(6_000_000);
  const made = await store.put({ ...described, accountId: account.id, source: content });
  const reads = Array.from({ length: 6 }, async () => {
    const answer = await fetch(`${service.origin}${made.path}`);
    return answer.status === 200 ? (await answer.arrayBuffer()).byteLength : answer.status;
  });
  await store.remove(made.id);
  for (const got of await Promise.allSettled(reads))
    if (got.status === 'fulfilled') ok([content.length, 404, 500].includes(got.value), String(got.value));
  equal((await fetch(`${service.origin}${made.path}`)).status, 404);
  bucket.behave((method) => (method === 'DELETE' ? 'busy' : 'pass'));
  equal((await service.call('DELETE', `/v1/files/${id}`, { key: account.liveKey })).status, 200);
  equal((await service.call('GET', `/v1/files/${id}`, { key: account.liveKey })).status, 404);
});

test("a stranger guesses: paths of the bucket, other extensions, other accounts' ids", async () => {
  const { id } = (await (await upload()).json()) as { id: string };
  const stranger = await service.account();
  for (const method of ['GET', 'DELETE'])
    equal((await service.call(method, `/v1/files/${id}`, { key: stranger.liveKey })).status, 404);
  const made = await store.put({ ...described, source: Buffer.from('x') });
  const guesses = [
    ...[`${made.id}.png`, `${made.id}`, `atelier/${made.id}.bin`, `..%2f${made.id}.bin`, `%00${made.id}.bin`],
    ...[`${made.id}.bin%00.png`, `${made.id.toUpperCase()}.bin`, '?list-type=2', `*.bin`],
  ];
  bucket.behave(() => 'pass');
  for (const guess of guesses) equal((await fetch(`${service.origin}/files/${guess}`)).status, 404, guess);
  deepEqual(bucket.requests, [], 'the bucket hears of none of them');
});

test('the sweep touches no object whose name is not one of ours, whatever the list says', async () => {
  const folder = join(bucket.server.folder, 'atelier');
  await mkdir(folder, { recursive: true });
  const names = ['backup.tar', 'A'.repeat(26), `${'a'.repeat(25)}%2f`, '..a'];
  for (const name of names) {
    for (const suffix of ['._S3rver_object', '._S3rver_metadata.json'])
      await writeFile(join(folder, name + suffix), suffix.endsWith('json') ? '{}' : 'not ours');
    const old = new Date(Date.now() - 3 * 24 * 3_600_000);
    for (const suffix of ['._S3rver_object', '._S3rver_metadata.json'])
      await utimes(join(folder, name + suffix), old, old);
  }
  await Promise.all(Array.from({ length: 80 }, () => store.put({ ...described, source: Buffer.from('known') })));
  const orphan = await store.put({ ...described, source: Buffer.from('an orphan') });
  await service.app.database.pool.query('delete from artifacts where id = $1', [orphan.id]);
  bucket.behave(() => 'pass');
  ok((await store.sweepOrphans(Date.now() + 10 * 24 * 3_600_000)) >= 1);
  const left = await readdir(folder);
  for (const name of names) ok(left.includes(`${name}._S3rver_object`), name);
  const deleted = bucket.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1));
  ok(deleted.includes(orphan.id));
  ok(
    deleted.every((key) => /^[0-9a-z]{26}$/.test(key ?? '')),
    deleted.join(' '),
  );
});
