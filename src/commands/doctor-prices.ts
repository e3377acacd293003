// The part of doctor that checks prices: models that are not offered, and prices below cost.
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSecret } from '../app/secret.ts';
import type { Config } from '../config/settings.ts';
import { createLog } from '../core/log.ts';
import { describeLoss, findLosses, lossesOfAccounts } from '../money/losses.ts';
import type { Prices } from '../money/prices.ts';
import { createSeal } from '../outbox/seal.ts';
import { listAccountFactors } from '../store/account-factors.ts';
import type { Database } from '../store/database.ts';
import { connectToUpstreams } from '../upstreams/connect-upstreams.ts';
import { ConnectedSettings } from '../upstreams/connected.ts';
import { livePrices } from '../upstreams/live-prices.ts';
import { LiveSettings, UPSTREAM_SECRETS } from '../upstreams/live-settings.ts';
import { StoredProviderMap } from '../upstreams/provider-map.ts';

export interface PriceFindings {
  /** Models that customers do not see, with the reason. */
  withheld: string[];
  /** Prices below cost. */
  losses: string[];
  models: number;
}

const LISTING_MS = 10_000;

/** As a service with these settings would see it: asks the upstreams for their models. */
export async function findPriceProblems(config: Config, database: Database): Promise<PriceFindings> {
  const log = createLog({ level: 'silent' });
  const ending = new AbortController();
  const connected = new ConnectedSettings(config.connectedPath, log);
  const seal = createSeal(loadSecret(config.secret, config.dataDir), UPSTREAM_SECRETS);
  const live = new LiveSettings({ database, seal, log });
  await live.start(ending.signal);
  new StoredProviderMap(config.dataDir, log);
  const upstreams = connectToUpstreams(config, { connected, live }, log);
  const servers = [upstreams.text, upstreams.connected];
  try {
    const listed = Promise.all(servers.map((one) => one.start()));
    await Promise.race([listed, sleep(LISTING_MS, undefined, { ref: false })]);
    const { prices } = livePrices({ config, live, upstreams, log });
    for (const engine of [...upstreams.text.engines, ...upstreams.connected.list()])
      prices.offered('text', engine.name, engine.models());
    return describe(prices.now(), await listAccountFactors(database.queries));
  } finally {
    ending.abort();
    await Promise.all(servers.map((one) => one.close()));
  }
}

function describe(prices: Prices, factors: Awaited<ReturnType<typeof listAccountFactors>>): PriceFindings {
  const offers = prices.offers.all();
  const withheld = offers.filter(({ isOffered }) => !isOffered);
  return {
    models: offers.length,
    withheld: withheld.map(({ upstream, model, reason }) => `"${model}" at "${upstream}": ${reason}`),
    losses: [...findLosses(prices), ...lossesOfAccounts(prices, factors)].map(describeLoss),
  };
}
