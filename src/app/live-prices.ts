// The price list in effect: the files, the live settings and the prices of upstreams, made anew only when one of them changes.
import type { Config } from '../config/settings.ts';
import { type LivePriceList, layerPrices, type ModelPrice } from '../money/price-list.ts';
import { createPrices, followPrices, type Prices } from '../money/prices.ts';
import type { LiveSettings } from './live-settings.ts';
import { oncePerSnapshot } from './live-upstreams.ts';
import { readMediaTerms } from './media-terms.ts';
import type { Upstreams } from './upstreams.ts';

export interface PriceSources {
  config: Pick<Config, 'priceFiles' | 'file'>;
  live: LiveSettings;
  upstreams: Pick<Upstreams, 'connected'>;
}

export function livePrices({ config, live, upstreams }: PriceSources): Prices {
  const { connected } = upstreams;
  return followPrices(
    oncePerSnapshot(live, ({ version, prices, upstreams: set }) => {
      const media = readMediaTerms(set, config.file);
      return createPrices(layerPrices({ ...config.priceFiles, live: prices as LivePriceList }), {
        overrides: new Map<string, ModelPrice>([...media.prices, ...connected.prices()]),
        costs: new Map<string, ModelPrice>([...media.costs, ...connected.costs()]),
        version,
      });
    }),
  );
}
