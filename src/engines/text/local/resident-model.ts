// A loaded model, inside its own process: evaluates prompts, samples tokens, and keeps its state for the next turn.
import { EngineError } from '@atelier/kit';
import {
  type Llama,
  type LlamaContext,
  type LlamaContextSequence,
  LlamaGrammarEvaluationState,
  type LlamaLogLevel,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp';
import { allowsOneCall } from '../one-call.ts';
import type { TextEvent, TextMessage, TextOrder } from '../port.ts';
import { AnswerWriter } from './answer-writer.ts';
import { ChannelReader } from './channel-reader.ts';
import { ChatTemplate, hasTools, type Prompt, withBeginning } from './chat-template.ts';
import { openLlama } from './gpu/open-llama.ts';
import { type AnswerGrammar, chooseGrammar } from './grammar.ts';
import { PromptPace } from './prompt-pace.ts';
import type { LoadedModel, LoadSettings, PromptShape } from './protocol.ts';
import { fasterForm } from './recode/recode.ts';
import { samplingOptions } from './sampling.ts';
import { SequencePool } from './sequence-pool.ts';
import { answerSum, SmallModelHelper, withCalculatedSum } from './small-model-helper.ts';
import { StepBarrier } from './step-barrier.ts';
import { ThreadTuner } from './thread-tuner.ts';
import { TokenReader } from './token-reader.ts';

/** The first lines name the cause of a failed load. */
const MAX_COMPLAINTS = 20;

export async function loadModel(settings: LoadSettings): Promise<ResidentModel> {
  const complaints: string[] = [];
  const logger = (_level: LlamaLogLevel, message: string) => {
    if (complaints.length < MAX_COMPLAINTS) complaints.push(message);
    process.stderr.write(`${message}\n`);
  };
  const llama = await openLlama(settings.gpu, logger);
  // With a full or read-only disk the model is slower, not broken.
  const modelPath = await fasterForm(settings.modelPath).catch(() => settings.modelPath);
  const model = await llama.loadModel({ modelPath }).catch((error: unknown) => {
    throw new Error(explainFailure(complaints, llama.llamaCppRelease.release) ?? String(error), { cause: error });
  });
  const context = await model.createContext({
    contextSize: { max: Math.min(settings.maxContextTokens, model.trainContextSize ?? settings.maxContextTokens) },
    sequences: settings.sequences,
    batchSize: 512,
    threads: settings.threads > 0 ? settings.threads : llama.cpuMathCores,
    ...(settings.adapterPath ? { lora: settings.adapterPath } : {}),
  });
  const resident = new ResidentModel(llama, model, context, settings);
  // A GPU can hold a model and still fail at the first computation: here the CPU can take over.
  if (settings.gpu.use !== 'off') await resident.evaluateOnce();
  return resident;
}

/** Explains the failure to the operator: the library only says that the model could not be loaded. */
function explainFailure(complaints: readonly string[], release: string): string | undefined {
  const all = complaints.join('\n');
  const architecture = /unknown model architecture: '([^']+)'/.exec(all)?.[1];
  if (architecture)
    return `its architecture "${architecture}" is not known to the bundled llama.cpp ${release}. Choose a model of another family, or update the service.`;
  return /error loading model: (.+)/.exec(all)?.[1];
}

/** The start of an answer. */
interface Begun {
  prompt: Prompt;
  bound: AnswerGrammar | undefined;
  sequence: LlamaContextSequence;
}

export class ResidentModel {
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #settings: LoadSettings;
  readonly #template: ChatTemplate;
  readonly #pool: SequencePool;
  readonly #pace = new PromptPace();
  readonly #barrier = new StepBarrier();
  readonly #tuner: ThreadTuner;
  readonly description: LoadedModel;

