// Finds a word in everything that a service keeps: every row of its database and every file of its data folder.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from './service.ts';

/** The tables and files that hold the word, as text, as JSON or as bytes. */
export async function findTraces(service: TestService, word: string): Promise<string[]> {
  return [...(await tablesWith(service, word)), ...(await filesWith(service.config.dataDir, word))];
}

async function tablesWith(service: TestService, word: string): Promise<string[]> {
  const { pool } = service.app.database;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(
      `select 1 from "${name}" t where position(lower($1) in lower(t::text)) > 0 or position($2 in t::text) > 0 limit 1`,
      [word, Buffer.from(word).toString('hex')],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

async function filesWith(folder: string, word: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of names.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(word) || path.includes(word)) found.push(path.slice(folder.length));
  }
  return found;
}
