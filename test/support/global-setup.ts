// What a run of the tests shares: one PostgreSQL, started before the first file and stopped after the last.
import type { EmbeddedPostgres } from '../../src/store/postgres/server.ts';
import { shareTestPostgres, startTestPostgres } from './database.ts';

let postgres: EmbeddedPostgres | undefined;

export async function globalSetup(): Promise<void> {
  postgres = await startTestPostgres();
  shareTestPostgres(postgres);
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop();
}
