// Builds and wires all parts of the service.
import cluster from 'node:cluster';
import { MeteredArtifacts } from '../artifacts/metered.ts';
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import { attributionOf } from '../http/attribution.ts';
import { Authenticator } from '../http/auth.ts';
import { filePages } from '../http/files.ts';
import { healthPages, type Probe } from '../http/health.ts';
import { homePages } from '../http/home.ts';
import { IdempotencyGate } from '../http/idempotency.ts';
import type { HttpListener } from '../http/listener.ts';
import { Metrics } from '../http/metrics.ts';
import { openApiPages } from '../http/openapi.ts';
import { notAt } from '../http/page.ts';
import { type Limiter, MemoryLimiter } from '../http/rate-limit.ts';
import { RequestCounter } from '../http/request-counter.ts';
import type { Route } from '../http/route.ts';
import { buildServer } from '../http/server.ts';
import { AskingLimiter } from '../http/shared-limits.ts';
import { exportSpans, noSpans } from '../http/spans.ts';
import { accountRoutes } from '../modules/account/routes.ts';
import { AccountService } from '../modules/account/service.ts';
import { sessionCallers } from '../modules/account/session-caller.ts';
import { usageRoutes } from '../modules/usage/routes.ts';
import { UsageService } from '../modules/usage/service.ts';
import { Money } from '../money/money.ts';
import { createPrices, type Prices } from '../money/prices.ts';
import { findAccount } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';
import { sweepIdempotent } from '../store/idempotency.ts';
import { countJobs } from '../store/jobs.ts';
import { touchKeys } from '../store/keys.ts';
import { type Chore, startChores } from './chores.ts';
import { buildMakers } from './makers.ts';
import { buildOperators } from './operators.ts';
import { buildPayments } from './payments.ts';
import { loadSecret } from './secret.ts';
import { buildSessions } from './sessions.ts';
import { openArtifacts, openStore } from './store.ts';
import { connectToUpstreams } from './text.ts';
import { upkeepChores } from './upkeep.ts';
import { VERSION } from './version.ts';

export interface App {
  server: HttpListener;
  database: Database;
  routes: readonly Route[];
  money: Money;
  prices: Prices;
  /** Runs jobs and delivers webhooks in this process, until stop. */
  startWorker(): Promise<void>;
  /** Pulls the default models in the background; resolves when each is present or has failed. */
  pullModels(): Promise<void>;
  /** Stops accepting requests, lets the running ones end, then closes everything. */
  stop(): Promise<void>;
}

/** For tests and benches: additional routes. */
export type MoreRoutes = (parts: { money: Money; prices: Prices }) => Route[];

