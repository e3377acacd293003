// migrate: applies the pending migrations and exits.
import { openStore } from '../app/store.ts';
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';

export async function runMigrate(): Promise<void> {
  const store = await openStore(loadConfig(), createLog({ level: 'info' }));
  await store.close();
  process.stdout.write('The database is up to date.\n');
}
