// Opens what every area uses: the database, the file storage, money, prices, the secret and the upstreams.
import { MeteredArtifacts } from '../artifacts/metered.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Config } from '../config/settings.ts';
import { LeftCalls } from '../core/left-calls.ts';
import type { Log } from '../core/log.ts';
import { MarkedArtifacts } from '../marks/marked-artifacts.ts';
import { Marks } from '../marks/marks.ts';
import { MEDIA_KEYS, MediaKeys } from '../marks/signing/media-keys.ts';
import { ModelNames } from '../modules/models/model-names.ts';
import { expireDueGrants } from '../money/grants.ts';
import { Money } from '../money/money.ts';
import type { Prices } from '../money/prices.ts';
import { createRetention, type Retention } from '../money/retention.ts';
import { createSeal } from '../outbox/seal.ts';
import { findAccount } from '../store/accounts.ts';
import type { Database, Queries } from '../store/database.ts';
import { connectToUpstreams, type Upstreams } from '../upstreams/connect-upstreams.ts';
import { CONNECTED_REFRESH_MS, ConnectedSettings } from '../upstreams/connected.ts';
import { livePrices, type PricesWith } from '../upstreams/live-prices.ts';
import { withLiveService } from '../upstreams/live-service.ts';
import { LiveSettings, SETTINGS_REFRESH_MS, UPSTREAM_SECRETS } from '../upstreams/live-settings.ts';
import { MAP_REFRESH_MS, StoredProviderMap } from '../upstreams/provider-map.ts';
import { UpstreamGates } from '../upstreams/upstream-gates.ts';
import { watchArchive } from './archive-watch.ts';
import type { Area } from './area.ts';
import { loadSecret } from './secret.ts';
import { requireSecret } from './secret-probe.ts';
import { moneyMetrics, outageMetric, poolMetrics } from './shared-metrics.ts';
import { type OpenStore, openArtifacts, openStore } from './store.ts';
import { upkeepChores } from './upkeep.ts';
import { VERSION } from './version.ts';

export interface SharedParts {
  config: Config;
  log: Log;
  /** Aborted when the service stops. */
  ending: AbortSignal;
  secret: string;
  database: Database;
  /** Counts every file against the quota of its account's plan. */
  artifacts: ArtifactStore;
  /** Counts nothing: for a file that takes the place of others, which were counted. */
  uncounted: ArtifactStore;
  marks: Marks;
  mediaKeys: MediaKeys;
  /** Throws if so many bytes more would exceed that quota. */
  refuseExcess(accountId: string, bytes: number, queries?: Queries): Promise<void>;
  /** Bytes that the storage of the plan has left. */
  roomOf(accountId: string): Promise<number>;
  money: Money;
  prices: Prices;
  /** How long content is kept. */
  retention: Retention;
  pricesWith: PricesWith;
  providerMap: StoredProviderMap;
  /** Replaces other services' model names with ours; it learns the models once their engines exist. */
  modelNames: ModelNames;
  /** Calls whose clients have disconnected while their upstreams are still being read. */
  leftCalls: LeftCalls;
  upstreams: Upstreams;
  /** The upstreams that were connected by a click or a command. */
  connected: ConnectedSettings;
  /** The settings that the operator changes while the service runs. */
  live: LiveSettings;
  /** What keeps upstreams out of turn. */
  gates: UpstreamGates;
}

/** The default for price lists without it. */
const DEFAULT_UPLOAD_MEGABYTES = 1000;

export async function openSharedParts(given: Config, log: Log, ending: AbortSignal): Promise<SharedParts & Area> {
  const store = await openStore(given, log);
  try {
    return await openBeside({ store, given, log, ending });
  } catch (error) {
    await store.close();
    throw error;
  }
}

interface Opening {
  store: OpenStore;
  given: Config;
  log: Log;
  ending: AbortSignal;
}

async function openBeside({ store, given, log, ending }: Opening): Promise<SharedParts & Area> {
  const connected = new ConnectedSettings(given.connectedPath, log);
  const { database } = store;
  const { queries } = database;
  const secret = loadSecret(given.secret, given.dataDir);
  await requireSecret(queries, secret, given);
  const live = new LiveSettings({ database, seal: createSeal(secret, UPSTREAM_SECRETS), log });
  await live.start(ending);
  const config = withLiveService(given, live);
  const upstreams = connectToUpstreams(config, { connected, live }, log);
  const providerMap = new StoredProviderMap(given.dataDir, log);
  const { prices, pricesWith } = livePrices({ config, live, upstreams, log });
  const money = new Money(database, prices.upstreamCost);
  const files = await openArtifacts(config, queries, log);
  const megabytesOf = async (accountId: string) => {
    const account = await findAccount(queries, accountId);
    return (account && prices.plan(account.plan).upload_megabytes) ?? DEFAULT_UPLOAD_MEGABYTES;
  };
  const mediaKeys = new MediaKeys({
    database,
    seal: createSeal(secret, MEDIA_KEYS),
    log,
    serviceName: config.serviceName,
    files: config.mediaCertificate,
  });
  const marks = new Marks(config, { version: VERSION, keys: mediaKeys });
  const marked = new MarkedArtifacts(files.store, { marks, log });
  const artifacts = new MeteredArtifacts(marked, {
    ...{ queries, megabytesOf },
    endOfResults: () => new Date(Date.now() + config.zeroRetentionSeconds * 1_000),
  });
  const archive = watchArchive(config, database);
  return {
    config,
    log,
    ending,
    secret,
    live,
    database,
    uncounted: files.store,
    marks,
    mediaKeys,
    artifacts,
    refuseExcess: (accountId, bytes, within) => artifacts.refuseExcess(accountId, bytes, within),
    roomOf: (accountId) => artifacts.roomOf(accountId),
    money,
    prices,
    retention: createRetention(() => config.retain.days, prices),
    pricesWith,
    providerMap,
    modelNames: new ModelNames(config, prices),
    leftCalls: new LeftCalls(config.readOnSeconds * 1000),
    upstreams,
    connected,
    gates: new UpstreamGates(),
    chores: [
      { everyMs: SETTINGS_REFRESH_MS, isSkippedAtStop: true, run: () => live.refresh() },
      { everyMs: CONNECTED_REFRESH_MS, isSkippedAtStop: true, run: async () => connected.refresh() },
      { everyMs: MAP_REFRESH_MS, isSkippedAtStop: true, run: async () => providerMap.refresh() },
      { everyMs: 1_000, run: () => money.runChore() },
      { everyMs: 10_000, run: () => money.sweep() },
      { everyMs: 10_000, isSkippedAtStop: true, run: () => expireDueGrants(database) },
      ...upkeepChores({ config, prices, database, files, log }),
    ],
    metrics: [...moneyMetrics(money, database), ...poolMetrics(database), outageMetric(log), ...archive.metrics],
    probes: [
      { name: 'store', isReady: () => database.isAlive() },
      { name: 'files', isOptional: true, isReady: (signal) => files.isReady(signal) },
    ],
    backupProbes: archive.backupProbes,
    async close() {
      await marked.close();
      await money.close();
      await files.close();
      await store.close();
    },
  };
}
