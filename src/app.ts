// Builds and wires everything: the only place that knows all parts.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DiskArtifacts } from './artifacts/disk.ts';
import { Ledger } from './billing/ledger.ts';
import { createPrices, type Prices } from './billing/prices.ts';
import type { Config } from './config.ts';
import type { Log } from './core/log.ts';
import { attributionOf } from './http/attribution.ts';
import { Authenticator } from './http/auth.ts';
import { filePages } from './http/files.ts';
import { healthPages, type Probe } from './http/health.ts';
import { IdempotencyGate } from './http/idempotency.ts';
import { Metrics } from './http/metrics.ts';
import { openApiPages } from './http/openapi.ts';
import { type Limiter, MemoryLimiter } from './http/rate-limit.ts';
import { RequestCounter } from './http/request-counter.ts';
import type { Route } from './http/route.ts';
import { buildServer } from './http/server.ts';
import { createSessions, type Person } from './http/sessions.ts';
import { exportSpans, noSpans } from './http/spans.ts';
import { type AnnounceAccount, openAccount } from './modules/account/open-account.ts';
import { accountRoutes } from './modules/account/routes.ts';
import { AccountService } from './modules/account/service.ts';
import { sessionCallers } from './modules/account/session-caller.ts';
import { takeWelcomeToken } from './modules/account/welcome-link.ts';
import { statementRoutes } from './modules/payments/routes.ts';
import { Statements } from './modules/payments/statements.ts';
import { usageRoutes } from './modules/usage/routes.ts';
import { UsageService } from './modules/usage/service.ts';
import { loadSecret } from './secret.ts';
import { findAccountByEmail, findAccountByUser, updateAccount } from './store/accounts.ts';
import { type Database, openDatabase } from './store/database.ts';
import { startEmbedded } from './store/embedded.ts';
import { sweepIdempotent } from './store/idempotency.ts';
import { touchKeys } from './store/keys.ts';
import { releaseExpired } from './store/ledger.ts';
import { migrate } from './store/migrate.ts';
import { VERSION } from './version.ts';

export interface App {
  server: FastifyInstance;
  database: Database;
  routes: readonly Route[];
  ledger: Ledger;
  prices: Prices;
  announceAccount: AnnounceAccount;
  /** Stops taking requests, lets the running ones end, then closes everything. */
  stop(): Promise<void>;
}

export interface OpenStore {
  database: Database;
  close(): Promise<void>;
}

