// Posts the charges that an earlier version left in its journal (DATA_DIR/journal), once, before a migration drops the journal's tables.
// Needed until nobody upgrades from a version with migration 0910 and without 0960.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Pool } from 'pg';

interface Block {
  journal: string;
  lastSeq: number;
  /** JSON objects with commas between them. */
  charges: string;
}

const NAMES = ['charges-1', 'charges-2'];
const HEAD = /^(journal_\w+) (\d+) (\d+) ([0-9a-f]{8})$/;
const MAX_HEAD_BYTES = 100;
const NEW_LINE = 0x0a;

/** Safe to run twice and in several processes: the database stores the last posted charge of each journal. */
export async function chargeLeftJournal(pool: Pool, dataDir: string): Promise<void> {
  const { rows } = await pool.query<{ exists: boolean }>("select to_regclass('charge_journals') is not null as exists");
  if (!rows[0]?.exists) return;
  const journals = await pool.query<{ id: unknown }>('select id from charge_journals');
  const known = new Set(journals.rows.map(({ id }) => id));
  const folder = join(dataDir, 'journal');
  const blocks = (await readBlocks(folder)).filter(({ journal }) => known.has(journal));
  for (const { journal, lastSeq, charges } of blocks)
    await pool.query('select apply_charges($1, $2, $3)', [journal, lastSeq, `[${charges}]`]).catch((error: unknown) => {
      throw new Error(
        `The charges that an earlier version left in ${folder} cannot be written to the database (${error instanceof Error ? error.message : error}). ` +
          'Nothing was changed. Keep a copy of that folder, then remove it to start without these charges.',
        { cause: error },
      );
    });
}

async function readBlocks(folder: string): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const name of NAMES) blocks.push(...blocksIn(await readIfThere(join(folder, name))));
  return blocks.sort((a, b) => a.lastSeq - b.lastSeq);
}

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Ends at the first incomplete block: it was never acknowledged, and what follows is older. */
function* blocksIn(bytes: Buffer): Generator<Block> {
  let at = 0;
  for (;;) {
    const line = bytes.subarray(at, at + MAX_HEAD_BYTES).indexOf(NEW_LINE);
    const head = line < 0 ? null : HEAD.exec(bytes.toString('latin1', at, at + line));
    if (!head) return;
    const [, journal = '', lastSeq, length, sum] = head;
    const begin = at + line + 1;
    const body = bytes.subarray(begin, begin + Number(length));
    if (body.length !== Number(length) || crc32(body).toString(16).padStart(8, '0') !== sum) return;
    yield { journal, lastSeq: Number(lastSeq), charges: body.toString('utf8') };
    at = begin + body.length + 1;
  }
}
