// The interface of text engines: models, token counts and one stream of events per order.
import type { CallSignals, OnAccepted } from '../../core/left-calls.ts';
import type { Weakness } from '../../core/weak-models.ts';

export interface TextModel {
  id: string;
  ownedBy: string;
  contextWindow: number;
  maxOutputTokens: number;
  /** e.g. chat, completion, tools, json_schema, vision, fill_in_the_middle */
  capabilities: readonly string[];
  ready: boolean;
  /** The maximum prompt tokens of an image. */
  pictureTokens?: number;
  /** 0–1 while the weights are being pulled. */
  progress?: number;
  /** Why the last attempt to pull them failed. */
  problem?: string;
  /** A short, honest description of what the model is good for. */
  note?: string;
  /** Topics on which its answers are often wrong. */
  weakAt?: readonly Weakness[];
}

export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/**
 * Asks an upstream that supports it to cache the prompt up to here, so that the next call reads it at a lower price.
 */
export interface CacheControl {
  type: 'ephemeral';
}

export type ContentPart =
  | { type: 'text'; text: string; cache_control?: CacheControl }
  | { type: 'image_url'; image_url: { url: string; detail?: string }; cache_control?: CacheControl };

export interface TextMessage {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  content: string | ContentPart[] | null;
  name?: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
  /** The model's thoughts before this answer, for upstreams that want them back; the signature proves their origin. */
  reasoning_content?: string;
  reasoning_signature?: string;
}

export interface ToolDefinition {
  type: 'function';
  function: { name: string; description?: string; parameters?: Record<string, unknown>; strict?: boolean };
  cache_control?: CacheControl;
}

export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json_object' }
  | { type: 'json_schema'; json_schema: { name: string; schema?: Record<string, unknown>; strict?: boolean } };

export interface TextOrder {
  model: string;
  /** A chat, or a raw prompt for plain completion (then `suffix` may ask for fill-in-the-middle). */
  messages?: TextMessage[];
  prompt?: string;
  suffix?: string;
  maxTokens?: number;
  temperature?: number;
  topP?: number;
  seed?: number;
  stop?: string[];
  presencePenalty?: number;
  frequencyPenalty?: number;
  logitBias?: Record<string, number>;
  responseFormat?: ResponseFormat;
  tools?: ToolDefinition[];
  toolChoice?: 'none' | 'auto' | 'required' | { type: 'function'; function: { name: string } };
  user?: string;
  /** Body fields without a name here; an engine forwards those that it knows to be harmless. */
  extra?: Record<string, unknown>;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  /** The prompt tokens read from the engine's cache. */
  cachedTokens?: number;
  /** The prompt tokens written to the engine's cache. */
  cacheWriteTokens?: number;
  /** The completion tokens spent on reasoning. */
  reasoningTokens?: number;
  /** Counted here at least in part: the upstream did not tell its use, or told what cannot be. */
  isEstimated?: boolean | undefined;
}

export type TextEvent =
  /** `tokens` is the number of tokens in this piece, by the model's own tokenizer or as the upstream reports. */
  | { type: 'text'; text: string; tokens: number }
  /** The model's thoughts before it answers; `signature` comes from upstreams that want the thought back with it. */
  | { type: 'reasoning'; text: string; tokens: number; signature?: string }
  | { type: 'tool_call'; index: number; id?: string; name?: string; argumentsDelta: string; tokens: number }
  /** `stopSequence` is the stop string that ended the answer, if the engine reports it. */
  | { type: 'end'; finishReason: FinishReason; usage: TokenUsage; stopSequence?: string };

export interface TextEngine {
  readonly name: string;
  /**
   * Runs on this machine: it counts prompts exactly, evaluates a prompt once for all choices, and no upstream charges
   * for it.
   */
  readonly isOwn?: boolean;
  models(): readonly TextModel[];
  /** `onAccepted` is called once the engine has begun. Aborting the signal stops the work at once; everything yielded until then counts as delivered. */
  stream(order: TextOrder, signal: AbortSignal, onAccepted: OnAccepted): AsyncIterable<TextEvent>;
  /** The number of prompt tokens of such an order, including tools and a response format. */
  countTokens(
    model: string,
    input: string | readonly TextMessage[],
    shape?: Pick<TextOrder, 'tools' | 'toolChoice' | 'responseFormat'>,
  ): Promise<number>;
  /** Only for engines that use the OpenAI format themselves: bodies and frames are forwarded nearly unchanged. */
  relay?(order: RelayOrder, signal: AbortSignal, onAccepted: OnAccepted): Promise<RelayedReply | RelayedStream>;
  /** The maximum prompt tokens of such a relayed order's request; for engines that relay. */
  mostRelayedTokens?(order: RelayOrder): number;
  /** For upstreams with a list of models: resolves once it has been read. Nobody bills it. */
  askForModels?(signal: AbortSignal): Promise<void>;
  /**
   * For engines whose upstream speaks a dialect that clients also speak: its requests and responses are not translated.
   */
  native?: NativeRelay | undefined;
}

