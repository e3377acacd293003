// Watches the archive of the bundled PostgreSQL: a probe for /readyz that does not decide readiness, and a gauge.
import type { Config } from '../config/settings.ts';
import type { Database } from '../store/database.ts';
import { type ArchiveState, readArchiveState } from '../store/postgres/archive-state.ts';
import type { Area } from './area.ts';

type Watch = Required<Pick<Area, 'gauges' | 'backupProbes'>>;

export function watchArchive(config: Config, database: Database): Watch {
  const { backupArchive: archive, backupArchiveDays: keptDays, dataDir } = config;
  if (!archive || config.databaseUrl) return { gauges: [], backupProbes: [] };
  const read = (): Promise<ArchiveState> => readArchiveState(database.pool, { dataDir, archive, keptDays });
  return {
    backupProbes: [{ name: 'archive', isReady: async () => (await read()).problem === null }],
    gauges: [
      {
        name: 'archive_waiting_segments',
        help: 'Segments of 16 MB of the write-ahead log that wait to be archived',
        aggregator: 'max',
        read: async () => (await read()).waiting,
      },
    ],
  };
}
