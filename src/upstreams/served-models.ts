// Upstreams' models for the price list: those that settings declare, and those that upstreams have listed so far.
import type { Config } from '../config/settings.ts';
import { COMPOSER_MODEL } from '../modules/music/service.ts';
import type { ModelKind, ServedModel } from '../money/offers.ts';
import { CREDITS_PER_UNIT, type ModelPrice, type PriceList } from '../money/price-list.ts';
import { scalePrice } from '../money/price-of-use.ts';
import { providerAt, providerCost } from '../money/provider-costs.ts';
import { type Hosting, hostingOf } from '../net/hosting.ts';
import type { LiveSnapshot } from './live-settings.ts';

/** An upstream for one kind of work. */
interface Place extends Hosting {
  kind: ModelKind;
  upstream: string;
  /** The upstream's own model names, where they differ. */
  upstreamIds: ReadonlyMap<string, string>;
  fallbacks: ReadonlyMap<string, readonly string[]>;
  /** Its own names of models may be any, as those of Azure's deployments. */
  areDeployments: boolean;
}

type Entry = Readonly<Record<string, unknown>>;
type Files = Pick<Config, 'file' | 'openAi'>;

/** Models that upstreams have listed. It only grows: a model that disappears does no harm. */
export class ListedModels {
  readonly #ids = new Map<string, Set<string>>();
  #revision = 0;

  get revision(): number {
    return this.#revision;
  }

  note(kind: ModelKind, upstream: string, models: readonly { id: string }[]): void {
    const key = `${kind}\n${upstream}`;
    const known = this.#ids.get(key) ?? new Set();
    const before = known.size;
    for (const { id } of models) known.add(id);
    if (known.size === before) return;
    this.#ids.set(key, known);
    this.#revision += 1;
  }

  of(kind: ModelKind, upstream: string): Iterable<string> {
    return this.#ids.get(`${kind}\n${upstream}`) ?? [];
  }
}

/**
 * The description of each upstream from the files, the environment and the live settings; files win over live settings
 * of the same name.
 */
export function listPlaces({ file, openAi }: Files, { upstreams }: Pick<LiveSnapshot, 'upstreams'>): Place[] {
  const environment: Place[] = openAi
    ? (['text', 'embedding', 'image', 'video', 'speech', 'transcription'] as const).map((kind) =>
        placeOf(kind, {
          name: 'openai',
          base_url: openAi.baseUrl,
          ...(openAi.provider ? { provider: openAi.provider } : {}),
        }),
      )
    : [];
  const all = [
    ...upstreams.map(({ name, makes, settings }) => placeOf(makes as ModelKind, { ...settings, name })),
    ...environment,
    ...(file.upstreams ?? []).map((entry) => placeOf('text', entry)),
    ...(file.image_upstreams ?? []).map((entry) => placeOf('image', entry)),
    ...(file.music_upstreams ?? []).map((entry) => placeOf('music', entry)),
    ...(file.video_upstreams ?? []).map((entry) => placeOf('video', entry)),
    ...(file.speech_upstreams ?? []).map((entry) => placeOf('speech', entry)),
    ...(file.transcription_upstreams ?? []).map((entry) => placeOf('transcription', entry)),
  ];
  return [...new Map(all.map((place) => [`${place.kind}\n${place.upstream}`, place])).values()];
}

function placeOf(kind: ModelKind, entry: Entry): Place {
  // All music upstreams make the songs of one model.
  const models = kind === 'music' ? [{ ...entry, id: COMPOSER_MODEL, upstream_id: entry.model }] : entry.models;
  const declared = (Array.isArray(models) ? models : []) as readonly Entry[];
  const named = declared.filter(({ id }) => typeof id === 'string');
  return {
    ...hostingOf(entry),
    kind,
    upstream: String(entry.name),
    areDeployments: entry.kind === 'azure',
    upstreamIds: new Map(named.map(({ id, upstream_id: theirs }) => [String(id), String(theirs ?? id)])),
    fallbacks: new Map(
      named.map(({ id, fallbacks }) => [String(id), Array.isArray(fallbacks) ? fallbacks.map(String) : []]),
    ),
  };
}

/** Every declared or listed model, with its provider's price in the currency of the list. */
export function describeServed(
  places: readonly Place[],
  listed: ListedModels,
  { aliases, list }: { aliases: ReadonlyMap<string, string>; list: Pick<PriceList, 'currency' | 'currency_per_usd'> },
): ServedModel[] {
  const rate = list.currency_per_usd ?? (list.currency === 'usd' ? 1 : undefined);
  return places.flatMap((place) => {
    const provider = place.isOwn ? null : providerAt(place);
    const ids = new Set([...place.upstreamIds.keys(), ...listed.of(place.kind, place.upstream)]);
    return [...ids].map((model): ServedModel => {
      const names = [place.upstreamIds.get(model) ?? model, ...(place.areDeployments ? [model] : [])];
      const usd = place.isOwn ? undefined : firstCost(provider, names, place.kind);
      const { kind, upstream, isOwn } = place;
      return {
        ...{ kind, upstream, model, isOwn, provider: provider ?? place.provider },
        mapCost: usd && rate !== undefined ? scalePrice(usd, rate * CREDITS_PER_UNIT) : undefined,
        unknownBecause: isOwn ? null : whyUnknown({ place, provider, isInMap: usd !== undefined }, list),
        fallbacks: (place.fallbacks.get(model) ?? []).map((name) => aliases.get(name) ?? name),
      };
    });
  });
}

function firstCost(provider: string | null, names: readonly string[], kind: ModelKind): ModelPrice | undefined {
  for (const name of names) {
    const usd = costInUsd(provider, name, kind);
    if (usd) return usd;
  }
  return undefined;
}

const remembered = new Map<string, ModelPrice | undefined>();
let rememberedOn = '';

/** A lookup is slow enough to do it only once a day. */
function costInUsd(provider: string | null, model: string, kind: ModelKind): ModelPrice | undefined {
  if (rememberedOn !== pricingDay()) {
    remembered.clear();
    rememberedOn = pricingDay();
  }
  const key = `${provider}\n${kind}\n${model}`;
  if (!remembered.has(key)) remembered.set(key, providerCost(provider, model, kind));
  return remembered.get(key);
}

/** Forgets cached prices after the map has changed. */
export function forgetCosts(): void {
  rememberedOn = '';
  mapRevision += 1;
}

let mapRevision = 0;

/** Changes when prices of the map may have changed: each day, and with the map. */
export function pricingDay(): string {
  return `${Math.floor(Date.now() / 86_400_000)} ${mapRevision}`;
}

function whyUnknown(
  { place, provider, isInMap }: { place: Place; provider: string | null; isInMap: boolean },
  { currency }: Pick<PriceList, 'currency'>,
): string {
  if (isInMap) return `provider prices are in US dollars; set currency_per_usd to have them in ${currency}`;
  if (provider !== null) return `the map of provider prices does not know what "${provider}" charges for it`;
  return `the map of provider prices does not know ${place.url === null ? 'this provider' : new URL(place.url).host}, nor the model by its name`;
}
