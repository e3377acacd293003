// The models that an upstream offers: its /models list, refreshed regularly, overridden by the operator's settings.

import { parseAnswer } from '../../../core/bounded-json.ts';
import { CONNECTED } from '../../../core/connected-models.ts';
import type { Log } from '../../../core/log.ts';
import { asRecord } from '../../../core/unknown-json.ts';
import { ListFailures } from '../../../net/list-failures.ts';
import { readWhole, type UpstreamClient } from '../../../net/upstream-client.ts';
import { pictureTokensOf } from '../picture-tokens.ts';
import type { TextModel } from '../port.ts';
import type { UpstreamModelSettings } from '../upstream-settings.ts';

const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 10_000;
/** A provider of everything lists some hundreds. */
const MAX_LISTED = 2_000;
const MAX_ID = 200;
const FETCH_TIMEOUT_MS = 15_000;
const DEFAULT_CONTEXT_WINDOW = 128_000;
const DEFAULT_MAX_OUTPUT_TOKENS = 16_384;
// OpenAI's older models list no limit and refuse a larger one.
const OLD_OUTPUT_LIMIT = 4_096;
const OLD_MODELS = /^gpt-(3\.5|4)(-|$)/;
const EVERYTHING = ['chat', 'tools', 'json_schema', 'vision'];
const NOT_TEXT = /embed|whisper|tts|dall-e|moderation|transcribe|gpt-image|sora|rerank|realtime/i;

export interface ListedModel extends TextModel {
  /** The upstream's own name of the model. */
  upstreamId: string;
}

export class ModelList {
  readonly #name: string;
  readonly #client: UpstreamClient;
  readonly #declared: readonly ListedModel[];
  readonly #fetches: boolean;
  readonly #log: Log;
  readonly #failures: ListFailures;
  #models: readonly ListedModel[];
  #byId = new Map<string, ListedModel>();
  #timer: NodeJS.Timeout | undefined;
  #stop = new AbortController();

  constructor(options: {
    name: string;
    client: UpstreamClient;
    declared: readonly UpstreamModelSettings[];
    fetches: boolean;
    log: Log;
  }) {
    this.#name = options.name;
    this.#client = options.client;
    this.#declared = options.declared.map(declaredModel);
    this.#fetches = options.fetches;
    this.#log = options.log;
    this.#failures = new ListFailures(options.log, options.name);
    this.#models = [];
    this.#set([]);
  }

  all(): readonly ListedModel[] {
    return this.#models;
  }

  find(id: string): ListedModel | undefined {
    return this.#byId.get(id);
  }

  /** Resolves after the first fetch, successful or not: an upstream that is down must not stop the service from starting. */
  async start(): Promise<void> {
    if (this.#fetches) await this.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stop.abort();
  }

  async refresh(): Promise<void> {
    let next = REFRESH_MS;
    try {
      this.#set(await this.#fetch());
      this.#failures.worked();
    } catch (error) {
      next = RETRY_MS;
      if (!this.#stop.signal.aborted) this.#failures.failed(error);
    }
    clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => void this.refresh(), next);
    this.#timer.unref();
  }

  async #fetch(): Promise<ListedModel[]> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
    const answer = await this.#client.get('models', signal);
    const text = await readWhole(this.#name, answer);
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    const data = asRecord(parseAnswer(text))?.data;
    if (!Array.isArray(data)) throw new Error('the response contains no list of models');
    if (data.length > MAX_LISTED)
      this.#log.warn(
        { upstream: this.#name, listed: data.length },
        `only the first ${MAX_LISTED} listed models are read`,
      );
    return data.slice(0, MAX_LISTED).flatMap((entry) => readListed(asRecord(entry)) ?? []);
  }

  #set(fetched: readonly ListedModel[]): void {
    const declaredUpstreamIds = new Set(this.#declared.map((model) => model.upstreamId));
    this.#models = [...this.#declared, ...fetched.filter((model) => !declaredUpstreamIds.has(model.upstreamId))];
    this.#byId = new Map(this.#models.map((model) => [model.id, model]));
  }
}

function readListed(entry: Record<string, unknown> | undefined): ListedModel | undefined {
  const id = entry?.id;
  if (!entry || typeof id !== 'string' || id.length > MAX_ID || NOT_TEXT.test(id)) return undefined;
  const contextWindow =
    firstCount(entry.context_window, entry.context_length, entry.max_model_len, asRecord(entry.meta)?.n_ctx_train) ??
    DEFAULT_CONTEXT_WINDOW;
  return {
    id,
    upstreamId: id,
    ownedBy: CONNECTED,
    contextWindow,
    maxOutputTokens: firstCount(entry.max_output_tokens) ?? Math.min(defaultOutput(id), contextWindow),
    capabilities: readCapabilities(entry.capabilities),
    pictureTokens: pictureTokensOf(id),
    ready: true,
  };
}

/** A model without listed capabilities is assumed to have all: the upstream itself refuses what it cannot do. */
function readCapabilities(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  return EVERYTHING;
}

function firstCount(...values: unknown[]): number | undefined {
  return values.find((value): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0);
}

function defaultOutput(upstreamId: string): number {
  return OLD_MODELS.test(upstreamId) ? OLD_OUTPUT_LIMIT : DEFAULT_MAX_OUTPUT_TOKENS;
}

function declaredModel(model: UpstreamModelSettings): ListedModel {
  const contextWindow = model.context_window ?? DEFAULT_CONTEXT_WINDOW;
  return {
    id: model.id,
    upstreamId: model.upstream_id ?? model.id,
    ownedBy: CONNECTED,
    contextWindow,
    maxOutputTokens: model.max_output_tokens ?? Math.min(defaultOutput(model.upstream_id ?? model.id), contextWindow),
    capabilities: model.capabilities ?? EVERYTHING,
    pictureTokens: model.picture_tokens ?? pictureTokensOf(model.upstream_id ?? model.id),
    ready: true,
  };
}
