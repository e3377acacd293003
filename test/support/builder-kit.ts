// The builder on a test's own database, behind the real gates, with a worker in this process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Builder, buildBuilder } from '../../src/app/builder.ts';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { DiskArtifacts } from '../../src/artifacts/disk.ts';
import { MeteredArtifacts } from '../../src/artifacts/metered.ts';
import { loadConfig } from '../../src/config/config.ts';
import { LeftCalls } from '../../src/core/left-calls.ts';
import { silentLog } from '../../src/core/log.ts';
import { Tally } from '../../src/core/tally.ts';
import type { TextModel, TextRoutes } from '../../src/engines/text/port.ts';
import { attributionOf } from '../../src/http/attribution.ts';
import { Authenticator } from '../../src/http/auth.ts';
import { IdempotencyGate } from '../../src/http/idempotency.ts';
import { Metrics } from '../../src/http/metrics.ts';
import { MemoryLimiter } from '../../src/http/rate-limit.ts';
import { RequestCounter } from '../../src/http/request-counter.ts';
import { buildServer } from '../../src/http/server.ts';
import { assembleJobs } from '../../src/jobs/assembly.ts';
import { buildPresenter } from '../../src/modules/builder/present.ts';
import { filePages } from '../../src/modules/files/pages.ts';
import { ModelNames } from '../../src/modules/models/model-names.ts';
import { Money } from '../../src/money/money.ts';
import { createPrices } from '../../src/money/prices.ts';
import { emitAllIn } from '../../src/outbox/events.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { handleAll } from './job-kit.ts';
import type { CallAnswer, CallOptions } from './service.ts';
import { unwatched } from './unwatched.ts';

export interface BuilderKit {
  origin: string;
  database: Database;
  builder: Builder;
  /** What a test may change while the service runs. */
  settings: { allowPrivateGit: boolean; uploadMegabytes: number };
  key(credits?: number): Promise<{ key: string; testKey: string; accountId: string }>;
  call(method: string, path: string, options?: CallOptions): Promise<CallAnswer>;
  close(): Promise<void>;
}

/** `answers` scripts a text model that says them one after the other; without it there is none. */
export async function startBuilder(
  options: { answers?: (() => string)[]; previewOrigin?: (port: number) => string } = {},
): Promise<BuilderKit> {
  const testDatabase = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'atelier-builder-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const config = loadConfig(
    { PORT: String(port), DATA_DIR: folder, DATABASE_URL: testDatabase.url, LOG_LEVEL: 'silent' },
    folder,
  );
  const settings = {
    dataDir: folder,
    publicUrl: origin,
    previewOrigin: options.previewOrigin?.(port) ?? null,
    allowPrivateGit: false,
    uploadMegabytes: 1_000,
    serviceName: config.serviceName,
  };
  const database = openDatabase({ connectionString: testDatabase.url }, () => undefined);
  await migrate(database.pool);
  const prices = createPrices(config.prices);
  const money = new Money(database);
  const jobs = await assembleJobs({
    database,
    events: { emitAllIn },
    allowanceOf: (plan) => prices.plan(plan),
    presenters: { build: buildPresenter(settings) },
    ended: new Tally('kind', 'state'),
    log: silentLog,
  });
  const quota = {
    queries: database.queries,
    endOfResults: () => new Date(),
    megabytesOf: async () => settings.uploadMegabytes,
  };
  const artifacts = new MeteredArtifacts(new DiskArtifacts(join(folder, 'files'), database.queries), quota);
  const builder = buildBuilder({
    config: settings,
    database,
    artifacts,
    refuseExcess: (accountId, bytes, within) => artifacts.refuseExcess(accountId, bytes, within),
    money,
    prices,
    jobs,
    chat: { text: scriptedText(options.answers ?? []) },
    local: { embedding: [] },
    leftCalls: new LeftCalls(1_000),
    secret: 'the secret of a test',
    log: silentLog,
    // A busy machine is slow.
    waitMs: 600_000,
  });
  const runner = jobs.createRunner(
    { ...handleAll(async () => Promise.reject(new Error('not here'))), ...builder.handlers },
    2,
  );
  await runner.start();
  const server = buildServer({
    gates: {
      authenticator: new Authenticator(database.queries, async () => undefined),
      limiter: new MemoryLimiter(),
      idempotency: new IdempotencyGate({ database, undo: async () => undefined, prices, log: silentLog }),
      prices,
      money,
      modelNames: new ModelNames({ modelAliases: 'off', modelNames: [] }, prices),
      counter: new RequestCounter(database.queries, new Metrics(), silentLog),
      watcher: unwatched(database),
      attribution: attributionOf('Test', origin),
      publicUrl: origin,
      log: silentLog,
      running: new Set(),
    },
    routes: builder.routes,
    pages: [...filePages(artifacts), ...builder.previewPages],
    trustedProxies: [],
    corsOrigins: '*',
  });
  await server.listen({ host: '127.0.0.1', port });
  let made = 0;
  return {
    origin,
    database,
    builder,
    settings,
    async key(credits = 1000) {
      made += 1;
      const opened = await openAccountWithKeys(database, {
        email: `builder-${made}-${port}@example.com`,
        plan: 'enterprise',
        isOwner: false,
        liveCredits: credits,
        announce: async () => undefined,
      });
      return { key: opened.liveKey, testKey: opened.testKey, accountId: opened.account.id };
    },
    call: (method, path, call) => callOver(origin, method, path, call),
    async close() {
      await server.close();
      await runner.stop();
      await builder.close();
      await jobs.close();
      await database.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function callOver(origin: string, method: string, path: string, options: CallOptions = {}): Promise<CallAnswer> {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(options.key ? { authorization: `Bearer ${options.key}` } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, headers: response.headers, text, json };
}

/** A model that says what the test wrote: the loop around it is the real one. */
function scriptedText(answers: (() => string)[]): TextRoutes {
  const model: TextModel = {
    id: 'scripted-1',
    ownedBy: 'test',
    contextWindow: 100_000,
    maxOutputTokens: 20_000,
    capabilities: ['chat', 'json_schema'],
    ready: true,
  };
  return {
    name: 'scripted',
    models: () => (answers.length > 0 ? [model] : []),
    find: (name) => (answers.length > 0 && name === model.id ? model : undefined),
    speaks: () => false,
    engineOf: () => 'scripted',
    defaultModel: () => (answers.length > 0 ? model : undefined),
    countTokens: async () => 100,
    mostPromptTokens: () => 100,
    countsExactly: () => true,
    open: () => Promise.reject(new Error('not scripted')),
    streamUntilLeft(order, { client }) {
      return this.stream(order, client);
    },
    async *stream() {
      const text = answers.shift()?.() ?? '{}';
      yield { type: 'text', text, tokens: 50 };
      yield { type: 'end', finishReason: 'stop', usage: { promptTokens: 100, completionTokens: 50 } };
    },
  };
}
