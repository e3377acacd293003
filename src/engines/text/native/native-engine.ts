// A text engine on an upstream whose dialect clients also speak: calls in that dialect pass unchanged, the AI SDK
// translates all others.
import type { OnAccepted } from '../../../core/left-calls.ts';
import { UpstreamClient } from '../../../net/upstream-client.ts';
import { AiSdkEngine } from '../ai-sdk/ai-sdk-engine.ts';
import type { ProviderSettings } from '../ai-sdk/providers.ts';
import { askForModels } from '../ask-for-models.ts';
import type { NativeRelay, TextEngine, TextEvent, TextMessage, TextModel, TextOrder } from '../port.ts';
import type { PromptShape } from '../tokenizer.ts';
import { GEMINI_DIALECT } from './gemini-dialect.ts';
import { MESSAGES_DIALECT } from './messages-dialect.ts';
import { DialectRelay } from './native-relay.ts';

export type NativeKind = 'anthropic' | 'google';

/** The URL of each kind, and how it receives the key. */
const KINDS = {
  anthropic: {
    dialect: MESSAGES_DIALECT,
    baseUrl: 'https://api.anthropic.com/v1',
    keyHeader: 'x-api-key',
    headers: { 'anthropic-version': '2023-06-01' },
  },
  google: {
    dialect: GEMINI_DIALECT,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyHeader: 'x-goog-api-key',
    headers: {},
  },
} as const;

export class NativeEngine implements TextEngine {
  readonly name: string;
  readonly native: NativeRelay;
  readonly #translated: AiSdkEngine;
  readonly #client: UpstreamClient;

  constructor(settings: ProviderSettings & { kind: NativeKind }, apiKey: string | undefined) {
    const { dialect, baseUrl, keyHeader, headers } = KINDS[settings.kind];
    this.name = settings.name;
    this.#translated = new AiSdkEngine(settings, apiKey);
    this.#client = new UpstreamClient({
      name: settings.name,
      baseUrl: settings.base_url ?? baseUrl,
      headers: { ...(apiKey === undefined ? {} : { [keyHeader]: apiKey }), ...headers, ...settings.headers },
      connections: settings.connections,
      headersTimeoutMs: settings.first_token_ms,
      idleTimeoutMs: settings.idle_ms,
      patienceMs: settings.thinking_ms,
    });
    const upstreamIds = new Map((settings.models ?? []).map(({ id, upstream_id: own }) => [id, own ?? id]));
    this.native = new DialectRelay({
      client: this.#client,
      dialect,
      models: () => this.models(),
      upstreamIdOf: (model) => upstreamIds.get(model) ?? model,
    });
  }

  async start(): Promise<void> {
    await this.#translated.start();
  }

  async close(): Promise<void> {
    await Promise.all([this.#translated.close(), this.#client.close()]);
  }

  retire(): void {
    this.#translated.retire();
    this.#client.retire();
  }

  askForModels(signal: AbortSignal): Promise<void> {
    return askForModels(this.#client, 'models', signal);
  }

  models(): readonly TextModel[] {
    return this.#translated.models();
  }

  stream(order: TextOrder, signal: AbortSignal, onAccepted: OnAccepted): AsyncIterable<TextEvent> {
    return this.#translated.stream(order, signal, onAccepted);
  }

  countTokens(model: string, input: string | readonly TextMessage[], shape?: PromptShape): Promise<number> {
    return this.#translated.countTokens(model, input, shape);
  }
}
