// The live settings that the command line needs: the plans, and the credits of a new account.
import type { Config } from '../config/settings.ts';
import { type LivePriceList, layerPrices, type PriceList } from '../money/price-list.ts';
import type { Queries } from '../store/database.ts';
import { readLiveSettings, type SettingValue } from '../store/live-settings.ts';
import { withLiveService } from './live-service.ts';

export interface LiveTerms {
  plans: PriceList['plans'];
  freeGrantCredits: number;
}

export async function readLiveTerms(config: Config, queries: Queries): Promise<LiveTerms> {
  const rows = await readLiveSettings(queries);
  const settingOf = (name: string): SettingValue => rows.find((row) => row.name === name)?.value ?? {};
  const { plans } = layerPrices({ ...config.priceFiles, live: settingOf('prices') as LivePriceList });
  const { freeGrantCredits } = withLiveService(config, { snapshot: { service: settingOf('service') } });
  return { plans, freeGrantCredits };
}
