// Wires the HTTP server: its gates, and the routes, pages and metrics that the areas offer.
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../config/settings.ts';
import type { LeftCalls } from '../core/left-calls.ts';
import type { Log } from '../core/log.ts';
import { attributionOf } from '../http/attribution.ts';
import { CallWatcher } from '../http/call-watcher.ts';
import { IdempotencyGate } from '../http/idempotency.ts';
import { callInside } from '../http/inner-calls.ts';
import type { HttpListener } from '../http/listener.ts';
import { type MetricSettings, Metrics } from '../http/metrics.ts';
import { openApiDocument } from '../http/openapi/document.ts';
import { notAt } from '../http/page.ts';
import { type Limiter, MemoryLimiter } from '../http/rate-limit.ts';
import { RequestCounter } from '../http/request-counter.ts';
import { RequestLog } from '../http/request-log.ts';
import type { Route } from '../http/route.ts';
import { buildServer } from '../http/server.ts';
import { AskingLimiter } from '../http/shared-limits.ts';
import { openTelemetry } from '../http/telemetry.ts';
import { moderatorOf } from '../modules/chat/guard-moderator.ts';
import { docsPages } from '../modules/docs/pages.ts';
import { healthPages, type Probe } from '../modules/health/pages.ts';
import { describeEvents } from '../modules/webhooks/event-catalogue.ts';
import { sweepIdempotent } from '../store/idempotency.ts';
import { oncePerSnapshot } from '../upstreams/live-upstreams.ts';
import type { Account } from './account.ts';
import { type Area, joinAreas } from './area.ts';
import type { Batches } from './batches.ts';
import type { Jobs } from './jobs.ts';
import { buildMcp } from './mcp.ts';
import type { SharedParts } from './shared-parts.ts';
import { VERSION } from './version.ts';

export interface HttpParts extends SharedParts {
  areas: readonly Area[];
  account: Account;
  jobs: Jobs;
  batches: Batches;
}

export interface Http extends Area {
  server: HttpListener;
  /** The health pages alone, for a worker; open until its jobs have ended, so that a stopping worker says so. */
  healthServer: HttpListener;
  routes: readonly Route[];
  /**
   * Reports at /readyz that it is stopping, waits for STOP_DELAY_SECONDS, then stops accepting requests; resolves when
   * the running ones have ended.
   */
  drain(): Promise<void>;
}

