// Attacks on the disk with versions of a project that are made by hand, which is free: they count towards the storage of the plan.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type BuilderKit, startBuilder } from '../../support/builder-kit.ts';

const FILE_BYTES = 300_000;

let kit: BuilderKit;
let owner: { key: string; accountId: string };

before(async () => {
  kit = await startBuilder();
  kit.settings.uploadMegabytes = 1;
  owner = await kit.key();
});
after(() => kit?.close());

async function build(key: string): Promise<string> {
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'A list of books', preview: false },
  });
  equal(built.status, 200, built.text);
  return built.json.project_id;
}

const versionOf = async (key: string, id: string) =>
  (await kit.call('GET', `/v1/builder/projects/${id}`, { key })).json.version as number;

/** Random text, which does not compress to much less. */
async function save(key: string, id: string, content = randomBytes(FILE_BYTES / 2).toString('hex')) {
  const body = { base_version: await versionOf(key, id), files: [{ path: 'NOTES.md', content }] };
  return kit.call('PUT', `/v1/builder/projects/${id}/files`, { key, body });
}

const storedBytes = async () =>
  Number(
    (await kit.database.pool.query('select sum(octet_length(files)) as bytes from project_versions')).rows[0].bytes,
  );

test('saving and restoring in a loop fills the storage of the plan, not the disk, and loses no version', async () => {
  const id = await build(owner.key);
  const published = await kit.call('PUT', `/v1/builder/projects/${id}/publication`, {
    key: owner.key,
    body: { enabled: true, version: 1 },
  });
  equal(published.status, 200, published.text);
  const statuses: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    const isRestore = turn % 2 === 1;
    const { status, text } = isRestore
      ? await kit.call('POST', `/v1/builder/projects/${id}/revert`, { key: owner.key, body: { version: 2 } })
      : await save(owner.key, id);
    statuses.push(status);
    if (status !== 200)
      match(
        text,
        /up to 1 MB of uploads, vector stores, results of batches, edited versions and data of projects.*payload_too_large/,
      );
  }
  const kept = statuses.indexOf(413);
  ok(kept >= 4 && kept <= 8, statuses.join());
  deepEqual(new Set(statuses.slice(kept)), new Set([413]));
  ok((await storedBytes()) < 1.2 * 1024 * 1024, `${await storedBytes()} bytes`);
  equal(await versionOf(owner.key, id), 1 + kept);
  for (let version = 1; version <= 1 + kept; version += 1) {
    const { status, json } = await kit.call('GET', `/v1/builder/projects/${id}/files?version=${version}`, owner);
    deepEqual([status, json.version], [200, version]);
  }
});

test('tiny versions count as their rows, so their number is bounded too', async () => {
  const other = await kit.key();
  const id = await build(other.key);
  await kit.database.pool.query('update projects set edited_bytes = 1024 * 1024 - 100000 where id = $1', [id]);
  const statuses: number[] = [];
  for (let turn = 0; turn < 8; turn += 1) statuses.push((await save(other.key, id, `${turn}`)).status);
  equal(statuses[0], 200);
  equal(statuses.at(-1), 413, statuses.join());
});

test('a paid change is stored beside a full storage, another account saves on, and a deleted project gives its room back', async () => {
  const [full] = (await kit.call('GET', '/v1/builder/projects', owner)).json.data;
  const changed = await kit.call('POST', '/v1/builder/build', {
    key: owner.key,
    body: { project_id: full.id, prompt: 'make it green', preview: false },
  });
  equal(changed.status, 200, changed.text);
  equal((await save(owner.key, full.id)).status, 413);
  const other = await kit.key();
  equal((await save(other.key, await build(other.key))).status, 200);
  equal((await kit.call('DELETE', `/v1/builder/projects/${full.id}`, owner)).status, 200);
  equal((await save(owner.key, await build(owner.key))).status, 200);
});
