// What one area of the service offers to the whole. app.ts builds the areas and joins what they offer.
import type { GaugeSettings } from '../http/metrics.ts';
import type { Page } from '../http/page.ts';
import type { Route } from '../http/route.ts';
import type { Probe } from '../modules/health/pages.ts';
import type { Chore } from './chores.ts';

export interface Area {
  routes?: readonly Route[];
  pages?: readonly Page[];
  /** Pages that the separate origin of previews serves too. */
  previewPages?: readonly Page[];
  chores?: readonly Chore[];
  gauges?: readonly GaugeSettings[];
  /** What must respond before the service is ready. */
  probes?: readonly Probe[];
  /** Whether backups are in order, which decides nothing about requests. */
  backupProbes?: readonly Probe[];
  /** Whether there is a model for each kind of work. */
  engineProbes?: readonly Probe[];
  close?(): Promise<void>;
}

type Offers = Required<Omit<Area, 'close'>>;

/** All that the areas offer, in their order. */
export function joinAreas(areas: readonly Area[]): Offers {
  return {
    routes: areas.flatMap((area) => area.routes ?? []),
    pages: areas.flatMap((area) => area.pages ?? []),
    previewPages: areas.flatMap((area) => area.previewPages ?? []),
    chores: areas.flatMap((area) => area.chores ?? []),
    gauges: areas.flatMap((area) => area.gauges ?? []),
    probes: areas.flatMap((area) => area.probes ?? []),
    backupProbes: areas.flatMap((area) => area.backupProbes ?? []),
    engineProbes: areas.flatMap((area) => area.engineProbes ?? []),
  };
}

/** Closes the areas one after the other, the last one first: an area may use those before it until it is closed. */
export async function closeAreas(areas: readonly Area[]): Promise<void> {
  for (const area of areas.toReversed()) await area.close?.();
}
