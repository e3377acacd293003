// The price list in effect: the files, the live settings and the prices of upstreams, made anew only when one of them changes.
import type { Config } from '../config/settings.ts';
import { type LivePriceList, layerPrices } from '../money/price-list.ts';
import { createPrices, followPrices, type Prices } from '../money/prices.ts';
import type { LiveSettings } from './live-settings.ts';
import { oncePerSnapshot } from './live-upstreams.ts';
import type { Upstreams } from './upstreams.ts';

export interface PriceSources {
  config: Pick<Config, 'priceFiles'>;
  live: LiveSettings;
  upstreams: Pick<Upstreams, 'connected'>;
}

export function livePrices({ config, live, upstreams }: PriceSources): Prices {
  const { connected } = upstreams;
  return followPrices(
    oncePerSnapshot(live, ({ version, prices }) =>
      createPrices(layerPrices({ ...config.priceFiles, live: prices as LivePriceList }), {
        overrides: connected.prices(),
        costs: connected.costs(),
        version,
      }),
    ),
  );
}
