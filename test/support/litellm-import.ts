// Runs the import of LiteLLM's configuration and keys as an operator does, with the files that LiteLLM's API would give.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommandLine } from './command-line.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export const hashed = (key: string) => createHash('sha256').update(key).digest('hex');

/** In the folder is a config.yaml; `out` of it gets what the import writes. */
export function runImport(
  { folder, databaseUrl }: { folder: string; databaseUrl: string | undefined },
  ...options: string[]
) {
  const files = ['--config', join(folder, 'config.yaml'), '--to', join(folder, 'out')];
  const env = { DATA_DIR: join(folder, 'data'), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  return runCommandLine(process.execPath, ['src/main.ts', 'import', 'litellm', ...files, ...options], {
    cwd: ROOT,
    env,
  });
}

type Row = { team_id?: unknown; user_id?: unknown };
type Others = Partial<Record<'teams' | 'users' | 'budgets', object[]>>;

/** Writes the keys with their teams and users, which have no limits unless they are among the others, and gives the options that name the files. */
export async function importFiles(folder: string, keys: object[], others: Others = {}): Promise<string[]> {
  const idsOf = (field: 'team_id' | 'user_id') => new Set(keys.map((key) => (key as Row)[field]).filter(Boolean));
  const without = (field: 'team_id' | 'user_id', given: object[] = []) => [
    ...given,
    ...[...idsOf(field)]
      .filter((id) => !given.some((row) => (row as Row)[field] === id))
      .map((id) => ({ [field]: id })),
  ];
  const lists = {
    keys: { keys },
    teams: without('team_id', others.teams),
    users: { users: without('user_id', others.users) },
    budgets: others.budgets ?? [],
  };
  for (const [name, list] of Object.entries(lists)) await writeFile(join(folder, `${name}.json`), JSON.stringify(list));
  return Object.keys(lists).flatMap((name) => [`--${name}`, join(folder, `${name}.json`)]);
}
