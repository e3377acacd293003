// A free account that wants to fill the disk with uploads, or to read and delete what others uploaded.
import { deepEqual, ok, strictEqual } from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import sharp from 'sharp';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MEGABYTE = 1024 * 1024;

let service: TestService;
let customer: TestAccount;

before(async () => {
  service = await startService({ TEST_WORKER: '0', PRICES: await pricesWithSmallQuota() });
  customer = await service.account();
});
after(() => service.stop());

async function pricesWithSmallQuota(): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.upload_megabytes = 3;
  const path = join(process.env.TMPDIR ?? '/tmp', `atelier-prices-${process.pid}.json`);
  await writeFile(path, JSON.stringify(prices));
  return path;
}

/** FLAC by its first bytes, of any size. */
function sound(bytes: number): Blob {
  const content = new Uint8Array(bytes);
  content.set(Buffer.from('fLaC'));
  return new Blob([content]);
}

async function upload(
  key: string,
  file: Blob,
  base = '/v1',
): Promise<{ status: number; json: { id: string } & Record<string, unknown> }> {
  const form = new FormData();
  form.set('file', file, 'a.flac');
  const response = await fetch(`${service.origin}${base}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  return { status: response.status, json: (await response.json()) as { id: string } };
}

test("a customer uploads forever: the plan's quota covers both environments together", async () => {
  const { liveKey, testKey } = await service.account();
  strictEqual((await upload(liveKey, sound(2 * MEGABYTE))).status, 201);
  const refused = await upload(testKey, sound(2 * MEGABYTE), '/sandbox/v1');
  strictEqual(refused.status, 413);
  ok(JSON.stringify(refused.json).includes('Delete files'), JSON.stringify(refused.json));
});

test('a customer passes the quota with ten uploads at once', async () => {
  const { liveKey } = await service.account();
  const all = await Promise.all(Array.from({ length: 10 }, () => upload(liveKey, sound(MEGABYTE))));
  ok(all.filter(({ status }) => status === 201).length <= 3);
  const { json } = await service.call('GET', '/v1/files', { key: liveKey });
  const kept = json.data.reduce((sum: number, file: { bytes: number }) => sum + file.bytes, 0);
  ok(kept <= 3 * MEGABYTE, `${kept} bytes are kept`);
});

test('what was deleted is gone and gives its room back', async () => {
  const { liveKey: key } = await service.account();
  const first = await upload(key, sound(2 * MEGABYTE));
  strictEqual((await upload(key, sound(2 * MEGABYTE))).status, 413);
  const deleted = await service.call('DELETE', `/v1/files/${first.json.id}`, { key });
  deepEqual([deleted.status, deleted.json.deleted], [200, true]);
  strictEqual((await fetch(String(first.json.url))).status, 404);
  strictEqual((await upload(key, sound(2 * MEGABYTE))).status, 201);
});

test('uploads are listed page by page, read and described', async () => {
  const { liveKey: key } = await service.account();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) ids.unshift((await upload(key, sound(1000 + made))).json.id);
  const first = await service.call('GET', '/v1/files?limit=2', { key });
  deepEqual(
    first.json.data.map(({ id }: { id: string }) => id),
    ids.slice(0, 2),
  );
  const second = await service.call('GET', `/v1/files?limit=2&cursor=${first.json.next_cursor}`, { key });
  deepEqual(
    second.json.data.map(({ id }: { id: string }) => id),
    ids.slice(2),
  );
  strictEqual(second.json.has_more, false);
  const { json } = await service.call('GET', `/v1/files/${ids[0]}`, { key });
  deepEqual([json.object, json.bytes, json.filename, json.purpose], ['file', 1002, 'a.flac', 'user_data']);
  strictEqual(json.expires_at, json.created_at + 30 * 24 * 3600);
  const content = await fetch(`${service.origin}/v1/files/${ids[0]}/content`, {
    headers: { authorization: `Bearer ${key}` },
  });
  strictEqual((await content.arrayBuffer()).byteLength, 1002);
});

test('a stranger reads and deletes the upload of another account', async () => {
  const { json } = await upload(customer.liveKey, sound(1000));
  const stranger = await service.account();
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/content'],
    ['DELETE', ''],
  ] as const) {
    strictEqual((await service.call(method, `/v1/files/${json.id}${path}`, { key: stranger.liveKey })).status, 404);
    // The same account's other environment is another place.
    strictEqual(
      (await service.call(method, `/sandbox/v1/files/${json.id}${path}`, { key: customer.testKey })).status,
      404,
    );
  }
  strictEqual((await service.call('GET', `/v1/files/${json.id}`, { key: customer.liveKey })).status, 200);
  const cursor = await service.call('GET', `/v1/files?cursor=${json.id}`, { key: stranger.liveKey });
  deepEqual([cursor.status, cursor.json.data.length], [200, 0]);
});

test('a customer deletes a made file through /files', async () => {
  const image = await service.call('POST', '/v1/image/generate', {
    key: customer.liveKey,
    body: { prompt: 'a red circle', size: '512x512' },
  });
  const id = /files\/([0-9a-z]{26})/.exec(image.json.image_url)?.[1];
  ok(id, image.text);
  strictEqual((await service.call('DELETE', `/v1/files/${id}`, { key: customer.liveKey })).status, 404);
});

test('uploads that are older than their life are removed', async () => {
  const { upkeepChores } = await import('../../src/app/upkeep.ts');
  const { openArtifacts } = await import('../../src/app/store.ts');
  const { silentLog } = await import('../../src/core/log.ts');
  const old = await upload(customer.liveKey, sound(1000));
  const young = await upload(customer.liveKey, sound(1000));
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await client.query(`update artifacts set created_at = now() - interval '31 days' where id = $1`, [old.json.id]);
  await client.end();
  const { queries } = service.app.database;
  const files = await openArtifacts(service.config, queries);
  for (const chore of upkeepChores({
    config: service.config,
    prices: service.app.prices,
    database: service.app.database,
    files,
    log: silentLog,
  }))
    await chore.run();
  strictEqual((await fetch(String(old.json.url))).status, 404);
  strictEqual((await fetch(String(young.json.url))).status, 200);
});

test("another user of the machine reads customers' files", async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  strictEqual((await upload(customer.liveKey, new Blob([new Uint8Array(png)]))).status, 201);
  const folder = join(service.config.dataDir, 'files');
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    const { mode } = await stat(join(folder, String(name)));
    strictEqual(mode & 0o077, 0, `${name || 'the folder'} has mode ${(mode & 0o777).toString(8)}`);
  }
});
