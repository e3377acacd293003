// Chat: reads the body, recalls the conversation, and gets a paid answer.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { DocumentReader } from '../../engines/document/port.ts';
import type { NativeDialect, TextMessage, TextModel, TextOrder, TextRoutes } from '../../engines/text/port.ts';
import type { AnswerOrder, FinishAnswer, StreamedAnswer, StreamItem } from './answer-order.ts';
import type { Answers, WholeText } from './answers.ts';
import { chatOrder, messagesOf, relayedBody } from './chat-order.ts';
import { withCustomCalls } from './custom-calls.ts';
import { type FileReaders, readDocuments } from './documents.ts';
import type { Memory, Recalled } from './memory.ts';
import { chooseModel } from './model-choice.ts';
import { inlinePictures, type ReadPicture } from './picture-parts.ts';
import { refuseHugePrompt, textBytesOf } from './prompt-size.ts';
import { hearRecordings, type Listener } from './recordings.ts';
import type { ChatBody } from './schema.ts';
import { CHAT_SHAPE } from './shapes.ts';

export interface TextCall<Body> {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: Body;
  finish?: FinishAnswer;
  /** The same call in the client's dialect. */
  native?: AnswerOrder['native'];
  /** Names of functions that represent custom tools: calls of them are returned as custom tool calls. */
  customTools?: ReadonlySet<string> | undefined;
  /** Called with a way to count the prompt, tools included, before it is sent. */
  onPrompt?(count: () => Promise<number>): void;
  /**
   * For a call in a conversation: how many of its first messages are instructions for this call only, which are not
   * stored. Stored instructions stay in effect. Absent: instructions are stored, and the newest replace the others.
   */
  ownInstructions?: number;
  /** The answer's id if it is known in advance: that of the first chunk, or of the whole reply. */
  id?: string;
}

/** The share of a small context window that stays free for an answer without a given length. */
const LEAST_ANSWER_SHARE = 0.25;
const NO_ECHO = [''] as const;

export class ChatService {
  readonly #text: TextRoutes;
  readonly #answers: Answers;
  readonly #memory: Memory;
  readonly #pictures: ReadPicture;
  readonly #files: FileReaders;
  readonly #listener: Listener;

  constructor(parts: {
    text: TextRoutes;
    answers: Answers;
    memory: Memory;
    pictures: ReadPicture;
    documents: DocumentReader;
    listener: Listener;
  }) {
    this.#text = parts.text;
    this.#answers = parts.answers;
    this.#memory = parts.memory;
    this.#pictures = parts.pictures;
    this.#listener = parts.listener;
    this.#files = { source: parts.pictures, reader: parts.documents };
  }

  async whole(call: TextCall<ChatBody>): Promise<WholeText> {
    return this.#answers.whole(await this.#prepare(call));
  }

  async stream(call: TextCall<ChatBody>): Promise<AsyncIterable<StreamItem>> {
    return (await this.openStream(call)).items;
  }

  /** Tells whether the answer comes in the client's dialect, which is possible only for calls with a native body. */
  async openStream(call: TextCall<ChatBody>): Promise<StreamedAnswer> {
    return this.#answers.stream(await this.#prepare(call));
  }

  /** Whether a call for this model may go to an upstream in its client's dialect. */
  speaks(name: string, { environment }: Caller, dialect: NativeDialect): boolean {
    return this.#text.speaks(chooseModel(this.#text, name, environment).id, dialect);
  }

  /** The parts that fetch what a call names: images and documents. */
  get files(): FileReaders {
    return this.#files;
  }

