// Other services' model names: what this service offers in their place, as the operator chose: never, as advice in the
// error, or at once.
import { matchesPattern, mayUseModel } from '../../core/model-lists.ts';
import type { PricedFor, Prices } from '../../money/prices.ts';
import type { ListedModel, ModelSource } from './sources.ts';
import { kindOfName, type ModelKind } from './well-known-names.ts';

export interface NameSettings {
  modelAliases: 'off' | 'suggested' | 'on';
  /** `pattern=model`, in order; they take precedence over the well-known names. */
  modelNames: readonly string[];
}

export interface OfferedNames {
  sources: readonly ModelSource[];
  /** Whether chat knows this name, including as an upstream's alias. */
  isChatName(name: string): boolean;
  defaultChat(): { id: string } | undefined;
  moderation(): readonly string[];
}

/** Undefined: the service's default for a call without a model. */
export interface StandIn {
  model: string | undefined;
}

interface Found {
  id: string;
  module: string;
  /** The operator chose it. */
  isNamed: boolean;
}

/** Which model can do it depends on the edit, the size or the image sent. */
const CHOSEN_BY_WORK: ReadonlySet<string> = new Set(['image', 'video']);

/** The capability that a model needs to replace a name of its kind. */
const ABLE: Readonly<Record<Exclude<ModelKind, 'chat' | 'moderation'>, (capabilities: readonly string[]) => boolean>> =
  {
    embeddings: (able) => able.includes('embeddings'),
    speech: () => true,
    transcription: () => true,
    image: (able) => able.includes('generate'),
    video: (able) => able.includes('text-to-video'),
  };

export class ModelNames {
  readonly #settings: NameSettings;
  readonly #prices: Prices;
  #offered: OfferedNames = { sources: [], isChatName: () => false, defaultChat: () => undefined, moderation: () => [] };

  /** Read at every call, because the settings may be live. */
  constructor(settings: NameSettings, prices: Prices) {
    this.#settings = settings;
    this.#prices = prices;
  }

  /** Called once the engines exist. */
  offer(offered: OfferedNames): void {
    this.#offered = offered;
  }

  /** The replacement for a name that this service does not have; undefined: the name stays. */
  standIn(name: string): StandIn | undefined {
    const found = this.#settings.modelAliases === 'on' ? this.#find(name) : undefined;
    return found && { model: CHOSEN_BY_WORK.has(found.module) && !found.isNamed ? undefined : found.id };
  }

  /** The replacement for a name; if it depends on the work, the usual one. */
  meantBy(name: string): string | undefined {
    return this.#settings.modelAliases === 'on' ? this.#find(name)?.id : undefined;
  }

  /** A sentence for the error that refuses the name: what does the same work, and its price for this caller. */
  advise(name: string, caller: PricedFor): string | undefined {
    const found = this.#settings.modelAliases === 'suggested' ? this.#find(name) : undefined;
    if (!found) return undefined;
    return `"${found.id}" does such work here${this.#priceWords(found, caller)}: send that name instead.`;
  }

  /** The well-known names and the operator's names without `*` that have a replacement, for lists of models. */
  namesOf(id: string): string[] {
    if (this.#settings.modelAliases !== 'on') return [];
    const pairs = this.#settings.modelNames.map(splitPair);
    return pairs.flatMap(([pattern, model]) => (model === id && !pattern.includes('*') ? [pattern] : []));
  }

  #find(name: string): Found | undefined {
    const own = this.#settings.modelNames.map(splitPair).find(([pattern]) => matchesPattern(pattern, name));
    const kind = own ? undefined : kindOfName(name);
    if ((!own && !kind) || this.#isOffered(name)) return undefined;
    if (own)
      return { id: own[1], module: this.#listed().find(({ id }) => id === own[1])?.module ?? 'chat', isNamed: true };
    const first = kind && this.#firstOf(kind);
    return first && { id: first.id, module: first.module, isNamed: false };
  }

  #firstOf(kind: ModelKind): { id: string; module: string } | undefined {
    if (kind === 'chat') {
      const model = this.#offered.defaultChat();
      return model && { id: model.id, module: 'chat' };
    }
    if (kind === 'moderation') {
      const id = this.#offered.moderation().find((one) => mayUseModel(one));
      return id === undefined ? undefined : { id, module: 'moderation' };
    }
    const able = this.#listed().filter(
      ({ id, module, capabilities }) => module === kind && ABLE[kind](capabilities) && mayUseModel(id),
    );
    return able.find(({ ready }) => ready) ?? able[0];
  }

  #isOffered(name: string): boolean {
    const { isChatName, moderation } = this.#offered;
    return isChatName(name) || moderation().includes(name) || this.#listed().some(({ id }) => id === name);
  }

  #listed(): ListedModel[] {
    return this.#offered.sources.flatMap((source) => [...source()]).filter(({ id }) => !id.startsWith('sandbox-'));
  }

  #priceWords({ id, module }: { id: string; module: string }, caller: PricedFor): string {
    if (module === 'moderation') return ', free of charge';
    const price = this.#prices.shown(caller, this.#prices.of(module, id));
    const words = Object.entries(price).flatMap(([unit, credits]) =>
      typeof credits === 'number' ? [`${credits} credits ${unit.replaceAll('_', ' ')}`] : [],
    );
    return words.length > 0 ? `, for ${words.join(' and ')}` : '';
  }
}

function splitPair(pair: string): readonly [pattern: string, model: string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
