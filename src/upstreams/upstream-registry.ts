// What the operator's module needs of the upstreams: the list of them, the check of new settings, and a trial call.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/settings.ts';
import { ServiceError } from '../core/errors.ts';
import { redact } from '../core/log.ts';
import { wholeReason } from '../core/upstream-failure.ts';
import type { TriedCall, UpstreamLine } from '../modules/operators/upstream-service.ts';
import { costAt, LIST_PRICE_PERMILLE, type Prices } from '../money/prices.ts';
import { refuseUpstreamAddress } from '../net/upstream-address.ts';
import type { SettingValue } from '../store/live-settings.ts';
import type { ConnectedSettings } from './connected.ts';
import type { LiveSettings } from './live-settings.ts';
import type { Makes } from './live-upstreams.ts';
import { emptyGot } from './try-calls.ts';
import type { Offer, UpstreamKind } from './upstream-kinds.ts';

export interface RegistryParts {
  config: Config;
  connected: ConnectedSettings;
  live: LiveSettings;
  prices: Prices;
  kinds: readonly UpstreamKind[];
}

type Entry = Record<string, unknown>;
interface StoredUpstream {
  makes: string;
  settings: Entry;
  has_key: boolean;
  header_names: readonly string[];
}
type Asked = { model?: string; prompt?: string };

const LISTED = { attributionWaived: false, priceFactorPermille: LIST_PRICE_PERMILLE };

export class UpstreamRegistry {
  readonly #parts: RegistryParts;

  constructor(parts: RegistryParts) {
    this.#parts = parts;
  }