export type NativeDialect = 'messages' | 'gemini' | 'responses';

export interface NativeRelay {
  readonly dialect: NativeDialect;
  open(order: NativeOrder, signal: AbortSignal, onAccepted: OnAccepted): Promise<RelayedReply | RelayedStream>;
  /** The maximum prompt tokens of such an order's request. */
  mostTokens(order: NativeOrder): number;
}

/** A client's body in the upstream's dialect, without anything that costs more or means something else there. */
export interface NativeOrder {
  model: string;
  dialect: NativeDialect;
  body: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
  stream: boolean;
  /** The reserved tokens. Nothing beyond them is forwarded, whatever the engine sends. */
  maxTokens: number;
}

/** A client's body for an engine that forwards it. */
export interface RelayOrder {
  model: string;
  path: 'chat/completions' | 'completions';
  body: Readonly<Record<string, unknown>>;
  stream: boolean;
  /** The reserved tokens per choice. Nothing beyond them is forwarded, whatever the engine sends. */
  maxTokens: number;
  /** The client set no limit: the engine may lower it so that prompt and answer fit its context window. */
  isOpenEnded: boolean;
  choices: number;
}

export interface RelayedReply {
  kind: 'reply';
  /** The body is that of a native order. */
  isNative?: true;
  body: Record<string, unknown>;
  usage: TokenUsage;
}

/** A stream whose first chunk has arrived: from here on no other engine can be tried. */
export interface RelayedStream {
  kind: 'stream';
  /** The frames are those of a native order: each names its event. */
  isNative?: true;
  /**
   * The first chunk and everything that arrived with it: complete `data:` frames, ready to be sent, without the
   * upstream's usage frame and [DONE].
   */
  first: Uint8Array;
  /**
   * The frames after those. The ones that arrived in the same packet as the end are the return value, so that they can
   * be sent together with what follows.
   */
  frames: AsyncGenerator<Uint8Array, Uint8Array | undefined>;
  /** Whether `first` is the whole stream. */
  hasArrived: boolean;
  /** Ends the request of a stream that nobody has read from; reading to the end or stopping early does it too. */
  close(): Promise<void>;
  /** The tokens forwarded so far, counted with a tokenizer. */
  countForwarded(): Promise<number>;
  /**
   * The usage of what was forwarded so far, while the stream continues; without the prompt, unless the upstream has
   * reported it.
   */
  soFar(): Promise<Omit<TokenUsage, 'promptTokens'> & { promptTokens?: number }>;
  /** The usage of what was forwarded so far: as the upstream reports it, otherwise counted with a tokenizer. */
  measure(): Promise<RelayedMeasure>;
}

export interface RelayedMeasure {
  usage: TokenUsage;
  /** The usage is the upstream's own count. */
  isReported: boolean;
  /** The upstream's own usage object with its details, if it sent one. */
  reported?: Record<string, unknown>;
  /** The text of the first choice, for a conversation's memory; extracted from the frames only on request. */
  said(): { text: string; toolCalls: ToolCall[] };
}

/** The order is built only for engines that do not relay bodies. */
export interface WantedText {
  model: string;
  order(): TextOrder;
  relay?: Omit<RelayOrder, 'model'>;
  native?: Omit<NativeOrder, 'model'>;
}

/** A call whose prompt must be bounded before anything is sent. */
export interface MeasuredText {
  model: string;
  /** One per request to an engine that does not relay bodies. */
  orders(): readonly TextOrder[];
  relay?: Omit<RelayOrder, 'model'>;
  native?: Omit<NativeOrder, 'model'>;
}

/** What the router adds to an engine, for modules that forward frames or accept a model name from a client. */
export interface TextRoutes extends Omit<TextEngine, 'stream'> {
  /** For answers whose charge does not depend on who accepts them. */
  stream(order: TextOrder, signal: AbortSignal, onAccepted?: OnAccepted): AsyncIterable<TextEvent>;
  /** Finds a model by id or alias. */
  find(name: string): TextModel | undefined;
  engineOf(model: string): string | undefined;
  /** The default model for calls that name none. */
  defaultModel(): TextModel | undefined;
  /**
   * The maximum prompt tokens that an upstream can report for this call: from the request as it is sent, at the engine
   * where it is largest.
   */
  mostPromptTokens(call: MeasuredText): number;
  /** Whether an upstream that may serve the model speaks this dialect itself. */
  speaks(model: string, dialect: NativeDialect): boolean;
  /** Whether countTokens is exact for the model, because only local engines serve it. */
  countsExactly(model: string): boolean;
  open(wanted: WantedText, signals: CallSignals): Promise<OpenedText>;
  /** The events of an answer whose client may disconnect before its end. */
  streamUntilLeft(order: TextOrder, signals: CallSignals): AsyncIterable<TextEvent>;
}

/** A started answer, with the engine and the model that serve it, possibly a fallback. */
export type OpenedText = { engine: string; model: string } & (
  | RelayedReply
  | RelayedStream
  | { kind: 'events'; isOwn: boolean; events: AsyncGenerator<TextEvent> }
);