export async function buildApp(config: Config, log: Log, moreRoutes: MoreRoutes = () => []): Promise<App> {
  const ending = new AbortController();
  const running = new Set<AbortController>();
  const { database, ...store } = await openStore(config, log);
  const secret = loadSecret(config.secret, config.dataDir);
  const upstreams = connectToUpstreams(config, log);
  const prices = createPrices(config.prices, upstreams.text.prices);
  const metrics = new Metrics();
  const files = await openArtifacts(config, database.queries);
  const artifacts = new MeteredArtifacts(files.store, {
    queries: database.queries,
    megabytesOf: async (accountId) => {
      const account = await findAccount(database.queries, accountId);
      return (account && prices.plan(account.plan).upload_megabytes) ?? DEFAULT_UPLOAD_MEGABYTES;
    },
  });
  const money = new Money(database);
  const makers = await buildMakers({ config, database, artifacts, money, prices, upstreams, secret, log });
  const sessions = buildSessions({
    config,
    database,
    secret,
    sendMail: (mail) => makers.events.mailer.send(mail),
    log,
  });
  const authenticator = new Authenticator(
    database.queries,
    sessionCallers(database.queries, sessions.personOf, config.publicUrl),
  );
  const forgetCallers = (accountId: string) => authenticator.forget(accountId);
  await database.listen('callers_changed', forgetCallers, ending.signal);
  const payments = await buildPayments(config, { database, prices, log });
  const operators = buildOperators({
    database,
    prices,
    makers,
    forgetCallers,
    publicUrl: config.publicUrl,
    log,
    ending: ending.signal,
  });
  const limiter = await buildLimiter(config, log);
  const counter = new RequestCounter(database.queries, metrics, log);
  const spans = config.otlpEndpoint ? await exportSpans(config.otlpEndpoint, config.serviceName) : noSpans;
  const routes = [
    ...makers.routes,
    ...accountRoutes(new AccountService(database, prices, forgetCallers)),
    ...usageRoutes(new UsageService(database)),
    ...payments.routes,
    ...operators.routes,
    ...moreRoutes({ money, prices }),
  ];
  metrics.gauge('jobs_waiting', 'Jobs in the queue', async () => (await countJobs(database.queries)).waiting, 'max');
  metrics.gauge('jobs_running', 'Jobs under way', async () => (await countJobs(database.queries)).running, 'max');
  metrics.gauge(
    'credits_charged',
    'Credits that this process charged for calls since its start',
    () => money.chargedCredits,
  );
  const probes: Probe[] = [
    { name: 'store', isReady: () => database.isAlive() },
    { name: 'files', isReady: () => files.isReady() },
  ];
  const server = buildServer({
    gates: {
      authenticator,
      limiter,
      idempotency: new IdempotencyGate(
        database,
        (owner, requestId) => makers.events.jobs.queue.undoRequest(owner, requestId),
        log,
      ),
      prices,
      counter,
      spans,
      attribution: attributionOf(config.serviceName, config.serviceUrl),
      publicUrl: config.publicUrl,
      log,
      running,
    },
    routes,
    pages: [
      ...notAt(config.previewOrigin, [
        ...healthPages(probes, metrics),
        ...openApiPages(routes, { serviceName: config.serviceName, publicUrl: config.publicUrl, version: VERSION }),
        ...filePages(artifacts),
        ...homePages(config),
        ...sessions.pages,
        ...payments.pages,
      ]),
      ...makers.pages,
    ],
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    requestTimeoutMs: config.requestTimeoutSeconds * 1000,
    connectionsPerAddress: config.connectionsPerAddress,
  });
  const chores = startChores(log, [
    ...choresOf({ database, money, counter, authenticator }),
    ...payments.chores,
    ...operators.chores,
    ...upkeepChores({ config, queries: database.queries, files, log }),
  ]);
  return {
    server,
    database,
    routes,
    money,
    prices,
    startWorker: () => makers.startWorker(),
    pullModels: () => makers.pullModels(ending.signal),
    async stop() {
      await drain(server, running);
      ending.abort();
      await makers.close();
      await Promise.all([spans.close(), limiter.close()]);
      await chores.stop();
      await money.close();
      await files.close();
      await store.close();
    },
  };
}

function choresOf(parts: {
  database: Database;
  money: Money;
  counter: RequestCounter;
  authenticator: Authenticator;
}): Chore[] {
  const { database, money, counter, authenticator } = parts;
  return [
    { everyMs: 1_000, run: () => counter.flush() },
    { everyMs: 1_000, run: () => money.tend() },
    { everyMs: 5_000, run: () => touchKeys(database.queries, authenticator.takeLastUsed()) },
    { everyMs: 10_000, run: () => money.sweep() },
    { everyMs: 60_000, run: () => sweepIdempotent(database.queries) },
  ];
}

const DRAIN_MS = 20_000;

async function drain(server: HttpListener, running: ReadonlySet<AbortController>): Promise<void> {
  const impatience = setTimeout(() => {
    for (const call of running) call.abort(new Error('the server is stopping'));
  }, DRAIN_MS);
  await server.close();
  clearTimeout(impatience);
}

async function buildLimiter(config: Config, log: Log): Promise<Limiter> {
  if (!config.redisUrl && cluster.isWorker) return new AskingLimiter();
  if (!config.redisUrl) return new MemoryLimiter();
  const { RedisLimiter } = await import('../http/rate-limit-redis.ts');
  const limiter = new RedisLimiter(config.redisUrl, log);
  await limiter.connect();
  return limiter;
}

/** For price lists that do not state it. */
const DEFAULT_UPLOAD_MEGABYTES = 1000;
