// The client: one object with all methods of the service.
import { Api, type CallInput, type Input, type OperationName, type Reply } from './api.ts';
import { audioOf } from './audio.ts';
import { placeOf } from './base-url.ts';
import { messagesOf, openConversationsOf, responsesOf } from './dialects.ts';
import { builderOf, imageOf, jobsOf, musicOf, videoOf, videosOf } from './making.ts';
import {
  accountOf,
  alertsOf,
  batchesOf,
  customersOf,
  filesOf,
  keysOf,
  libraryOf,
  paymentsOf,
  requestsOf,
  runsOf,
  uploadsOf,
  usageOf,
  webhooksOf,
} from './managing.ts';
import { operatorOf } from './operating.ts';
import { teamOf } from './team.ts';
import { chatOf, codeOf, completionsOf, embeddingsOf, modelsOf, moderationsOf, rerankOf } from './text.ts';
import { type CallOptions, type Credentials, Transport } from './transport.ts';
import { vectorStoresOf } from './vector-stores.ts';

export interface AtelierSettings {
  /** `sk_live_…` or `sk_test_…`; in Node, ATELIER_API_KEY if absent. Never put a key into a page that others load. */
  apiKey?: string;
  /** The origin of the service, with or without its /v1; in Node ATELIER_URL if absent, otherwise http://localhost:3000. */
  baseUrl?: string;
  /** Derived from the key if absent; without a key, from the base URL. */
  environment?: 'live' | 'test';
  /** For pages of the service's own site: uses the session cookie instead of a key. */
  credentials?: Credentials;
  /** How often a failed call is repeated (default 3): after 1, 2, 4 seconds, or as the service's Retry-After says. */
  maxRetries?: number;
  /** The time limit until a response begins, for each attempt (default 10 minutes). */
  timeoutMs?: number;
  fetch?: typeof globalThis.fetch;
  /** Sees every response, e.g. to read X-RateLimit-Remaining or X-Credits-Charged. */
  onResponse?: (response: Response) => void;
}

const DEFAULT_URL = 'http://localhost:3000';
const DEFAULT_TIMEOUT_MS = 10 * 60_000;

export class Atelier {
  readonly environment: 'live' | 'test';
  readonly chat: ReturnType<typeof chatOf>;
  readonly completions: ReturnType<typeof completionsOf>;
  readonly messages: ReturnType<typeof messagesOf>;
  readonly responses: ReturnType<typeof responsesOf>;
  readonly conversations: ReturnType<typeof openConversationsOf>;
  readonly embeddings: ReturnType<typeof embeddingsOf>;
  readonly rerank: ReturnType<typeof rerankOf>;
  readonly moderations: ReturnType<typeof moderationsOf>;
  readonly code: ReturnType<typeof codeOf>;
  readonly models: ReturnType<typeof modelsOf>;
  readonly music: ReturnType<typeof musicOf>;
  readonly image: ReturnType<typeof imageOf>;
  readonly video: ReturnType<typeof videoOf>;
  readonly videos: ReturnType<typeof videosOf>;
  readonly audio: ReturnType<typeof audioOf>;
  readonly builder: ReturnType<typeof builderOf>;
  readonly jobs: ReturnType<typeof jobsOf>;
  readonly files: ReturnType<typeof filesOf>;
  readonly uploads: ReturnType<typeof uploadsOf>;
  readonly library: ReturnType<typeof libraryOf>;
  readonly batches: ReturnType<typeof batchesOf>;
  readonly vectorStores: ReturnType<typeof vectorStoresOf>;
  readonly account: ReturnType<typeof accountOf>;
  readonly keys: ReturnType<typeof keysOf>;
  readonly team: ReturnType<typeof teamOf>;
  readonly usage: ReturnType<typeof usageOf>;
  readonly alerts: ReturnType<typeof alertsOf>;
  readonly customers: ReturnType<typeof customersOf>;
  readonly runs: ReturnType<typeof runsOf>;
  readonly requests: ReturnType<typeof requestsOf>;
  readonly payments: ReturnType<typeof paymentsOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;
  /** Only for the operator of the service, with a key of the scope `operator` or a session. */
  readonly operator: ReturnType<typeof operatorOf>;
  readonly #api: Api;

  constructor(settings: AtelierSettings = {}) {
    const apiKey = settings.apiKey ?? (settings.credentials ? undefined : fromEnvironment('ATELIER_API_KEY'));
    const address = settings.baseUrl ?? fromEnvironment('ATELIER_URL') ?? DEFAULT_URL;
    const { environment, baseUrl } = placeOf(address, settings.environment ?? environmentOf(apiKey));
    this.environment = environment;
    const transport = new Transport({
      baseUrl,
      apiKey,
      credentials: settings.credentials,
      maxRetries: settings.maxRetries ?? 3,
      timeoutMs: settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      // Called without `this`: browsers refuse to run fetch as a method of another object.
      fetch: settings.fetch ?? ((...call) => globalThis.fetch(...call)),
      onResponse: settings.onResponse,
    });
    const api = new Api(transport);
    this.#api = api;
    this.chat = chatOf(api);
    this.completions = completionsOf(api);
    this.messages = messagesOf(api);
    this.responses = responsesOf(api);
    this.conversations = openConversationsOf(api);
    this.embeddings = embeddingsOf(api);
    this.rerank = rerankOf(api);
    this.moderations = moderationsOf(api);
    this.code = codeOf(api);
    this.models = modelsOf(api);
    this.music = musicOf(api);
    this.image = imageOf(api);
    this.video = videoOf(api);
    this.videos = videosOf(api);
    this.audio = audioOf(api);
    this.builder = builderOf(api);
    this.jobs = jobsOf(api);
    this.files = filesOf(api);
    this.uploads = uploadsOf(api);
    this.library = libraryOf(api);
    this.batches = batchesOf(api);
    this.vectorStores = vectorStoresOf(api);
    this.account = accountOf(api);
    this.keys = keysOf(api);
    this.team = teamOf(api);
    this.usage = usageOf(api);
    this.alerts = alertsOf(api);
    this.customers = customersOf(api);
    this.runs = runsOf(api);
    this.requests = requestsOf(api);
    this.payments = paymentsOf(api);
    this.webhooks = webhooksOf(api);
    this.operator = operatorOf(api);
  }

  /** Any operation of the API by its name, typed: `call('GET /jobs/{id}', { params: { id } })`. */
  call<N extends OperationName>(name: N, input?: CallInput<N>, options?: CallOptions): Promise<Reply<N>> {
    return this.#api.call(name, input, options);
  }

  /** The URL of an operation, for links and downloads that a browser follows with its session. */
  addressOf<N extends OperationName>(name: N, input?: CallInput<N>): string {
    return this.#api.addressOf(name, input);
  }

  /** Any call of the API by hand, e.g. `request('POST', '/images/generations', { body })`: with key, retries and errors. */
  request(method: string, path: string, input: Omit<Input, 'params'> = {}, options?: CallOptions): Promise<Response> {
    return this.#api.send(`${method} ${path}`, input, options);
  }
}

function environmentOf(apiKey: string | undefined): 'live' | 'test' | undefined {
  if (!apiKey) return undefined;
  return apiKey.startsWith('sk_test_') ? 'test' : 'live';
}

function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