  constructor(llama: Llama, model: LlamaModel, context: LlamaContext, settings: LoadSettings) {
    this.#llama = llama;
    this.#model = model;
    this.#settings = settings;
    this.#template = new ChatTemplate(model);
    this.#pool = new SequencePool(context, settings.sequences);
    // A thread count that the operator has set is not changed.
    this.#tuner = new ThreadTuner(settings.threads > 0 ? 1 : llama.cpuMathCores, (threads) => {
      if (settings.threads === 0) llama.maxThreads = threads;
    });
    const { prefix, middle, suffix } = model.tokens.infill;
    this.description = {
      contextTokens: context.contextSize,
      memoryBytes: process.memoryUsage.rss(),
      layers: model.fileInsights.totalLayers,
      gpuLayers: model.gpuLayers,
      canFillInTheMiddle: prefix !== null && middle !== null && suffix !== null,
    };
  }

  async evaluateOnce(): Promise<void> {
    const tokens = this.#model.tokenize('Hello');
    const sequence = await this.#pool.take(tokens, new AbortController().signal);
    await sequence.evaluateWithoutGeneratingNewTokens(tokens);
    await sequence.clearHistory();
    this.#pool.giveBack(sequence);
  }

  count(input: string | readonly TextMessage[], shape: PromptShape): number {
    const prompt = typeof input === 'string' ? this.#rawPrompt(input) : this.#chatPrompt(input, shape);
    return prompt.tokens.length;
  }

  async *generate(order: TextOrder, signal: AbortSignal, onBegun: () => void): AsyncGenerator<TextEvent> {
    const prompt = order.messages
      ? this.#chatPrompt(order.messages, order)
      : this.#rawPrompt(order.prompt ?? '', order.suffix);
    const room = this.description.contextTokens - prompt.tokens.length;
    if (room < 1) throw this.#tooLong(prompt.tokens.length, order);
    // Before the prompt is evaluated: a call whose schema has no grammar pays nothing, and must not take others' time.
    const bound = order.messages ? await chooseGrammar(this.#llama, order) : undefined;
    const sequence = await this.#pool.take(prompt.tokens, signal);
    onBegun();
    try {
      yield* this.#answer(order, { prompt, bound, sequence }, signal);
    } catch (error) {
      // The state of the sequence may no longer be what the library assumes.
      if (!signal.aborted) await sequence.clearHistory();
      throw error;
    } finally {
      this.#pool.giveBack(sequence);
    }
  }

  async *#answer(order: TextOrder, { prompt, bound, sequence }: Begun, signal: AbortSignal) {
    // A cached prefix was evaluated in other batches, which round differently: the seed would not repeat the answer.
    if (order.seed !== undefined) await sequence.clearHistory();
    const { unread, cachedTokens } = await this.#readPrompt(prompt.tokens, sequence, signal);
    const state = bound && new LlamaGrammarEvaluationState({ model: this.#model, grammar: bound.grammar });
    const opensFinal = this.#template.opensFinalChannel(order);
    const markers = order.messages ? this.#template.turnMarkers : [];
    const writer = new AnswerWriter({
      purpose: this.#callsByChannel(order) ? undefined : bound?.purpose,
      stops: order.stop ?? [],
      turnMarkers: markers,
      channels: order.messages && this.#template.hasChannels ? new ChannelReader(opensFinal) : undefined,
      oneCall: allowsOneCall(order),
    });
    const reader = new TokenReader(this.#model, prompt.tokens);
    const generated: Token[] = [];
    const limit = order.maxTokens ?? this.description.contextTokens - prompt.tokens.length;
    const tokens = sequence.evaluate(unread, {
      ...samplingOptions(order, { model: this.#model, generated, ...this.#settings }),
      ...(state ? { grammarEvaluationState: () => (writer.isBound ? state : undefined) } : {}),
      contextShift: { strategy: ({ size }) => [{ start: prompt.keep, end: prompt.keep + size }] },
    });
    const place = this.#pool.placeOf(sequence);
    const isHelped = this.#settings.isSmall && !bound;
    const help = { answer: answerSum(order.messages), mayCalculate: order.messages !== undefined };
    const helper = isHelped ? new SmallModelHelper(this.#model, help) : undefined;
    this.#barrier.join();
    try {
      let replacement: Token[] | undefined;
      for (;;) {
        const { done, value: token } = await tokens.next(replacement);
        if (done) break;
        signal.throwIfAborted();
        replacement = helper?.replace(token);
        for (const said of replacement ?? [token]) {
          generated.push(said);
          const piece = reader.push(said);
          if (piece) yield* writer.push(piece);
          if (writer.finished || generated.length >= limit) break;
        }
        if (writer.finished || generated.length >= limit || helper?.isDone) break;
        await this.#barrier.step(place);
        this.#tuner.look();
      }
    } finally {
      await tokens.return();
      this.#barrier.leave();
    }
    const rest = writer.finished ? undefined : reader.flush();
    if (rest) yield* writer.push(rest);
    yield* writer.flush();
    const finishReason = writer.finished ?? (generated.length >= limit ? 'length' : 'stop');
    const usage = {
      promptTokens: prompt.tokens.length,
      completionTokens: writer.deliveredTokens,
      cachedTokens,
      ...(writer.reasoningTokens > 0 ? { reasoningTokens: writer.reasoningTokens } : {}),
    };
    const stopSequence = order.stop?.find((stop) => stop === writer.stoppedBy);
    yield {
      type: 'end',
      finishReason,
      usage,
      ...(stopSequence === undefined ? {} : { stopSequence }),
    } satisfies TextEvent;
  }

  #chatPrompt(messages: readonly TextMessage[], shape: PromptShape): Prompt {
    const helped = this.#settings.isSmall && !hasTools(shape) ? withCalculatedSum(messages) : messages;
    return this.#template.tokenize(helped, shape);
  }

  /** A model that names channels calls functions in a separate channel, which our grammars do not open. */
  #callsByChannel(order: TextOrder): boolean {
    return this.#template.hasChannels && hasTools(order) && !this.#template.opensFinalChannel(order);
  }

  /**
   * Evaluates the prompt in batches short enough to notice an abort, and skips what the sequence has already evaluated.
   * The last batch is left to the step that samples the first token: evaluated separately, it would cost one more pass.
   */
  async #readPrompt(tokens: Token[], sequence: LlamaContextSequence, signal: AbortSignal) {
    if (tokens.length === 0) throw new EngineError('invalid_parameter', 'The prompt is empty.', { param: 'prompt' });
    await sequence.adaptStateToTokens(tokens.slice(0, -1), false);
    const cachedTokens = sequence.nextTokenIndex;
    while (!this.#pace.isOneBatch(tokens.length - sequence.nextTokenIndex)) {
      signal.throwIfAborted();
      this.#tuner.look();
      const from = sequence.nextTokenIndex;
      const bite = tokens.slice(from, from + this.#pace.batchTokens);
      await this.#pace.time(bite.length, () => sequence.evaluateWithoutGeneratingNewTokens(bite));
    }
    signal.throwIfAborted();
    return { unread: tokens.slice(sequence.nextTokenIndex), cachedTokens };
  }

  #rawPrompt(prompt: string, suffix?: string): Prompt {
    const tokens = this.#model.tokenize(prompt, false);
    if (!suffix) return { tokens: withBeginning(this.#model, tokens), keep: 1 };
    const infill = this.#model.tokens.infill;
    if (infill.prefix === null || infill.suffix === null || infill.middle === null) {
      const message = 'This model does not support a suffix. Choose one with the capability "fill_in_the_middle".';
      throw new EngineError('invalid_parameter', message, { param: 'suffix' });
    }
    const around = [infill.prefix, ...tokens, infill.suffix, ...this.#model.tokenize(suffix, false), infill.middle];
    return { tokens: withBeginning(this.#model, around), keep: 1 };
  }

  #tooLong(tokens: number, order: TextOrder): EngineError {
    const window = this.description.contextTokens;
    const message = `The prompt has ${tokens} tokens, but this model's context window holds ${window} including the answer. Shorten it.`;
    return new EngineError('context_length_exceeded', message, { param: order.messages ? 'messages' : 'prompt' });
  }
}
