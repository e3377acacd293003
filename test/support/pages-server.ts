// A server for a few routes and pages, with the real gates on a database: for tests of the way in itself.

import { loadConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/core/log.ts';
import { attributionOf } from '../../src/http/attribution.ts';
import { Authenticator } from '../../src/http/auth.ts';
import { IdempotencyGate } from '../../src/http/idempotency.ts';
import { Metrics } from '../../src/http/metrics.ts';
import type { Page } from '../../src/http/page.ts';
import { MemoryLimiter } from '../../src/http/rate-limit.ts';
import { RequestCounter } from '../../src/http/request-counter.ts';
import type { Route } from '../../src/http/route.ts';
import { buildServer, type EntryGate } from '../../src/http/server.ts';
import { ModelNames } from '../../src/modules/models/model-names.ts';
import { Money } from '../../src/money/money.ts';
import { createPrices } from '../../src/money/prices.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { unwatched } from './unwatched.ts';

export interface ServeOptions {
  database?: Database;
  routes?: readonly Route[];
  entryGates?: readonly EntryGate[];
  trustedProxies?: readonly string[];
}

export async function servePages(
  pages: readonly Page[],
  { database: given, routes = [], entryGates = [], trustedProxies = [] }: ServeOptions = {},
): Promise<{ origin: string; close(): Promise<void> }> {
  // Nothing is asked of a database that no route needs.
  const database = given ?? openDatabase({ connectionString: 'postgres://127.0.0.1:9/none' }, () => undefined);
  const prices = createPrices(loadConfig({}, '/').prices);
  const server = buildServer({
    gates: {
      authenticator: new Authenticator(database.queries, async () => undefined),
      limiter: new MemoryLimiter(),
      idempotency: new IdempotencyGate({ database, undo: async () => undefined, prices, log: silentLog }),
      prices,
      money: new Money(database),
      modelNames: new ModelNames({ modelAliases: 'off', modelNames: [] }, prices),
      counter: new RequestCounter(database.queries, new Metrics(), silentLog),
      watcher: unwatched(database),
      attribution: attributionOf('Test', 'http://127.0.0.1'),
      publicUrl: 'http://127.0.0.1',
      log: silentLog,
      running: new Set(),
    },
    routes,
    pages,
    trustedProxies,
    corsOrigins: '*',
    entryGates,
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    async close() {
      await server.close();
      if (!given) await database.close();
    },
  };
}
