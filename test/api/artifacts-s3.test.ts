// Made files in a bucket: a real S3-speaking server checks our signatures, and customers see no difference to a folder.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import test, { after, before } from 'node:test';
import { S3Artifacts } from '../../src/artifacts/s3.ts';
import { readS3Url } from '../../src/artifacts/s3-place.ts';
import { signS3 } from '../../src/artifacts/s3-sign.ts';
import { loadConfig } from '../../src/config/config.ts';
import { type S3Server, startS3 } from '../support/s3.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let s3: S3Server;
let service: TestService;
let store: S3Artifacts;

before(async () => {
  s3 = await startS3();
  service = await startService({ S3_URL: s3.url });
  store = new S3Artifacts(
    readS3Url(s3.url, () => undefined),
    service.app.database.queries,
  );
});
after(async () => {
  await store.close();
  await service.stop();
  await s3.stop();
});

const MEBIBYTE = 1024 * 1024;
const described = {
  accountId: 'acc_test',
  environment: 'live',
  extension: 'bin',
  contentType: 'application/octet-stream',
  origin: null,
  name: 'a file.bin',
} as const;

async function bytesOf(path: string, headers: Record<string, string> = {}): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(`${service.origin}${path}`, { headers });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('an uploaded file goes to the bucket and comes back whole, by range, and by name', async () => {
  const { liveKey } = await service.account();
  const form = new FormData();
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  form.append('file', new Blob([picture], { type: 'image/png' }), 'dot.png');
  const uploaded = await fetch(`${service.origin}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${liveKey}` },
    body: form,
  });
  assert.equal(uploaded.status, 201);
  const { url } = (await uploaded.json()) as { url: string };
  const path = new URL(url).pathname;
  assert.deepEqual((await bytesOf(path)).body, picture);
  const part = await bytesOf(path, { range: 'bytes=1-3' });
  assert.deepEqual([part.status, part.body.toString()], [206, 'PNG']);
  const objects = await readdir(join(s3.folder, 'atelier'));
  const [id = ''] = path.split('/').at(-1)?.split('.') ?? [];
  assert.ok(
    objects.some((name) => name.startsWith(id)),
    'the object is in the bucket',
  );
});

test('a stream larger than one part is put in parts and read back byte for byte, the ends of ranges included', async () => {
  const content = randomBytes(17 * MEBIBYTE + 3);
  const pieces = Array.from({ length: Math.ceil(content.length / 100_000) }, (_, i) =>
    content.subarray(i * 100_000, (i + 1) * 100_000),
  );
  const made = await store.put({ ...described, source: Readable.from(pieces) });
  assert.equal(made.bytes, content.length);
  assert.equal(digest((await bytesOf(made.path)).body), digest(content));
  const across = await bytesOf(made.path, { range: `bytes=${8 * MEBIBYTE - 5}-${8 * MEBIBYTE + 4}` });
  assert.deepEqual(across.body, content.subarray(8 * MEBIBYTE - 5, 8 * MEBIBYTE + 5));
  const last = await bytesOf(made.path, { range: 'bytes=-4' });
  assert.deepEqual(last.body, content.subarray(-4));
});

test('bytes, an empty file and a file of this machine are put too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-s3-source-'));
  await writeFile(join(folder, 'source'), 'from a file');
  const fromFile = await store.put({ ...described, source: { filePath: join(folder, 'source') } });
  const fromBytes = await store.put({ ...described, source: Buffer.from('from bytes') });
  const empty = await store.put({ ...described, source: Buffer.alloc(0) });
  assert.equal((await bytesOf(fromFile.path)).body.toString(), 'from a file');
  assert.equal((await bytesOf(fromBytes.path)).body.toString(), 'from bytes');
  assert.deepEqual([empty.bytes, (await bytesOf(empty.path)).status], [0, 200]);
  await rm(folder, { recursive: true });
});

test('a removed file is gone from the table and from the bucket', async () => {
  const made = await store.put({ ...described, source: Buffer.from('short life') });
  await store.remove(made.id);
  await store.remove(made.id);
  assert.equal((await bytesOf(made.path)).status, 404);
  assert.equal(await store.find(made.id), undefined);
  await assert.rejects(store.read(made), { code: 'not_found' });
});