export async function buildHttp(parts: HttpParts): Promise<Http> {
  const { config, database, prices, log } = parts;
  const { serviceName, publicUrl } = config;
  const {
    routes: areaRoutes,
    pages,
    previewPages,
    metrics: areaMetrics,
    probes,
    backupProbes,
    engineProbes,
  } = joinAreas(parts.areas);
  const metrics = new Metrics();
  const limiter = await buildLimiter(config, log);
  parts.money.countTokensIn(limiter);
  const counter = new RequestCounter(database.queries, metrics, log);
  const telemetry =
    config.telemetry && (await openTelemetry(config.telemetry, config.telemetry.serviceName ?? serviceName));
  const requestLog = new RequestLog({
    database,
    defaultLevel: config.requestLog.level,
    bodyCharacters: config.requestLog.bodyKilobytes * 1024,
    log,
  });
  const read = [...areaMetrics, ...droppedMetrics(requestLog)];
  for (const one of read) metrics.add(one);
  telemetry?.observe(read);
  const watcher = new CallWatcher({ requestLog, telemetry, metrics });
  parts.batches.watchBy(watcher);
  const running = new Set<AbortController>();
  const undo = (owner: Parameters<Jobs['queue']['undoRequest']>[0], requestId: string) =>
    parts.jobs.queue.undoRequest(owner, requestId);
  let isStopping = false;
  const health = healthPages({
    parts: [...probes, ...redisProbe(limiter)],
    engines: engineProbes,
    backups: backupProbes,
    metrics,
    metricsToken: config.metricsToken,
    isStopping: () => isStopping,
  });
  const attribution = oncePerSnapshot(parts.live, () => attributionOf(config.serviceName, config.serviceUrl));
  const gates = {
    authenticator: parts.account.authenticator,
    limiter,
    idempotency: new IdempotencyGate({ database, undo, prices, log }),
    prices,
    money: parts.money,
    modelNames: parts.modelNames,
    counter,
    watcher,
    get attribution() {
      return attribution();
    },
    publicUrl,
    log,
    running,
    moderate: moderatorOf(parts.upstreams.side.moderation),
  };
  const mcp = await buildMcp({ ...parts, routes: areaRoutes, call: callInside(gates) });
  const routes = [...areaRoutes, ...mcp.routes];
  const contents = { routes, webhooks: describeEvents() };
  const documents = docsPages(
    () => openApiDocument(contents, { ...config, version: VERSION }),
    () => config.serviceName,
  );
  const ownPages = [...health, ...documents, ...pages];
  if (config.trustedProxies.length > 0)
    log.info({ networks: config.trustedProxies }, 'X-Forwarded-For is believed from these networks');
  const common = {
    gates,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    requestTimeoutMs: config.requestTimeoutSeconds * 1000,
    connectionsPerAddress: config.connectionsPerAddress,
  };
  const server = buildServer({
    ...common,
    routes,
    pages: [...notAt(config.previewOrigin, ownPages), ...previewPages],
  });
  const healthServer = buildServer({ ...common, routes: [], pages: health });
  return {
    server,
    healthServer,
    routes,
    chores: [
      { everyMs: 1_000, run: () => counter.flush() },
      { everyMs: 1_000, run: () => requestLog.flush() },
      { everyMs: 60_000, run: () => sweepIdempotent(database.queries) },
    ],
    async drain() {
      isStopping = true;
      server.closeAfterResponses();
      healthServer.closeAfterResponses();
      if (server.port > 0) await wait(config.stopDelaySeconds * 1000);
      await drain(server, running, parts.leftCalls);
    },
    async close() {
      healthServer.cut();
      await Promise.all([healthServer.close(), telemetry?.close(), limiter.close(), mcp.close()]);
    },
  };
}

function redisProbe(limiter: Limiter): Probe[] {
  return limiter.isReady ? [{ name: 'redis', isOptional: true, isReady: () => limiter.isReady?.() ?? true }] : [];
}

function droppedMetrics(requestLog: RequestLog): MetricSettings[] {
  return [
    {
      name: 'request_log_dropped_total',
      help: 'Requests since the start that the request log had no room for or could not write',
      read: () => requestLog.dropped.requests,
    },
    {
      name: 'request_log_bodies_dropped_total',
      help: 'Bodies since the start that the request log had no room for or could not write',
      read: () => requestLog.dropped.bodies,
    },
  ];
}

const DRAIN_MS = 20_000;
const LEFT_POLL_MS = 50;
/** The time for calls to end after they were aborted. Whatever is left then, such as half a request, is cut off. */
const ABORTED_MS = 5_000;

async function drain(server: HttpListener, running: ReadonlySet<AbortController>, leftCalls: LeftCalls): Promise<void> {
  const cutsAtMs = Date.now() + DRAIN_MS + ABORTED_MS;
  const abort = setTimeout(() => {
    for (const call of running) call.abort(new Error('the server is stopping'));
    leftCalls.endAll();
  }, DRAIN_MS);
  const cut = setTimeout(() => server.cut(), DRAIN_MS + ABORTED_MS);
  await server.close();
  // Calls whose clients have disconnected have no connection any more, but still settle.
  while (running.size > 0 && Date.now() < cutsAtMs) await wait(LEFT_POLL_MS);
  clearTimeout(abort);
  clearTimeout(cut);
}

async function buildLimiter(config: Config, log: Log): Promise<Limiter> {
  if (!config.redisUrl && cluster.isWorker) return new AskingLimiter();
  if (!config.redisUrl) return new MemoryLimiter();
  const { RedisLimiter } = await import('../http/rate-limit-redis.ts');
  const limiter = new RedisLimiter(config.redisUrl, log);
  // A node must start even if Redis is down: it connects in the background, and limits are enforced locally until then.
  await limiter.connect().catch(() => undefined);
  return limiter;
}
