// Opens the database, one's own or the one that comes with the service, with its schema up to date.
import type { Config } from './config.ts';
import type { Log } from './core/log.ts';
import { type Database, openDatabase } from './store/database.ts';
import { startEmbedded } from './store/embedded.ts';
import { migrate } from './store/migrate.ts';

export interface OpenStore {
  database: Database;
  close(): Promise<void>;
}

export async function openStore(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<OpenStore> {
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log });
  const connectionString = config.databaseUrl ?? embedded?.connectionString;
  if (!connectionString) throw new Error('there is no database to connect to');
  const database = openDatabase({ connectionString }, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  await migrate(database.pool);
  return {
    database,
    async close() {
      await database.close();
      await embedded?.stop();
    },
  };
}
