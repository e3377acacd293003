// Finds a word in everything that a service keeps: every row of its database and every file of its data folder.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestService } from './service.ts';

/** The tables and files that hold the word, or one of them, as text, as JSON or as bytes. */
export async function findTraces(service: TestService, given: string | readonly string[]): Promise<string[]> {
  const words = typeof given === 'string' ? [given] : given;
  return [...(await tablesWith(service, words)), ...(await filesWith(service.config.dataDir, words))];
}

async function tablesWith(service: TestService, words: readonly string[]): Promise<string[]> {
  const { pool } = service.app.database;
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await pool.query(
      `select 1 from "${name}" t, lower(t::text) as row, unnest($1::text[]) as word where position(lower(word) in row) > 0 limit 1`,
      [words.flatMap((word) => [word, Buffer.from(word).toString('hex')])],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

async function filesWith(folder: string, words: readonly string[]): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of names.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    // A file that was removed meanwhile holds nothing.
    const bytes = await readFile(path).catch((error) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    if (words.some((word) => bytes.includes(word) || path.includes(word))) found.push(path.slice(folder.length));
  }
  return found;
}
