// An upgrade from the version that noted charges in a journal: what it acknowledged is charged once, what it set aside comes back.
import assert from 'node:assert/strict';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { crc32 } from 'node:zlib';
import pg from 'pg';
import { openStore } from '../../../src/app/store.ts';
import { silentLog } from '../../../src/core/log.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { startEmbedded } from '../../../src/store/postgres/server.ts';

const MIGRATIONS = new URL('../../../migrations/', import.meta.url);
const LAST_WITH_JOURNAL = '0910';
const JOURNAL = 'journal_before';

let root: string;
let dataDir: string;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-upgrade-'));
  await chmod(root, 0o711);
  dataDir = join(root, 'data');
  const oldMigrations = join(root, 'migrations');
  await mkdir(oldMigrations);
  for (const name of await readdir(MIGRATIONS))
    if (name.slice(0, 4) <= LAST_WITH_JOURNAL) await cp(new URL(name, MIGRATIONS), join(oldMigrations, name));
  const embedded = await startEmbedded({ dataDir, log: silentLog });
  const pool = new pg.Pool({ connectionString: embedded.connectionString });
  // A connection that is still closing when the server stops is told so, as an error.
  pool.on('error', () => undefined);
  await migrate(pool, pathToFileURL(`${oldMigrations}/`));
  await pool.query(`insert into accounts (id, email, plan) values ('acct', 'a@example.com', 'free')`);
  await pool.query(
    `insert into balances (account_id, environment) values ('acct', 'live') on conflict (account_id, environment) do nothing`,
  );
  await pool.query(
    `select post_entry('txn_1', 'acct', 'live', 'grant', 100000000, 'grants', null, null, 'the beginning')`,
  );
  await pool.query(`insert into charge_journals (id) values ('${JOURNAL}')`);
  await pool.query(`select extend_claim('lease_1', 'acct', 'live', 1000000, 1)`);
  await pool.query(`select apply_charges('${JOURNAL}', 1, $1)`, [`[${charge(1)}]`]);
  await pool.end();
  await embedded.stop();
});
after(() => rm(root, { recursive: true, force: true }));

function charge(seq: number): string {
  return JSON.stringify({
    ...{ seq, lease: 'lease_1', cost: 1000, entry_id: `txn_charge_${seq}`, account_id: 'acct', environment: 'live' },
    ...{ key_id: null, module: 'chat', model: 'm', request_id: `req_${seq}`, description: 'a chat' },
    ...{ prompt_tokens: 1, completion_tokens: 1, images: 0, milliseconds: 0 },
  });
}

function block(seqs: number[], journal = JOURNAL): Buffer {
  const body = Buffer.from(seqs.map(charge).join(','));
  const head = `${journal} ${seqs.at(-1)} ${body.length} ${crc32(body).toString(16).padStart(8, '0')}\n`;
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\n')]);
}

async function books(): Promise<{ balance: number; held: number; holds: number; charges: string[] }> {
  const store = await openStore({ databaseUrl: null, dataDir }, silentLog);
  try {
    const { rows } = await store.database.pool.query(
      `select balance, held, (select count(*) from holds) as holds,
         (select array_agg(id order by seq) from ledger where type = 'usage') as charges from balances where account_id = 'acct' and environment = 'live'`,
    );
    return rows[0];
  } finally {
    await store.close();
  }
}

test('charges left in the journal are charged once, a block that was cut off is not, and claims go back to the balance', async () => {
  const folder = join(dataDir, 'journal');
  await mkdir(folder);
  // The second file was written first; the first continues and ends in a block that a kill cut off.
  await writeFile(join(folder, 'charges-2'), Buffer.concat([block([1]), block([2, 3])]));
  await writeFile(
    join(folder, 'charges-1'),
    Buffer.concat([block([4]), block([5]).subarray(0, 60), Buffer.alloc(4096)]),
  );
  const charges = ['txn_charge_1', 'txn_charge_2', 'txn_charge_3', 'txn_charge_4'];
  const expected = { balance: 100_000_000 - 4 * 1000, held: 0, holds: 0, charges };
  assert.deepEqual(await books(), expected);
  assert.deepEqual(await books(), expected, 'the next start charges nothing again');
});
