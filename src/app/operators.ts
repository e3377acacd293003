// Wires the operator's module: accounts, engines, weights, the queue, deliveries and the audit log.
import { createAdvisor } from '../models/advisor.ts';
import { makeInvite } from '../modules/account/sign-up.ts';
import { AccountActs } from '../modules/operators/account-acts.ts';
import { OperatorAccounts } from '../modules/operators/account-service.ts';
import { OperatorAnswerCache } from '../modules/operators/answer-cache-service.ts';
import { AuditTrail } from '../modules/operators/audit-trail.ts';
import { OperatorCodes } from '../modules/operators/code-service.ts';
import { OperatorCoupons } from '../modules/operators/coupon-service.ts';
import { OperatorDataProtection } from '../modules/operators/data-protection-service.ts';
import { OperatorDeletions } from '../modules/operators/deletion-service.ts';
import { OperatorDeliveries } from '../modules/operators/delivery-service.ts';
import { OperatorEngines } from '../modules/operators/engine-service.ts';
import { OperatorLocalServers } from '../modules/operators/local-server-service.ts';
import { OperatorPrices, refuseNewLosses } from '../modules/operators/price-service.ts';
import { OperatorQueue } from '../modules/operators/queue-service.ts';
import { OperatorReferrals } from '../modules/operators/referral-service.ts';
import { operatorRoutes } from '../modules/operators/routes.ts';
import { SettingChanges } from '../modules/operators/setting-changes.ts';
import { OperatorSettings, SettingRules } from '../modules/operators/settings-service.ts';
import { OperatorUpstreams } from '../modules/operators/upstream-service.ts';
import { OperatorUsage } from '../modules/operators/usage-service.ts';
import { OperatorWeights } from '../modules/operators/weights-service.ts';
import { layerPrices } from '../money/price-list.ts';
import { createSeal } from '../outbox/seal.ts';
import { describeService } from '../upstreams/live-service.ts';
import { isUpstreamSetting, UPSTREAM_SECRETS, withSetting } from '../upstreams/live-settings.ts';
import type { LocalServers } from '../upstreams/local-servers.ts';
import { listKinds } from '../upstreams/upstream-kinds.ts';
import { UpstreamRegistry } from '../upstreams/upstream-registry.ts';
import type { Account } from './account.ts';
import type { Area } from './area.ts';
import type { Audio } from './audio.ts';
import type { Chat } from './chat.ts';
import { readDataFacts } from './data-protection.ts';
import type { Image } from './image.ts';
import type { Jobs } from './jobs.ts';
import type { LocalEngines } from './local.ts';
import type { Models } from './models.ts';
import type { Music } from './music.ts';
import type { SharedParts } from './shared-parts.ts';
import type { UpstreamWatch } from './upstream-watch.ts';
import type { Video } from './video.ts';

export interface OperatorParts extends SharedParts {
  local: LocalEngines;
  jobs: Jobs;
  models: Models;
  account: Account;
  localServers: LocalServers;
  chat: Chat;
  image: Image;
  music: Music;
  video: Video;
  audio: Audio;
  watch: UpstreamWatch;
}

const SWEEP_MS = 10_000;

export function buildOperators(parts: OperatorParts): Area {
  const { config, database, prices, log, ending, local, jobs, models, account, localServers, connected } = parts;
  const trail = new AuditTrail(database);
  const queue = new OperatorQueue({ database, queue: jobs.queue, trail });
  const upstreams = new UpstreamRegistry({
    ...parts,
    kinds: listKinds(parts),
  });
  const rules = new SettingRules({
    layer: (live) => layerPrices({ ...config.priceFiles, live }),
    facts() {
      const { fixed, effective } = describeService(config);
      return { priceFile: config.priceFiles.file, service: effective, fixedService: fixed };
    },
  });
  const changes = new SettingChanges({
    database,
    trail,
    check: async (trx, name, value) => {
      if (value && isUpstreamSetting(name)) upstreams.check(name, value);
      else if (!isUpstreamSetting(name)) await rules.check(trx, name, value ?? {});
      refuseNewLosses(prices.now(), parts.pricesWith(withSetting(parts.live.snapshot, name, value)));
    },
    refresh: () => parts.live.refresh(),
  });
  return {
    routes: operatorRoutes({
      accounts: new OperatorAccounts(database),
      acts: new AccountActs({
        trail,
        prices,
        cancelJobsOf: (id) => queue.cancelJobsOfSuspended(id),
        forgetCallers: account.forgetCallers,
      }),
      deletions: new OperatorDeletions({
        ...{ database, trail },
        waitingDays: config.deletionDays,
        exportAccount: (exported, signal) => account.exports.export(exported, signal),
      }),
      invites: { make: (trx) => makeInvite(trx, config.publicUrl) },
      codes: new OperatorCodes({ database, trail, prices }),
      coupons: new OperatorCoupons({ database, trail, prices }),
      referrals: new OperatorReferrals({ database, trail }),
      answerCache: new OperatorAnswerCache(trail),
      engines: new OperatorEngines({
        prices,
        models: models.served,
        health: models.health,
        probes: parts.watch.probed,
        budgets: parts.watch.budgeted,
      }),
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
      upstreams: new OperatorUpstreams({
        changes,
        trail,
        seal: createSeal(parts.secret, UPSTREAM_SECRETS),
        list: () => upstreams.list(),
        try: (name, asked, signal) => upstreams.try(name, asked, signal),
      }),
      changes,
      settings: new OperatorSettings({ changes, rules, read: () => parts.live.snapshot }),
      prices: new OperatorPrices({
        prices,
        map: () => parts.providerMap.describe(),
        queries: database.queries,
        look: models.served,
      }),
      usage: new OperatorUsage(database, () => prices.list.currency),
      queue,
      deliveries: new OperatorDeliveries(database, trail),
      dataProtection: new OperatorDataProtection(() =>
        readDataFacts({
          ...parts,
          upstreams: () => upstreams.list(),
          seller: () => parts.live.snapshot.seller,
        }),
      ),
      trail,
    }),
    chores: [{ everyMs: SWEEP_MS, run: () => queue.cancelJobsOfSuspended() }],
  };
}
