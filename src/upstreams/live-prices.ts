// The price list in effect: the files, the live settings, and the upstreams' prices and costs, recomputed only when one
// of them changes.
import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import { type LivePriceList, layerPrices, type ModelPrice } from '../money/price-list.ts';
import { createPrices, followPrices, type Prices } from '../money/prices.ts';
import type { Upstreams } from './connect-upstreams.ts';
import type { LiveSettings, LiveSnapshot } from './live-settings.ts';
import { readMediaTerms } from './media-terms.ts';
import { describeServed, ListedModels, listPlaces, pricingDay } from './served-models.ts';

export interface PriceSources {
  config: Pick<Config, 'priceFiles' | 'file' | 'openAi'>;
  live: LiveSettings;
  upstreams: Pick<Upstreams, 'connected'>;
  log: Log;
}

/** The prices that this snapshot would put into effect, to check a change before it is made. */
export type PricesWith = (snapshot: LiveSnapshot) => Prices;

export function livePrices({ config, live, upstreams, log }: PriceSources): { prices: Prices; pricesWith: PricesWith } {
  const { connected } = upstreams;
  const listed = new ListedModels();
  const make: PricesWith = (snapshot) => {
    const media = readMediaTerms(snapshot.upstreams, config.file);
    const text = connected.termsWith(snapshot);
    const list = layerPrices({ ...config.priceFiles, live: snapshot.prices as LivePriceList });
    const aliases = new Map(text.rules.flatMap(({ aliases: all, model }) => all.map((alias) => [alias, model])));
    return createPrices(list, {
      overrides: new Map<string, ModelPrice>([...media.prices, ...text.prices]),
      costs: new Map<string, ModelPrice>([...media.costs, ...text.costs]),
      served: describeServed(listPlaces(config, snapshot), listed, { aliases, list }),
      version: snapshot.version,
    });
  };
  let made: { snapshot: LiveSnapshot; revision: number; day: string; prices: Prices } | undefined;
  const read = () => {
    const { snapshot } = live;
    const day = pricingDay();
    if (made?.snapshot !== snapshot || made.revision !== listed.revision || made.day !== day)
      made = { snapshot, revision: listed.revision, day, prices: logWithheld(make(snapshot)) };
    return made.prices;
  };
  let told = new Set<string>();
  const logWithheld = (prices: Prices) => {
    const withheld = prices.offers.all().filter(({ isOffered }) => !isOffered);
    for (const { upstream, model, reason } of withheld)
      if (!told.has(`${upstream} ${model}`))
        log.warn(
          { upstream, model, reason },
          'a model is not offered; set its price at GET /operator/prices or on the dashboard',
        );
    told = new Set(withheld.map(({ upstream, model }) => `${upstream} ${model}`));
    return prices;
  };
  const note = listed.note.bind(listed);
  return { prices: followPrices(read, note), pricesWith: make };
}