test('a source that breaks in the middle leaves neither a row nor an object', async () => {
  const before = await readdir(join(s3.folder, 'atelier'));
  async function* breaking() {
    yield randomBytes(9 * MEBIBYTE);
    throw new Error('the renderer died');
  }
  await assert.rejects(store.put({ ...described, source: Readable.from(breaking()) }), /renderer died/);
  const abort = new AbortController();
  abort.abort();
  await assert.rejects(store.put({ ...described, source: Buffer.from('x') }, abort.signal));
  assert.deepEqual(await readdir(join(s3.folder, 'atelier')), before);
});

test('the sweep deletes objects without a row once they are a day old, and nothing else', async () => {
  const put = (name: string) => store.put({ ...described, source: Buffer.from(name) });
  const kept = await Promise.all(Array.from({ length: 20 }, (_, index) => put(`kept ${index}`)));
  const orphan = await put('orphan');
  await service.app.database.pool.query('delete from artifacts where id = $1', [orphan.id]);
  const tomorrow = Date.now() + 25 * 60 * 60 * 1000;
  assert.equal(await store.sweepOrphans(), 0);
  assert.equal(await store.sweepOrphans(tomorrow), 1);
  for (const [index, file] of kept.entries()) assert.equal((await bytesOf(file.path)).body.toString(), `kept ${index}`);
  await assert.rejects(store.read(orphan), { code: 'not_found' });
});

test('a bucket that mostly holds what this database does not know is left alone', async () => {
  const stranger = await startService({ S3_URL: s3.url });
  const files = new S3Artifacts(
    readS3Url(s3.url, () => undefined),
    stranger.app.database.queries,
  );
  const before = await readdir(join(s3.folder, 'atelier'));
  await assert.rejects(files.sweepOrphans(Date.now() + 25 * 60 * 60 * 1000), /have no row in this database/);
  assert.deepEqual(await readdir(join(s3.folder, 'atelier')), before);
  await files.close();
  await stranger.stop();
});

test('wrong keys are refused by the server, and readiness says which part is not ready', async () => {
  const wrong = new S3Artifacts(
    readS3Url(s3.url.replace('S3RVER:S3RVER', 'S3RVER:wrong'), () => undefined),
    service.app.database.queries,
  );
  await assert.rejects(wrong.put({ ...described, source: Buffer.from('x') }), (error: Error) => {
    assert.match(String(error.cause), /403.*SignatureDoesNotMatch/s);
    return 'code' in error && error.code === 'service_unavailable';
  });
  await wrong.close();
  const ready = await service.call('GET', '/readyz');
  assert.equal(ready.json.parts.files, true);
});

test('a missing bucket is created at the start', async () => {
  const url = s3.url.replace('/made-files/', '/new-files/');
  const other = await startService({ S3_URL: url, DATABASE_URL: service.databaseUrl });
  const isReady = async () => (await other.call('GET', '/readyz')).json.parts.files === true;
  await until(isReady, { saying: 'the bucket is there' });
  await other.stop();
});

/** The examples that Amazon publishes for Signature Version 4 with S3. */
const PUBLISHED = [
  {
    request: { method: 'GET', path: 'test.txt', headers: { range: 'bytes=0-9' } },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    request: {
      method: 'PUT',
      path: 'test%24file.text',
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    request: { method: 'GET', path: '?lifecycle', headers: {} },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    request: { method: 'GET', path: '?max-keys=2&prefix=J', headers: {} },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
] as const;

for (const { request, signature } of PUBLISHED) {
  test(`the signature of ${request.method} ${request.path} is the published one`, async () => {
    const { method, path, ...rest } = request;
    const headers = await signS3(
      {
        region: 'us-east-1',
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
      { method, url: new URL(path, 'https://examplebucket.s3.amazonaws.com/'), ...rest },
      '20130524T000000Z',
    );
    assert.match(headers.authorization ?? '', new RegExp(`Signature=${signature}$`));
  });
}

test('S3_URL is read strictly, and its keys may come from elsewhere', () => {
  const hostStyle = readS3Url(
    'https://s3.eu-central-1.amazonaws.com/b/in/here?region=eu-central-1&style=host',
    (name) => (name === 'S3_ACCESS_KEY_ID' ? 'id' : 'secret'),
  );
  assert.equal(hostStyle.bucketUrl.href, 'https://b.s3.eu-central-1.amazonaws.com/');
  assert.deepEqual([hostStyle.prefix, hostStyle.region, hostStyle.accessKeyId], ['in/here/', 'eu-central-1', 'id']);
  for (const wrong of ['somewhere', 'ftp://k:s@host/bucket', 'https://k:s@host/', 'https://host/bucket'])
    assert.throws(() => loadConfig({ S3_URL: wrong }), /S3_URL/, wrong);
});