  /** The prompt tokens that this chat would use, tools and response format included. Nothing is charged. */
  async count({ body, caller, signal }: TextCall<ChatBody>): Promise<number> {
    const model = chooseModel(this.#text, body.model, caller.environment);
    const read = await readDocuments(body, this.#files, { caller, signal });
    const fresh = messagesOf(read, model);
    refuseHugePrompt(model, textBytesOf(fresh, read), 'messages');
    return this.#countPrompt(read, model, await inlinePictures(fresh, this.#pictures, { caller, signal }));
  }

  #countPrompt(body: ChatBody, model: TextModel, messages: TextMessage[]): Promise<number> {
    const { tools, toolChoice, responseFormat } = chatOrder(body, model, messages);
    return this.#text.countTokens(model.id, messages, {
      ...(tools ? { tools } : {}),
      ...(toolChoice ? { toolChoice } : {}),
      ...(responseFormat ? { responseFormat } : {}),
    });
  }

  async #prepare(given: TextCall<ChatBody>): Promise<AnswerOrder> {
    const model = chooseModel(this.#text, given.body.model, given.caller.environment);
    const heard = isText(given.body) ? { body: given.body, charged: 0 } : await this.#readFiles(given, model);
    const call = heard.body === given.body ? given : { ...given, body: heard.body };
    const { body, caller, customTools: custom } = call;
    const fresh = messagesOf(body, model);
    refuseHugePrompt(model, textBytesOf(fresh, body), 'messages');
    const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? null;
    const recalled = body.conversation_id ? await this.#recall(call, model, fresh, maxTokens) : undefined;
    // After the recall: a conversation stores the URL as it was given, not megabytes of image data.
    const messages = await inlinePictures(recalled?.messages ?? fresh, this.#pictures, call);
    const countPrompt = () => this.#countPrompt(body, model, messages);
    call.onPrompt?.(countPrompt);
    const choices = body.n ?? 1;
    return {
      module: 'chat',
      caller,
      requestId: call.requestId,
      signal: call.signal,
      shape: custom ? withCustomCalls(CHAT_SHAPE, custom) : CHAT_SHAPE,
      mayRelay: custom === undefined,
      native: call.native,
      model,
      orders: () => ordersFor(chatOrder(body, model, messages), choices),
      body: relayedBody(body, messages),
      maxTokens,
      includeUsage: body.stream_options?.include_usage ?? false,
      countPrompt,
      checkWindow: async () => refuseTooLong(model, await countPrompt()),
      echoes: choices === 1 ? NO_ECHO : Array.from({ length: choices }, () => ''),
      extra: {
        ...(call.id === undefined ? {} : { id: call.id }),
        ...(recalled ? { conversation_id: recalled.conversationId } : {}),
      },
      ...(recalled ? { remember: recalled.remember } : {}),
      ...(call.finish ? { finish: call.finish } : {}),
      ...(heard.charged > 0 ? { paidBefore: heard.charged } : {}),
    };
  }

  async #readFiles(call: TextCall<ChatBody>, model: TextModel): ReturnType<typeof hearRecordings> {
    const read = await readDocuments(call.body, this.#files, call);
    const check = (asked: ChatBody) => void messagesOf(asked, model);
    return hearRecordings(read, { listener: this.#listener, call }, check);
  }

  async #recall(
    call: TextCall<ChatBody>,
    model: TextModel,
    fresh: TextMessage[],
    maxTokens: number | null,
  ): Promise<Recalled | undefined> {
    const { body, caller, requestId, signal } = call;
    if (!body.conversation_id) return undefined;
    const answerTokens =
      maxTokens ?? Math.min(model.maxOutputTokens, Math.floor(model.contextWindow * LEAST_ANSWER_SHARE));
    return this.#memory.recall({
      caller,
      requestId,
      signal,
      model,
      conversationId: body.conversation_id,
      fresh,
      answerTokens,
      ownInstructions: call.ownInstructions,
    });
  }
}

/** Most chats have no documents, recordings or images: only a list of parts can hold them. */
function isText({ messages }: ChatBody): boolean {
  return messages.every(({ content }) => !Array.isArray(content));
}

function ordersFor(order: TextOrder, choices: number): TextOrder[] {
  return Array.from({ length: choices }, (_, index) =>
    index === 0 || order.seed === undefined ? order : { ...order, seed: order.seed + index },
  );
}

function refuseTooLong(model: TextModel, tokens: number): void {
  if (tokens < model.contextWindow) return;
  throw new ServiceError(
    'context_length_exceeded',
    `The messages have ${tokens} tokens, but the model "${model.id}" accepts ${model.contextWindow}. Shorten them, or use a conversation (conversation_id of POST /chat/completions).`,
    { param: 'messages' },
  );
}
