// Builds the areas of the service in the order in which they need each other, and starts a server with what they offer.
import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import type { HttpListener } from '../http/listener.ts';
import type { Route } from '../http/route.ts';
import { dashboardPages } from '../modules/dashboard/pages.ts';
import type { Money } from '../money/money.ts';
import type { Prices } from '../money/prices.ts';
import type { Database } from '../store/database.ts';
import { announceLocalServers, LocalServers } from '../upstreams/local-servers.ts';
import { buildAccount } from './account.ts';
import { type Area, closeAreas, joinAreas } from './area.ts';
import { buildAudio } from './audio.ts';
import { buildBatches } from './batches.ts';
import { buildBooks } from './books.ts';
import { buildBuilder } from './builder.ts';
import { buildChat } from './chat.ts';
import { startChores } from './chores.ts';
import { buildCode } from './code.ts';
import { buildDeletions } from './deletions.ts';
import { buildEvents } from './events.ts';
import { buildFiles } from './files.ts';
import { buildHttp } from './http.ts';
import { buildImage } from './image.ts';
import { buildJobs } from './jobs.ts';
import { buildLibrary } from './library.ts';
import { buildLocalEngines, pullModels } from './local.ts';
import { buildModels } from './models.ts';
import { buildMusic } from './music.ts';
import { buildOperators } from './operators.ts';
import { buildPayments } from './payments.ts';
import { openSharedParts } from './shared-parts.ts';
import { buildUpstreamWatch } from './upstream-watch.ts';
import { buildVectors } from './vectors.ts';
import { buildVideo } from './video.ts';
import { buildWorker } from './worker.ts';

export interface App {
  server: HttpListener;
  /** Answers /healthz, /readyz and /metrics only, for a worker that serves nothing else. */
  healthServer: HttpListener;
  database: Database;
  routes: readonly Route[];
  money: Money;
  prices: Prices;
  /** Runs jobs and delivers webhooks in this process, until stop. */
  startWorker(): Promise<void>;
  /** Pulls the default models in the background; resolves when each is present or has failed. */
  pullModels(): Promise<void>;
  /** Looks for model servers on this machine and logs which it found; none is used without the operator's consent. */
  lookAround(): Promise<void>;
  /** Stops accepting requests, lets the running ones end, then closes everything. */
  stop(): Promise<void>;
}

/** For tests and benches: additional routes. */
export type MoreRoutes = (parts: { money: Money; prices: Prices }) => Route[];

export async function buildApp(config: Config, log: Log, moreRoutes: MoreRoutes = () => []): Promise<App> {
  const ending = new AbortController();
  const shared = await openSharedParts(config, log, ending.signal);
  const local = buildLocalEngines(config, log);
  const books = buildBooks(shared);
  const events = await buildEvents({ ...shared, attach: (id) => books.receipts.attachment(id) });
  const jobs = await buildJobs(shared);
  const audio = buildAudio({ ...shared, local });
  const chat = await buildChat({ ...shared, local, jobs, listener: audio.listener });
  const code = buildCode({ ...shared, chat });
  const image = buildImage({ ...shared, local, jobs });
  const music = buildMusic({ ...shared, local, jobs, chat });
  const video = buildVideo({ ...shared, local, jobs, chat, music, image });
  const builder = buildBuilder({ ...shared, local, jobs, chat });
  const vectors = buildVectors({ ...shared, jobs, chat });
  const batches = buildBatches({ ...shared, jobs, callable: [chat, image] });
  const handlers = {
    ...batches.handlers,
    ...chat.handlers,
    ...image.handlers,
    ...music.handlers,
    ...video.handlers,
    ...builder.handlers,
    ...vectors.handlers,
  };
  const worker = buildWorker({ ...shared, jobs, events, handlers });
  const watch = await buildUpstreamWatch({ ...shared, chat, image, music, video, audio });
  const models = buildModels({ ...shared, chat, image, music, video, audio, builder });
  const account = await buildAccount({ ...shared, events, builder });
  const payments = await buildPayments({ ...shared, models, receipts: books.receipts });
  const deletions = buildDeletions({ ...shared, account, payments, events });
  const localServers = new LocalServers(config);
  const operators = buildOperators({
    ...shared,
    ...{ local, jobs, models, account, localServers, watch },
    ...{ chat, image, music, video, audio },
  });
  // The order of the modules in the API's documents.
  const modules = {
    chat,
    models,
    code,
    music,
    image,
    files: buildFiles(shared),
    vectors,
    video,
    audio,
    builder,
    library: buildLibrary({ ...shared, builder }),
    batches,
    jobs,
    events,
    account,
  };
  const more = { routes: moreRoutes(shared), pages: dashboardPages(shared.config) };
  const areas: Record<string, Area> = { local, ...modules, payments, books, operators, watch, deletions, more };
  const offering = [shared, ...Object.values(areas)];
  const http = await buildHttp({ ...shared, areas: offering, account, jobs, batches });
  const chores = startChores(log, joinAreas([...offering, http]).chores);
  return {
    server: http.server,
    healthServer: http.healthServer,
    database: shared.database,
    routes: http.routes,
    money: shared.money,
    prices: shared.prices,
    startWorker: () => worker.start(),
    pullModels: () => {
      const wanted = [...local.defaults, ...music.defaults, ...audio.defaults, ...local.upgrades];
      return pullModels(wanted, { log, ending: ending.signal, store: local.store });
    },
    lookAround: () => announceLocalServers(localServers, log, ending.signal),
    async stop() {
      await http.drain();
      ending.abort();
      await closeAreas({ shared, chores: { close: () => chores.stop() }, ...areas, http, worker }, log);
    },
  };
}
