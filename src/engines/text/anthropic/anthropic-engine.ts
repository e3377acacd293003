// A text engine on Anthropic's API: calls in its own dialect pass as they are, all others are translated by the AI SDK.
import { UpstreamClient } from '../../../net/upstream-client.ts';
import { AiSdkEngine } from '../ai-sdk/ai-sdk-engine.ts';
import type { ProviderSettings } from '../ai-sdk/providers.ts';
import type { NativeRelay, TextEngine, TextEvent, TextMessage, TextModel, TextOrder } from '../port.ts';
import type { PromptShape } from '../tokenizer.ts';
import { MessagesRelay } from './messages-relay.ts';

const VERSION = '2023-06-01';

export class AnthropicEngine implements TextEngine {
  readonly name: string;
  readonly native: NativeRelay;
  readonly #translated: AiSdkEngine;
  readonly #client: UpstreamClient;

  constructor(settings: ProviderSettings, apiKey: string | undefined) {
    this.name = settings.name;
    this.#translated = new AiSdkEngine(settings, apiKey);
    this.#client = new UpstreamClient({
      name: settings.name,
      baseUrl: settings.base_url ?? 'https://api.anthropic.com/v1',
      headers: {
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        'anthropic-version': VERSION,
        ...settings.headers,
      },
      connections: settings.connections,
      headersTimeoutMs: settings.first_token_ms,
      idleTimeoutMs: settings.idle_ms,
    });
    const upstreamIds = new Map((settings.models ?? []).map(({ id, upstream_id: own }) => [id, own ?? id]));
    this.native = new MessagesRelay({
      client: this.#client,
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

  models(): readonly TextModel[] {
    return this.#translated.models();
  }

  stream(order: TextOrder, signal: AbortSignal): AsyncIterable<TextEvent> {
    return this.#translated.stream(order, signal);
  }

  countTokens(model: string, input: string | readonly TextMessage[], shape?: PromptShape): Promise<number> {
    return this.#translated.countTokens(model, input, shape);
  }
}
