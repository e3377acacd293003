// What one area of the service offers to the whole. app.ts builds the areas and joins what they offer.
import { endsWithin } from '../core/ends-within.ts';
import type { Log } from '../core/log.ts';
import type { MetricSettings } from '../http/metrics.ts';
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
  metrics?: readonly MetricSettings[];
  /** What readiness asks: the parts without which this process cannot work, and those without which it does a part of it. */
  probes?: readonly Probe[];
  /** Whether backups work; this does not affect readiness. */
  backupProbes?: readonly Probe[];
  /** Whether there is a model for each kind of work. */
  engineProbes?: readonly Probe[];
  close?(): Promise<void>;
}

type Offers = Required<Omit<Area, 'close'>>;

/** Everything that the areas offer, in their order. */
export function joinAreas(areas: readonly Area[]): Offers {
  return {
    routes: areas.flatMap((area) => area.routes ?? []),
    pages: areas.flatMap((area) => area.pages ?? []),
    previewPages: areas.flatMap((area) => area.previewPages ?? []),
    chores: areas.flatMap((area) => area.chores ?? []),
    metrics: areas.flatMap((area) => area.metrics ?? []),
    probes: areas.flatMap((area) => area.probes ?? []),
    backupProbes: areas.flatMap((area) => area.backupProbes ?? []),
    engineProbes: areas.flatMap((area) => area.engineProbes ?? []),
  };
}

/** Longer than the bundled PostgreSQL takes to end, also when it has to be killed. */
const CLOSE_LIMIT_MS = 30_000;

/**
 * Closes the areas in reverse order, because an area may use earlier ones until it is closed. If one fails or takes too
 * long, that is logged and the next is closed: a stop must end.
 */
export async function closeAreas(
  areas: Readonly<Record<string, Area>>,
  log: Log,
  limitMs = CLOSE_LIMIT_MS,
): Promise<void> {
  for (const [name, area] of Object.entries(areas).toReversed()) {
    try {
      if (await endsWithin(limitMs, area.close?.() ?? Promise.resolve())) continue;
      log.error({ area: name, limitMs }, 'an area did not close in time; the stop goes on without it');
    } catch (error) {
      log.error({ err: error, area: name }, 'an area failed to close; the stop goes on');
    }
  }
}
