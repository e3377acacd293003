// A text engine on a provider of the AI SDK: Anthropic, Google, Vertex, Mistral, Bedrock.

import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { CONNECTED } from '../../../core/connected-models.ts';
import type { OnAccepted } from '../../../core/left-calls.ts';
import { mayThinkUnseen, UNSEEN_TOKENS_PER_SECOND } from '../../../core/thinking-models.ts';
import { countWith, loadEncoding } from '../encoding.ts';
import { allowsOneCall } from '../one-call.ts';
import { checkOutputSchemas } from '../output-schema.ts';
import { pictureTokensOf } from '../picture-tokens.ts';
import type { FinishReason, TextEngine, TextEvent, TextMessage, TextModel, TextOrder, TokenUsage } from '../port.ts';
import { cutShort } from '../refusal.ts';
import { refuseLogprobs, refuseUnknownTool } from '../refuse-fields.ts';
import { countPrompt, type PromptShape } from '../tokenizer.ts';
import { AnswerLimit } from './answer-limit.ts';
import { type Answered, usageOf } from './answer-usage.ts';
import { explain } from './explain.ts';
import type { GoogleToken } from './google-token.ts';
import { noPartsYet, reducePart } from './part-reducer.ts';
import { callOptions } from './prompt.ts';
import { dialectOf, loadProvider, type MakeModel, type ProviderSettings, tokenOf } from './providers.ts';
import { READ_ON_MS, ReadingOn } from './reading-on.ts';

/** Parts that say nothing of an answer. */
const BEFORE_ANSWER: readonly string[] = ['stream-start', 'raw', 'finish'];
/** The package for Bedrock makes it of the headers alone. */
const BEFORE_BEDROCK: readonly string[] = [...BEFORE_ANSWER, 'response-metadata'];
const DEFAULT_CONTEXT_WINDOW = 200_000;
const DEFAULT_MAX_OUTPUT_TOKENS = 8_192;

interface Measured extends Answered {
  startedMs: number;
}

export class AiSdkEngine implements TextEngine {
  readonly name: string;
  readonly #settings: ProviderSettings;
  readonly #apiKey: string | undefined;
  readonly #models: readonly TextModel[];
  readonly #readOnMs: number;
  readonly #token: GoogleToken | undefined;
  #provider: Promise<MakeModel> | undefined;

  constructor(settings: ProviderSettings, apiKey: string | undefined, readOnMs = READ_ON_MS) {
    this.name = settings.name;
    this.#readOnMs = readOnMs;
    this.#settings = settings;
    this.#apiKey = apiKey;
    this.#token = tokenOf(settings, apiKey);
    // These providers share no common model list, so the configuration names the models.
    this.#models = (settings.models ?? []).map((model) => ({
      id: model.id,
      ownedBy: CONNECTED,
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

  async *stream(order: TextOrder, signal: AbortSignal, onAccepted: OnAccepted): AsyncGenerator<TextEvent> {
    refuseLogprobs(order);
    refuseUnknownTool(order);
    checkOutputSchemas(order);
    const model = this.#modelOf(order);
    const encoding = await loadEncoding(order.model);
    const piece = (text: string) => countWith(encoding, text);
    const limit = new AnswerLimit(order.model, order.maxTokens ?? Number.POSITIVE_INFINITY);
    const lastCall = allowsOneCall(order) ? 0 : Number.POSITIVE_INFINITY;
    // Until it is there, nothing is sent that could be billed.
    await this.#token?.read(signal);
    signal.throwIfAborted();
    onAccepted(true);
    const startedMs = performance.now();
    const readingOn = new ReadingOn(this.#readOnMs);
    let soFar = noPartsYet;
    /** Why this service ends the answer before its provider does. */
    let ownEnd: FinishReason | undefined;
    let hasEnded = false;
    let hasBegun = false;
    const before = this.#settings.kind === 'bedrock' ? BEFORE_BEDROCK : BEFORE_ANSWER;
    const endOf = async (): Promise<TextEvent> => {
      const { ended, said } = soFar;
      const usage = limit.within(await this.#measure(order, { model, said, told: ended?.told, startedMs }));
      if (!ended || ownEnd) return { type: 'end', finishReason: ownEnd ?? 'stop', usage };
      const { finishReason, stopSequence } = ended;
      return { type: 'end', finishReason, usage, ...(stopSequence === undefined ? {} : { stopSequence }) };
    };
    try {
      for await (const part of await this.#open(order, AbortSignal.any([signal, readingOn.signal]))) {
        if (part.type === 'error') throw part.error;
        hasBegun ||= !before.includes(part.type);
        const step = reducePart(soFar, part, piece);
        soFar = step.soFar;
        for (const event of ownEnd ? [] : step.events) {
          const isSecondCall = event.type === 'tool_call' && event.index > lastCall;
          const fitting = isSecondCall ? undefined : await limit.fit(event);
          if (fitting) yield fitting;
          if (isSecondCall) ownEnd = 'tool_calls';
          else if (limit.isReached) ownEnd = 'length';
          if (ownEnd) break;
        }
        if (soFar.ended && !hasEnded) {
          const end = await endOf();
          hasEnded = true;
          yield end;
        }
        // What was read and thought is known at the provider's own end.
        if ((soFar.ended || ownEnd) && !readingOn.goesOn(soFar.said)) break;
      }
    } catch (error) {
      if (!hasEnded && (!ownEnd || signal.aborted)) {
        const measure = () => this.#measure(order, { model, said: soFar.said, told: undefined, startedMs });
        throw await explain(this.name, error, { order, model, hasBegun, measure });
      }
    } finally {
      readingOn.end();
    }
    if (!hasEnded && !ownEnd) throw cutShort(this.name);
    if (!hasEnded) yield await endOf();
  }

  countTokens(model: string, input: string | readonly TextMessage[], shape?: PromptShape): Promise<number> {
    return countPrompt(model, input, shape);
  }

  async #open(order: TextOrder, signal: AbortSignal): Promise<ReadableStream<LanguageModelV3StreamPart>> {
    const declared = this.#settings.models?.find(({ id }) => id === order.model);
    const makeModel = await this.#load();
    const options = callOptions(order, dialectOf(this.#settings.kind), signal);
    const { stream } = await makeModel(declared?.upstream_id ?? order.model).doStream(options);
    return stream;
  }

  #load(): Promise<MakeModel> {
    this.#provider ??= loadProvider(this.#settings, this.#apiKey, this.#token);
    return this.#provider;
  }

  #modelOf({ model }: TextOrder): TextModel {
    const found = this.#models.find(({ id }) => id === model);
    if (!found) throw new Error(`the upstream "${this.name}" has no model "${model}"`);
    return found;
  }

  /** Without the provider's own end, its unseen thoughts are bounded by the time that they took. */
  async #measure(order: TextOrder, { startedMs, ...answered }: Measured): Promise<TokenUsage> {
    const usage = await usageOf(order, answered);
    if (answered.told || !this.#thinks(order)) return usage;
    const unseen = Math.ceil(((performance.now() - startedMs) / 1000) * UNSEEN_TOKENS_PER_SECOND);
    return { ...usage, completionTokens: usage.completionTokens + unseen };
  }

  #thinks({ model, extra = {} }: TextOrder): boolean {
    const upstreamId = this.#settings.models?.find(({ id }) => id === model)?.upstream_id;
    return mayThinkUnseen(model, extra) || mayThinkUnseen(upstreamId ?? model, {});
  }
}
