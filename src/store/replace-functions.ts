// Replaces the money functions of the database by the current ones, never by those of an older release.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { PoolClient } from 'pg';
import { changePatiently } from './patient-transaction.ts';

const FUNCTIONS = new URL('../money/sql/', import.meta.url);

/** The number rises with every change of a function: it tells which of two releases has the newer text. */
interface Revision {
  revision: number;
  sha256: string;
}

/**
 * Each money function has one file with its current text; all are replaced when a file changes. While nodes of two releases run, both call
 * the newer functions: a node of the older release that starts leaves them as they are. The revision is in a table comment and
 * not in a row, because a restore restores rows but not functions.
 */
export async function replaceFunctions(client: PoolClient, folder: URL = FUNCTIONS): Promise<void> {
  const { sql, sha256 } = await readFunctions(folder);
  const { revision } = await readRevision(folder);
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description('migrations'::regclass, 'pg_class') as comment",
  );
  const present = parseComment(rows[0]?.comment ?? '');
  if (present.sha256 === sha256 || present.revision > revision) return;
  await changePatiently(client, [sql, `comment on table migrations is 'functions ${revision} ${sha256}'`]);
}

export async function readFunctions(folder: URL = FUNCTIONS): Promise<{ sql: string; sha256: string }> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const sql = texts.join('\n');
  return { sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

export async function readRevision(folder: URL = FUNCTIONS): Promise<Revision> {
  return JSON.parse(await readFile(new URL('revision.json', folder), 'utf8')) as Revision;
}

/** Release 0.1.0 wrote the checksum without a revision. */
function parseComment(comment: string): Revision {
  const [, revision = '0', sha256 = ''] = /^functions (?:(\d+) )?([0-9a-f]{64})$/.exec(comment) ?? [];
  return { revision: Number(revision), sha256 };
}
