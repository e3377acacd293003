// Wires the operator's module: accounts, engines, weights, the queue, deliveries and the audit log.
import { createAdvisor } from '../models/advisor.ts';
import { makeInvite } from '../modules/account/sign-up.ts';
import { AccountActs } from '../modules/operators/account-acts.ts';
import { OperatorAccounts } from '../modules/operators/account-service.ts';
import { AuditTrail } from '../modules/operators/audit-trail.ts';
import { OperatorCodes } from '../modules/operators/code-service.ts';
import { OperatorDeliveries } from '../modules/operators/delivery-service.ts';
import { OperatorEngines } from '../modules/operators/engine-service.ts';
import { OperatorLocalServers } from '../modules/operators/local-server-service.ts';
import { OperatorQueue } from '../modules/operators/queue-service.ts';
import { operatorRoutes } from '../modules/operators/routes.ts';
import { OperatorWeights } from '../modules/operators/weights-service.ts';
import type { Account } from './account.ts';
import type { Area } from './area.ts';
import type { Jobs } from './jobs.ts';
import type { LocalEngines } from './local.ts';
import type { LocalServers } from './local-servers.ts';
import type { Models } from './models.ts';
import type { SharedParts } from './shared-parts.ts';

export interface OperatorParts extends SharedParts {
  local: LocalEngines;
  jobs: Jobs;
  models: Models;
  account: Account;
  localServers: LocalServers;
}

const SWEEP_MS = 10_000;

export function buildOperators(parts: OperatorParts): Area {
  const { config, database, prices, log, ending, local, jobs, models, account, localServers, connected } = parts;
  const trail = new AuditTrail(database);
  const queue = new OperatorQueue({ database, queue: jobs.queue, trail });
  return {
    routes: operatorRoutes({
      accounts: new OperatorAccounts(database),
      acts: new AccountActs({
        trail,
        prices,
        cancelJobsOf: (id) => queue.cancelJobsOfSuspended(id),
        forgetCallers: account.forgetCallers,
      }),
      invites: { make: (trx) => makeInvite(trx, config.publicUrl) },
      codes: new OperatorCodes({ database, trail, prices }),
      engines: new OperatorEngines({ prices, models: models.served, health: models.health }),
      weights: new OperatorWeights({
        store: local.store,
        advisor: createAdvisor(local.store, () => local.look()),
        trail,
        log,
        ending,
      }),
      localServers: new OperatorLocalServers(
        {
          list: (signal) => localServers.list(signal),
          connect: (id, signal) => localServers.connect(id, signal),
          disconnect: (id) => localServers.disconnect(id),
          refresh: () => connected.refresh(),
        },
        trail,
      ),
      queue,
      deliveries: new OperatorDeliveries(database, trail),
      trail,
    }),
    chores: [{ everyMs: SWEEP_MS, run: () => queue.cancelJobsOfSuspended() }],
  };
}
