// Wires the operator's module: accounts, engines, weights, the queue, deliveries and the audit log.

import type { Log } from '../core/log.ts';
import type { Route } from '../http/route.ts';
import { makeInvite } from '../modules/account/sign-up.ts';
import { AccountActs } from '../modules/operators/account-acts.ts';
import { OperatorAccounts } from '../modules/operators/account-service.ts';
import { AuditTrail } from '../modules/operators/audit-trail.ts';
import { OperatorDeliveries } from '../modules/operators/delivery-service.ts';
import { OperatorEngines } from '../modules/operators/engine-service.ts';
import { OperatorQueue } from '../modules/operators/queue-service.ts';
import { operatorRoutes } from '../modules/operators/routes.ts';
import { OperatorWeights } from '../modules/operators/weights-service.ts';
import type { Prices } from '../money/prices.ts';
import type { Database } from '../store/database.ts';
import type { Chore } from './chores.ts';
import type { Makers } from './makers.ts';

export interface OperatorParts {
  database: Database;
  prices: Prices;
  makers: Pick<Makers, 'events' | 'weights' | 'servedModels' | 'health'>;
  forgetCallers(accountId: string): void;
  publicUrl: string;
  log: Log;
  /** Aborts the pulls that operators started. */
  ending: AbortSignal;
}

const SWEEP_MS = 10_000;

export function buildOperators(parts: OperatorParts): { routes: Route[]; chores: Chore[] } {
  const { database, makers, prices, log, ending } = parts;
  const trail = new AuditTrail(database);
  const queue = new OperatorQueue({ database, queue: makers.events.jobs.queue, trail });
  const acts = new AccountActs({ ...parts, trail, cancelJobsOf: (id) => queue.cancelJobsOfSuspended(id) });
  return {
    routes: operatorRoutes({
      accounts: new OperatorAccounts(database),
      acts,
      invites: { make: (trx) => makeInvite(trx, parts.publicUrl) },
      engines: new OperatorEngines({ prices, models: makers.servedModels, health: makers.health }),
      weights: new OperatorWeights({ store: makers.weights, trail, log, ending }),
      queue,
      deliveries: new OperatorDeliveries(database, trail),
      trail,
    }),
    chores: [{ everyMs: SWEEP_MS, run: () => queue.cancelJobsOfSuspended() }],
  };
}
