// A text engine on a provider of the AI SDK: Anthropic, Google, Mistral, Bedrock.

import { APICallError, type LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { OnAccepted } from '../../../core/left-calls.ts';
import { AttemptError } from '../../../net/attempt-error.ts';
import { readRetryAfter } from '../../../net/upstream-client.ts';
import { UpstreamError } from '../../../net/upstream-error.ts';
import { countWith, loadEncoding } from '../encoding.ts';
import { allowsOneCall } from '../one-call.ts';
import { checkOutputSchemas } from '../output-schema.ts';
import { pictureTokensOf } from '../picture-tokens.ts';
import type { TextEngine, TextEvent, TextMessage, TextModel, TextOrder } from '../port.ts';
import { cutShort, refusalOf, transportFailure } from '../refusal.ts';
import { refuseLogprobs, refuseUnknownTool } from '../refuse-fields.ts';
import { countMessages, countPrompt, countText, type PromptShape } from '../tokenizer.ts';
import { AnswerLimit } from './answer-limit.ts';
import { noPartsYet, reducePart } from './part-reducer.ts';
import { callOptions } from './prompt.ts';
import { loadProvider, type MakeModel, type ProviderSettings } from './providers.ts';

const DEFAULT_CONTEXT_WINDOW = 200_000;
const DEFAULT_MAX_OUTPUT_TOKENS = 8_192;

export class AiSdkEngine implements TextEngine {
  readonly name: string;
  readonly #settings: ProviderSettings;
  readonly #apiKey: string | undefined;
  readonly #models: readonly TextModel[];
  #provider: Promise<MakeModel> | undefined;

  constructor(settings: ProviderSettings, apiKey: string | undefined) {
    this.name = settings.name;
    this.#settings = settings;
    this.#apiKey = apiKey;
    // These providers share no common model list, so the configuration names the models.
    this.#models = (settings.models ?? []).map((model) => ({
      id: model.id,
      ownedBy: settings.kind,
      contextWindow: model.context_window ?? DEFAULT_CONTEXT_WINDOW,
      maxOutputTokens: model.max_output_tokens ?? DEFAULT_MAX_OUTPUT_TOKENS,
      capabilities: model.capabilities ?? ['chat', 'tools', 'json_schema', 'vision'],
      pictureTokens: model.picture_tokens ?? pictureTokensOf(model.upstream_id ?? model.id),
      ready: true,
    }));
  }

  async start(): Promise<void> {
    await this.#load();
  }

  async close(): Promise<void> {}

  retire(): void {}

  models(): readonly TextModel[] {
    return this.#models;
  }

  async *stream(
    order: TextOrder,
    signal: AbortSignal,
    onAccepted: OnAccepted = () => undefined,
  ): AsyncGenerator<TextEvent> {
    refuseLogprobs(order);
    refuseUnknownTool(order);
    checkOutputSchemas(order);
    const encoding = await loadEncoding(order.model);
    const count = { piece: (text: string) => countWith(encoding, text), promptTokens: await this.#countOrder(order) };
    const limit = new AnswerLimit(order.model, order.maxTokens ?? Number.POSITIVE_INFINITY);
    const lastCall = allowsOneCall(order) ? 0 : Number.POSITIVE_INFINITY;
    signal.throwIfAborted();
    onAccepted(true);
    let soFar = noPartsYet;
    let hasEnded = false;
    try {
      for await (const part of await this.#open(order, signal)) {
        if (part.type === 'error') throw part.error;
        const step = reducePart(soFar, part, count);
        soFar = step.soFar;
        for (const event of step.events) {
          if (event.type === 'tool_call' && event.index > lastCall) {
            yield { type: 'end', finishReason: 'tool_calls', usage: limit.usage(count.promptTokens) };
            return;
          }
          const fitting = await limit.fit(event);
          if (fitting) yield fitting;
          if (limit.isReached) {
            yield { type: 'end', finishReason: 'length', usage: limit.usage(count.promptTokens) };
            return;
          }
          hasEnded ||= event.type === 'end';
        }
      }
    } catch (error) {
      throw explain(this.name, error);
    }
    if (!hasEnded) throw cutShort(this.name);
  }

  countTokens(model: string, input: string | readonly TextMessage[], shape?: PromptShape): Promise<number> {
    return countPrompt(model, input, shape);
  }

  async #open(order: TextOrder, signal: AbortSignal): Promise<ReadableStream<LanguageModelV3StreamPart>> {
    const declared = this.#settings.models?.find(({ id }) => id === order.model);
    const makeModel = await this.#load();
    const options = callOptions(order, this.#settings.kind, signal);
    const { stream } = await makeModel(declared?.upstream_id ?? order.model).doStream(options);
    return stream;
  }

  #load(): Promise<MakeModel> {
    this.#provider ??= loadProvider(this.#settings, this.#apiKey);
    return this.#provider;
  }

  #countOrder(order: TextOrder): Promise<number> {
    return order.messages ? countMessages(order.model, order.messages) : countText(order.model, order.prompt ?? '');
  }
}

function explain(name: string, error: unknown): unknown {
  if (APICallError.isInstance(error) && error.statusCode !== undefined) {
    return refusalOf(name, {
      status: error.statusCode,
      retryAfterSeconds: readRetryAfter(error.responseHeaders?.['retry-after']),
      text: error.responseBody ?? '',
    });
  }
  if (error instanceof AttemptError || (error instanceof Error && error.name === 'AbortError')) return error;
  if (isTimeLimit(error)) {
    const late = new UpstreamError('timeout', `The upstream "${name}" did not answer in time.`, { cause: error });
    return transportFailure(late);
  }
  return new AttemptError('engine_failed', `The upstream "${name}" failed.`, 'again', { cause: error });
}

/** Of Node's own fetch, whose errors are other classes than those of the package. */
function isTimeLimit(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && (cause.code === 'UND_ERR_HEADERS_TIMEOUT' || cause.code === 'UND_ERR_BODY_TIMEOUT'))
      return true;
  return false;
}