/** The database, one's own or the one that comes with the service, with its schema up to date. */
export async function openStore(config: Config, log: Log): Promise<OpenStore> {
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

/** For tests and benches: routes beside the product's own. */
export type MoreRoutes = (parts: { ledger: Ledger; prices: Prices }) => Route[];

export async function buildApp(config: Config, log: Log, moreRoutes: MoreRoutes = () => []): Promise<App> {
  const ending = new AbortController();
  const stopping = new AbortController();
  const store = await openStore(config, log);
  const { database } = store;
  const prices = createPrices(config.prices);
  const announceAccount: AnnounceAccount = async () => undefined;
  const metrics = new Metrics();
  const artifacts = new DiskArtifacts(join(config.dataDir, 'files'), database.queries);
  const ledger = new Ledger(database, async () => undefined);
  const sessions = createSessions({
    queries: database.queries,
    secret: loadSecret(config.secret, config.dataDir),
    publicUrl: config.publicUrl,
    serviceName: config.serviceName,
    sendMail: async (mail) => log.info({ to: mail.to }, mail.subject),
    isFree: async (email) => (await findAccountByEmail(database.queries, email)) === undefined,
    onSignUp: (person) => welcome(database, config, person, announceAccount),
    onEmailChange: (person) => followEmail(database, person),
    takeWelcome: (token) => takeWelcomeToken(database.queries, token),
    log,
  });
  const authenticator = new Authenticator(
    database.queries,
    sessionCallers(database.queries, sessions.personOf, config.publicUrl),
  );
  await database.listen('callers_changed', (accountId) => authenticator.forget(accountId), ending.signal);
  const limiter = await buildLimiter(config, log);
  const counter = new RequestCounter(database.queries, metrics, log);
  const spans = config.otlpEndpoint ? await exportSpans(config.otlpEndpoint, config.serviceName) : noSpans;
  const routes = [
    ...accountRoutes(new AccountService(database, prices)),
    ...usageRoutes(new UsageService(database)),
    ...statementRoutes(new Statements(database, prices)),
    ...moreRoutes({ ledger, prices }),
  ];
  const probes: Probe[] = [{ name: 'store', isReady: () => database.isAlive() }];
  const server = buildServer({
    gates: {
      authenticator,
      limiter,
      idempotency: new IdempotencyGate(database, async () => undefined, log),
      prices,
      counter,
      spans,
      attribution: attributionOf(config.serviceName, config.serviceUrl),
      publicUrl: config.publicUrl,
      log,
      stopping: stopping.signal,
    },
    routes,
    extensions: [
      healthPages(probes, metrics),
      openApiPages(routes, { serviceName: config.serviceName, publicUrl: config.publicUrl, version: VERSION }),
      filePages(artifacts),
      sessions.pages,
    ],
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
  });
  const chores = startChores(log, [
    { everyMs: 1_000, run: () => counter.flush() },
    { everyMs: 5_000, run: () => touchKeys(database.queries, authenticator.takeLastUsed()) },
    { everyMs: 10_000, run: () => database.transaction((trx) => releaseExpired(trx)) },
    { everyMs: 60_000, run: () => sweepIdempotent(database.queries) },
  ]);
  return {
    server,
    database,
    routes,
    ledger,
    prices,
    announceAccount,
    async stop() {
      await drain(server, stopping);
      ending.abort();
      await chores.stop();
      await spans.close();
      await limiter.close();
      await store.close();
    },
  };
}

const DRAIN_MS = 20_000;

async function drain(server: FastifyInstance, stopping: AbortController): Promise<void> {
  const impatience = setTimeout(() => stopping.abort(new Error('the server is stopping')), DRAIN_MS);
  await server.close();
  clearTimeout(impatience);
}

async function buildLimiter(config: Config, log: Log): Promise<Limiter> {
  if (!config.redisUrl) return new MemoryLimiter();
  const { RedisLimiter } = await import('./http/rate-limit-redis.ts');
  const limiter = new RedisLimiter(config.redisUrl, log);
  await limiter.connect();
  return limiter;
}

/** Opens an account for somebody new; whoever has one already (the owner, accounts from the command line) keeps it. */
async function welcome(database: Database, config: Config, person: Person, announce: AnnounceAccount): Promise<void> {
  const existing = await findAccountByEmail(database.queries, person.email);
  if (existing) await updateAccount(database.queries, existing.id, { userId: person.userId });
  else {
    const opening = { ...person, plan: 'free', liveCredits: config.freeGrantCredits, announce };
    await database.transaction((trx) => openAccount(trx, opening));
  }
}

async function followEmail(database: Database, person: { userId: string; email: string }): Promise<void> {
  const account = await findAccountByUser(database.queries, person.userId);
  if (account && account.email !== person.email)
    await updateAccount(database.queries, account.id, { email: person.email });
}

interface Chore {
  everyMs: number;
  run(): Promise<unknown>;
}

/** Small regular work; one run of a chore never overlaps the next. */
function startChores(log: Log, chores: readonly Chore[]): { stop(): Promise<void> } {
  const running = new Set<Promise<unknown>>();
  const timers = chores.map((chore) => {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      const run = chore
        .run()
        .catch((error) => log.warn({ err: error }, 'a chore failed and will be tried again'))
        .finally(() => {
          isBusy = false;
          running.delete(run);
        });
      running.add(run);
    }, chore.everyMs);
    return timer.unref();
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
      await Promise.all(chores.map((chore) => chore.run().catch(() => undefined)));
    },
  };
}
