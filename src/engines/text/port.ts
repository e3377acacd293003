// What a text engine offers: models, token counts and one stream of events per order.
export interface TextModel {
  id: string;
  ownedBy: string;
  contextWindow: number;
  maxOutputTokens: number;
  /** e.g. chat, completion, tools, json_schema, vision, fill_in_the_middle */
  capabilities: readonly string[];
  ready: boolean;
  /** 0–1 while the weights are being pulled. */
  progress?: number;
  /** Why the last attempt to pull them failed. */
  problem?: string;
  /** An honest sentence on what the model is good for. */
  note?: string;
}

export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export type ContentPart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string; detail?: string } };

export interface TextMessage {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  content: string | ContentPart[] | null;
  name?: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
}

export interface ToolDefinition {
  type: 'function';
  function: { name: string; description?: string; parameters?: Record<string, unknown>; strict?: boolean };
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
  /** Body fields without a name here; an engine passes on those that it knows to be harmless. */
  extra?: Record<string, unknown>;
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

export interface TokenUsage {
  promptTokens: number;
  completionTokens: number;
  /** Of the prompt's tokens: those that the engine remembered and did not read again. */
  cachedTokens?: number;
}

export type TextEvent =
  /** `tokens` is how many tokens this piece holds, by the model's own tokenizer or the upstream's word. */
  | { type: 'text'; text: string; tokens: number }
  | { type: 'tool_call'; index: number; id?: string; name?: string; argumentsDelta: string; tokens: number }
  | { type: 'end'; finishReason: FinishReason; usage: TokenUsage };

export interface TextEngine {
  readonly name: string;
  models(): readonly TextModel[];
  /** Aborting the signal stops the work at once; what was yielded until then counts as delivered. */
  stream(order: TextOrder, signal: AbortSignal): AsyncIterable<TextEvent>;
  /** What the prompt of such an order will be counted as; tools and a response format are part of it. */
  countTokens(
    model: string,
    input: string | readonly TextMessage[],
    shape?: Pick<TextOrder, 'tools' | 'toolChoice' | 'responseFormat'>,
  ): Promise<number>;
  /** Only engines that speak the customer's own language have it: bodies and frames are handed through nearly untouched. */
  relay?(order: RelayOrder, signal: AbortSignal): Promise<RelayedReply | RelayedStream>;
}

/** A customer's body for an engine that takes it as it is. */
export interface RelayOrder {
  model: string;
  path: 'chat/completions' | 'completions';
  body: Readonly<Record<string, unknown>>;
  stream: boolean;
  /** For each choice: what was reserved. Nothing beyond it is handed on, whatever the engine says. */
  maxTokens: number;
  /** The customer named no limit: the engine may lower it so that prompt and answer fit its window. */
  isOpenEnded: boolean;
  choices: number;
}

export interface RelayedReply {
  kind: 'reply';
  body: Record<string, unknown>;
  usage: TokenUsage;
}

/** A stream whose first chunk has arrived: from here on nothing can be tried again elsewhere. */
export interface RelayedStream {
  kind: 'stream';
  /** Parsed, so that the caller may add to it. */
  first: Record<string, unknown>;
  /** The same as JSON, where it can go out as it came. */
  firstText?: string | undefined;
  /**
   * Whole `data:` frames after the first, ready to be sent; the upstream's own usage frame and [DONE] are left out. What came
   * together with the end is returned: it need not go out before the rest does.
   */
  frames: AsyncGenerator<Uint8Array, Uint8Array | undefined>;
  /** Whether all of it is here already. */
  hasArrived(): boolean;
  /** What was handed out so far: by the upstream's word, else counted with a tokenizer. */
  measure(): Promise<RelayedMeasure>;
}

export interface RelayedMeasure {
  usage: TokenUsage;
  /** The upstream's own usage object with its details, where it gave one. */
  reported?: Record<string, unknown>;
  /** What the first choice said, for a conversation's memory: read out of the frames only when asked for. */
  said(): { text: string; toolCalls: ToolCall[] };
}

/** The order is made only for engines that take no relayed body. */
export interface WantedText {
  model: string;
  order(): TextOrder;
  relay?: Omit<RelayOrder, 'model'>;
}

/** What the router adds to an engine: modules that hand frames through, or take a model's name from a customer, use it. */
export interface TextRoutes extends TextEngine {
  /** The model behind an id or an alias. */
  find(name: string): TextModel | undefined;
  engineOf(model: string): string | undefined;
  /** For calls that name no model. */
  defaultModel(): TextModel | undefined;
  open(wanted: WantedText, signal: AbortSignal): Promise<OpenedText>;
}

/** An answer that has begun; `model` is the one that gives it, a fallback perhaps. */
export type OpenedText = { model: string } & (
  | RelayedReply
  | RelayedStream
  | { kind: 'events'; events: AsyncIterable<TextEvent> }
);
