// Watches the archive of the bundled PostgreSQL: a probe for /readyz that does not decide readiness, and a gauge.
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config/settings.ts';
import type { Database } from '../store/database.ts';
import { type ArchiveState, readArchiveState } from '../store/postgres/archive-state.ts';
import type { Area } from './area.ts';

type Watch = Required<Pick<Area, 'metrics' | 'backupProbes'>>;

export function watchArchive(config: Config, database: Database): Watch {
  const { backupArchive: archive, backupArchiveDays: keptDays, dataDir } = config;
  if (!archive || config.databaseUrl) return { metrics: [], backupProbes: [] };
  const read = oneAtATime(() => readArchiveState(database.pool, { dataDir, archive, keptDays }));
  return {
    backupProbes: [{ name: 'archive', isReady: async () => (await read()).problem === null }],
    metrics: [
      {
        name: 'archive_waiting_segments',
        help: 'Segments of 16 MB of the write-ahead log that wait to be archived',
        aggregator: 'max',
        read: async () => (await read()).waiting,
      },
    ],
  };
}

/** A hanging disk must not block /readyz, nor more than one thread of this process. */
const PATIENCE_MS = 2_000;

/** All callers during one check share it; a caller that has waited too long gets an error. */
function oneAtATime(look: () => Promise<ArchiveState>): () => Promise<ArchiveState> {
  let underWay: Promise<ArchiveState> | undefined;
  return async () => {
    underWay ??= look().finally(() => {
      underWay = undefined;
    });
    const late = wait(PATIENCE_MS, undefined, { ref: false }).then(() => {
      throw new Error(`the archive did not answer within ${PATIENCE_MS} ms`);
    });
    return Promise.race([underWay, late]);
  };
}
