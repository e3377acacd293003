// The client: one object with everything the service can do.
import { Api, type Input } from './api.ts';
import { builderOf, imageOf, jobsOf, musicOf, videoOf } from './making.ts';
import { accountOf, filesOf, keysOf, paymentsOf, usageOf, webhooksOf } from './managing.ts';
import { chatOf, codeOf, completionsOf, embeddingsOf, modelsOf } from './text.ts';
import { type CallOptions, Transport } from './transport.ts';

export interface AtelierSettings {
  /** `sk_live_…` or `sk_test_…`; in Node, ATELIER_API_KEY when absent. Never put one into a page that others load. */
  apiKey?: string;
  /** The origin of the service; in Node ATELIER_URL, else http://localhost:3000. */
  baseUrl?: string;
  /** Told by the key unless given. */
  environment?: 'live' | 'test';
  /** How often a call is tried again (3): after 1, 2, 4 seconds, or when the service says. */
  maxRetries?: number;
  /** Until an answer begins (10 minutes), for each try. */
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
  readonly embeddings: ReturnType<typeof embeddingsOf>;
  readonly code: ReturnType<typeof codeOf>;
  readonly models: ReturnType<typeof modelsOf>;
  readonly music: ReturnType<typeof musicOf>;
  readonly image: ReturnType<typeof imageOf>;
  readonly video: ReturnType<typeof videoOf>;
  readonly builder: ReturnType<typeof builderOf>;
  readonly jobs: ReturnType<typeof jobsOf>;
  readonly files: ReturnType<typeof filesOf>;
  readonly account: ReturnType<typeof accountOf>;
  readonly keys: ReturnType<typeof keysOf>;
  readonly usage: ReturnType<typeof usageOf>;
  readonly payments: ReturnType<typeof paymentsOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;
  readonly #api: Api;

  constructor(settings: AtelierSettings = {}) {
    const apiKey = settings.apiKey ?? fromEnvironment('ATELIER_API_KEY');
    const origin = (settings.baseUrl ?? fromEnvironment('ATELIER_URL') ?? DEFAULT_URL).replace(/\/+$/, '');
    this.environment = settings.environment ?? (apiKey?.startsWith('sk_test_') ? 'test' : 'live');
    const transport = new Transport({
      baseUrl: `${origin}${this.environment === 'test' ? '/sandbox/v1' : '/v1'}`,
      apiKey,
      maxRetries: settings.maxRetries ?? 3,
      timeoutMs: settings.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      // Called without `this`: browsers refuse their own fetch as a method of something else.
      fetch: settings.fetch ?? ((...call) => globalThis.fetch(...call)),
      onResponse: settings.onResponse,
    });
    const api = new Api(transport);
    this.#api = api;
    this.chat = chatOf(api);
    this.completions = completionsOf(api);
    this.embeddings = embeddingsOf(api);
    this.code = codeOf(api);
    this.models = modelsOf(api);
    this.music = musicOf(api);
    this.image = imageOf(api);
    this.video = videoOf(api);
    this.builder = builderOf(api);
    this.jobs = jobsOf(api);
    this.files = filesOf(api);
    this.account = accountOf(api);
    this.keys = keysOf(api);
    this.usage = usageOf(api);
    this.payments = paymentsOf(api);
    this.webhooks = webhooksOf(api);
  }

  /** Any call of the API by hand, e.g. `request('POST', '/images/generations', { body })`: with key, retries and errors. */
  request(method: string, path: string, input: Omit<Input, 'params'> = {}, options?: CallOptions): Promise<Response> {
    return this.#api.send(`${method} ${path}`, input, options);
  }
}

function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