  list(): UpstreamLine[] {
    const { config, connected, live } = this.#parts;
    const { file, openAi } = config;
    const fixed = (source: UpstreamLine['source'], makes: Makes) => (entry: Entry) =>
      this.#show({ source, makes, entry, hasKey: 'api_key_env' in entry || 'api_key_file' in entry });
    const environment = { name: 'openai', base_url: openAi?.baseUrl };
    return [
      ...(openAi
        ? [this.#show({ source: 'environment', makes: 'text', entry: environment, hasKey: !!openAi.apiKey })]
        : []),
      ...(file.upstreams ?? []).map(fixed('file', 'text')),
      ...(file.image_upstreams ?? []).map(fixed('file', 'image')),
      ...(file.music_upstreams ?? []).map(fixed('file', 'music')),
      ...(file.video_upstreams ?? []).map(fixed('file', 'video')),
      ...(file.speech_upstreams ?? []).map(fixed('file', 'speech')),
      ...(file.transcription_upstreams ?? []).map(fixed('file', 'transcription')),
      ...(connected.lists.upstreams ?? []).map(fixed('local', 'text')),
      ...(connected.lists.image_upstreams ?? []).map(fixed('local', 'image')),
      ...live.snapshot.upstreams.map((upstream): UpstreamLine => {
        const { name, makes, settings, hasKey, headerNames } = upstream;
        const line = this.#show({ source: 'live', makes, entry: { ...settings, name }, hasKey });
        const isLocked = live.secretOf(upstream) === undefined;
        const problem = isLocked ? 'The key cannot be decrypted because SECRET has changed. Set it again.' : null;
        return { ...line, settings, headerNames, problem };
      }),
    ];
  }

  /** As strict as the configuration file; the address must also be a possible upstream address. */
  check(setting: string, value: SettingValue): void {
    const name = setting.slice(setting.indexOf(':') + 1);
    const { makes, settings, has_key: hasKey, header_names: headerNames } = value as unknown as StoredUpstream;
    refuseTooMany(settings);
    try {
      const headers = Object.fromEntries(headerNames.map((one) => [one, '']));
      this.#kind(makes).check({ ...settings, name, ...(headerNames.length > 0 ? { headers } : {}) }, hasKey);
    } catch (error) {
      throw refused(error instanceof Error ? error.message : String(error));
    }
    if (settings.base_url === undefined) return;
    const { config } = this.#parts;
    const problem = refuseUpstreamAddress(String(settings.base_url), {
      origins: [new URL(config.publicUrl).origin],
      port: config.port,
    });
    if (problem) throw refused(problem, 'settings.base_url');
  }

  async try(name: string, asked: Asked, signal: AbortSignal): Promise<TriedCall | undefined> {
    const kind = this.#parts.kinds.find((one) => one.find(name));
    if (!kind) return undefined;
    const offer = await readOffer(kind, name);
    if (!offer) return undefined;
    const { models } = offer;
    const model = asked.model ?? models[0];
    if (model === undefined || !models.includes(model))
      throw new ServiceError(
        'invalid_parameter',
        `"${name}" has no model ${asked.model === undefined ? 'yet' : `"${asked.model}"`}. It offers: ${models.join(', ') || 'none'}.`,
        { param: 'model' },
      );
    const prompt = asked.prompt ?? kind.prompt;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]);
    return this.#send({ name, kind, offer, model, prompt }, limited);
  }

  async #send(
    call: { name: string; kind: UpstreamKind; offer: Offer; model: string; prompt: string },
    signal: AbortSignal,
  ): Promise<TriedCall> {
    const { name, kind, offer, model, prompt } = call;
    const got = emptyGot();
    const startedMs = performance.now();
    const sinceStart = () => Math.round(performance.now() - startedMs);
    const error = await offer.send({ model, prompt, got, sinceStart }, signal).then(() => null, wholeReason);
    const { images, characters, milliseconds } = got;
    const use = { ...got.usage, images, characters, milliseconds, requests: 1 };
    const { prices } = this.#parts;
    return {
      ...got,
      answer: redact(got.answer),
      model,
      error,
      latencyMs: sinceStart(),
      price: error === null ? costAt(prices.of(kind.module, model), LISTED, use) : 0,
      cost: error === null ? prices.upstreamCost({ engine: name, model }, use) : 0,
    };
  }

  #kind(makes: string): UpstreamKind {
    const found = this.#parts.kinds.find((kind) => kind.makes === makes);
    if (!found) throw new Error(`There are no upstreams of the kind "${makes}".`);
    return found;
  }

  #show(line: { source: UpstreamLine['source']; makes: string; entry: Entry; hasKey: boolean }): UpstreamLine {
    const { source, makes, entry, hasKey } = line;
    const { name, headers, ...settings } = entry;
    const kind = this.#parts.kinds.find((one) => one.makes === makes);
    return {
      name: String(name),
      makes,
      source,
      settings,
      hasKey,
      headerNames: typeof headers === 'object' && headers !== null ? Object.keys(headers) : [],
      models: kind?.find(String(name))?.models ?? [],
      problem: null,
    };
  }
}

const TRY_MS = 120_000;
const LIST_WAITS = 20;
const LIST_WAIT_MS = 100;
const MAX_MODELS = 1_000;
const MAX_SETTINGS_CHARACTERS = 1_000_000;

/** An engine that was just opened may still be reading the list of its models. */
async function readOffer(kind: UpstreamKind, name: string): Promise<Offer | undefined> {
  const isListing = () => kind.find(name)?.models.length === 0;
  for (let waits = 0; waits < LIST_WAITS && isListing(); waits += 1) await sleep(LIST_WAIT_MS);
  return kind.find(name);
}

/** Every node keeps them in memory, and every list of models shows them. */
function refuseTooMany(settings: Entry): void {
  const { models } = settings;
  if (Array.isArray(models) && models.length > MAX_MODELS)
    throw refused(`An upstream can have ${MAX_MODELS} models at most; these are ${models.length}.`, 'settings.models');
  if (JSON.stringify(settings).length > MAX_SETTINGS_CHARACTERS)
    throw refused(`The settings can have ${MAX_SETTINGS_CHARACTERS} characters at most.`);
}

/** An error about the entry in the file applies to the settings here. */
function refused(message: string, param = 'settings'): ServiceError {
  const told = message.replace(/^(?:\w+_)?upstreams: /, 'settings: ');
  return new ServiceError('invalid_parameter', told, { param });
}
