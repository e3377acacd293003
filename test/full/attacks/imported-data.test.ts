// Attacks on the disk with data that is imported into projects, which is free: it counts towards the storage of the plan.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type BuilderKit, startBuilder } from '../../support/builder-kit.ts';

/** As base64 400,000 bytes. */
const FILE_BYTES = 300_000;

let kit: BuilderKit;

before(async () => {
  kit = await startBuilder();
  kit.settings.uploadMegabytes = 1;
});
after(() => kit?.close());

async function build(key: string): Promise<string> {
  const body = { prompt: 'A list of books', preview: false };
  const built = await kit.call('POST', '/v1/builder/build', { key, body });
  equal(built.status, 200, built.text);
  return built.json.project_id;
}

function put(key: string, id: string, { bytes = FILE_BYTES, field = 'files' } = {}) {
  const body = { [field]: [{ path: 'data/a.bin', base64: randomBytes(bytes).toString('base64') }] };
  return kit.call('PUT', `/v1/builder/projects/${id}/data`, { key, body });
}

async function storedBytes(accountId: string): Promise<number> {
  const { rows } = await kit.database.pool.query(
    `select coalesce(sum(octet_length(content)), 0)::integer as bytes from project_data
     where project_id in (select id from projects where account_id = $1)`,
    [accountId],
  );
  return rows[0].bytes;
}

test('importing data into many projects fills the storage of the plan, not the disk, and other accounts import on', async () => {
  const { key, accountId } = await kit.key();
  const ids = [await build(key), await build(key)];
  const statuses: number[] = [];
  for (const id of ids)
    for (const field of ['files', 'published_files']) {
      const { status, text } = await put(key, id, { field });
      statuses.push(status);
      if (status !== 200)
        match(
          text,
          /up to 1 MB of uploads, vector stores, results of batches, edited versions and data.*payload_too_large/,
        );
    }
  deepEqual(statuses, [200, 200, 413, 413]);
  ok((await storedBytes(accountId)) < 1024 * 1024, `${await storedBytes(accountId)} bytes`);
  const other = await kit.key();
  equal((await put(other.key, await build(other.key))).status, 200);
});

test('imports at once do not exceed the storage together', async () => {
  const { key, accountId } = await kit.key();
  const ids = [await build(key), await build(key)];
  const all = await Promise.all(
    [...ids, ...ids].map((id, at) => put(key, id, { field: at < 2 ? 'files' : 'published_files' })),
  );
  deepEqual(all.map(({ status }) => status).sort(), [200, 200, 413, 413]);
  ok((await storedBytes(accountId)) < 1024 * 1024, `${await storedBytes(accountId)} bytes`);
});

test('data that replaces data counts once, less of it fits always, and deleted data gives its room back', async () => {
  const { key, accountId } = await kit.key();
  const id = await build(key);
  for (let turn = 0; turn < 4; turn += 1) equal((await put(key, id)).status, 200);
  equal((await put(key, id, { bytes: 900_000 })).status, 413);
  ok((await storedBytes(accountId)) > FILE_BYTES, 'a refused import removed what was kept');
  await kit.database.pool.query('update projects set edited_bytes = 2 * 1024 * 1024 where id = $1', [id]);
  equal((await put(key, id, { bytes: 1_000 })).status, 200);
  equal((await put(key, id)).status, 413);
  await kit.database.pool.query('update projects set edited_bytes = 0 where id = $1', [id]);
  equal((await put(key, id)).status, 200);
  equal((await put(key, id, { field: 'published_files' })).status, 200);
  equal((await put(key, id, { bytes: 600_000 })).status, 413);
  equal((await kit.call('DELETE', `/v1/builder/projects/${id}/data`, { key })).status, 200);
  equal((await put(key, id, { bytes: 600_000 })).status, 200);
});
