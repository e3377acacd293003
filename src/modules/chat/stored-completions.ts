// Chat completions with `store: true`: stored in the commit of their charge, then listed, read, labelled and deleted by their account.
import { withoutCache } from '../../core/answer-cache.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { pageById } from '../../core/page.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Database } from '../../store/database.ts';
import {
  type CompletionRow,
  completionRow,
  deleteCompletion,
  findCompletion,
  labelCompletion,
  listCompletions,
  readCompletionMessages,
} from '../../store/stored-completions.ts';
import type { FinishAnswer, StreamItem } from './answer-order.ts';
import type { ChatService, TextCall } from './chat-service.ts';
import type { ChatBody } from './schema.ts';
import { chunksIn, StoredAnswer } from './stored-answer.ts';
import type { MessagePageQuery, Metadata, StoredListQuery } from './stored-completion-schema.ts';

declare module '../../store/json-columns.ts' {
  interface JsonColumns {
    'stored_completions.messages': ChatBody['messages'];
    'stored_completions.completion': Record<string, unknown>;
    'stored_completions.metadata': Metadata;
  }
}

/** It also bounds what one call can add to the database. */
const MAX_STORED_BYTES = 4 * 1024 * 1024;
const MAX_METADATA = 16;
const MAX_NAME_CHARACTERS = 64;
const MAX_VALUE_CHARACTERS = 512;
const DEFAULT_PAGE = 20;

type Call = TextCall<ChatBody>;

export class StoredCompletions {
  readonly #chat: ChatService;
  readonly #database: Database;

  constructor(chat: ChatService, database: Database) {
    this.#chat = chat;
    this.#database = database;
  }

  async whole(call: Call): Promise<{ body: object; receipt: Receipt }> {
    const { id, metadata, body } = readOrder(call.body);
    const finish: FinishAnswer = ([answer = {}]) => rowOf(call, { id, metadata, completion: { ...answer, id } });
    const { body: answer, receipt } = await this.#chat.whole({
      ...call,
      caller: withoutCache(call.caller),
      body,
      id,
      finish,
    });
    return { body: { ...answer, metadata }, receipt };
  }

  async stream(call: Call): Promise<AsyncIterable<StreamItem>> {
    const { id, metadata, body } = readOrder(call.body);
    const answer = new StoredAnswer(id);
    let hasEnded = false;
    const read = (item: StreamItem) => {
      if (!hasEnded) answer.read(item);
    };
    const finish: FinishAnswer = (unsent) => {
      unsent.forEach(read);
      hasEnded = true;
      return rowOf(call, { id, metadata, completion: answer.completion() });
    };
    const wantsUsage = body.stream_options?.include_usage ?? false;
    const asked = { ...body, stream_options: { ...body.stream_options, include_usage: true } };
    const items = await this.#chat.stream({ ...call, caller: withoutCache(call.caller), body: asked, id, finish });
    return underId(items, { id, wantsUsage, read });
  }

  async list(caller: Caller, query: StoredListQuery): Promise<object> {
    const { limit = DEFAULT_PAGE, order = 'asc', after, model } = query;
    const page = { limit, order, after, model, metadata: metadataIn(query) };
    const rows = await listCompletions(this.#database.queries, caller, page);
    return pageById(rows, limit, show);
  }

  async read(caller: Caller, id: string): Promise<object> {
    const row = await findCompletion(this.#database.queries, caller, id);
    if (!row) throw notThere(id);
    return show(row);
  }

  async messages(caller: Caller, id: string, query: MessagePageQuery): Promise<object> {
    const messages = await readCompletionMessages(this.#database.queries, caller, id);
    if (!messages) throw notThere(id);
    const { limit = DEFAULT_PAGE, order = 'asc', after } = query;
    const all = messages.map((message, index) => ({ id: `${id}-${index}`, ...withParts(message) }));
    const ordered = order === 'asc' ? all : all.toReversed();
    const start = after === undefined ? 0 : ordered.findIndex((one) => one.id === after) + 1;
    if (after !== undefined && start === 0)
      throw new ServiceError('invalid_parameter', 'There is no message with this id.', { param: 'after' });
    return pageById(ordered.slice(start, start + limit + 1), limit, (message) => message);
  }

  async label(caller: Caller, id: string, metadata: Metadata): Promise<object> {
    const row = await labelCompletion(this.#database.queries, caller, { id, metadata: checkedMetadata(metadata) });
    if (!row) throw notThere(id);
    return show(row);
  }

  async remove(caller: Caller, id: string): Promise<object> {
    if (!(await deleteCompletion(this.#database.queries, caller, id))) throw notThere(id);
    return { id, object: 'chat.completion.deleted', deleted: true };
  }
}

/** The body without the fields about storing: upstreams must not store it too. */
function readOrder({ store: _store, metadata, ...body }: ChatBody) {
  if (Buffer.byteLength(JSON.stringify(body.messages)) > MAX_STORED_BYTES)
    throw new ServiceError(
      'invalid_parameter',
      'Messages of more than 4 MB cannot be stored. Leave "store" out, or send less.',
      { param: 'store' },
    );
  return { id: newId('chatcmpl'), metadata: checkedMetadata(metadata ?? {}), body };
}

function rowOf({ caller, body }: Call, made: CompletionRow) {
  const { accountId, environment } = caller;
  const model = typeof made.completion.model === 'string' ? made.completion.model : body.model;
  return completionRow({ ...made, accountId, environment, model, messages: body.messages });
}

function checkedMetadata(metadata: Readonly<Record<string, unknown>>): Metadata {
  const entries = Object.entries(metadata);
  if (entries.length > MAX_METADATA) throw badMetadata(`at most ${MAX_METADATA} members`);
  for (const [name, value] of entries)
    if (name.length > MAX_NAME_CHARACTERS || typeof value !== 'string' || value.length > MAX_VALUE_CHARACTERS)
      throw badMetadata(
        `names of at most ${MAX_NAME_CHARACTERS} and texts of at most ${MAX_VALUE_CHARACTERS} characters`,
      );
  return metadata as Metadata;
}

function badMetadata(may: string): ServiceError {
  return new ServiceError('invalid_parameter', `"metadata" may have ${may}.`, { param: 'metadata' });
}

/** In the form that OpenAI's clients send: `metadata[name]=value`. */
function metadataIn(query: Readonly<Record<string, unknown>>): Metadata {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const [, member] = /^metadata\[([^\]]+)\]$/.exec(name) ?? [];
    return member === undefined ? [] : [[member, value] as const];
  });
  return checkedMetadata(Object.fromEntries(pairs));
}

function show({ completion, metadata }: CompletionRow): { id: string } & Record<string, unknown> {
  return { ...completion, id: String(completion.id), metadata };
}

/** OpenAI returns a message's parts beside its text. */
function withParts(message: ChatBody['messages'][number]): object {
  const isList = Array.isArray(message.content);
  return {
    ...message,
    content: isList ? null : (message.content ?? null),
    content_parts: isList ? message.content : null,
  };
}

function notThere(id: string): ServiceError {
  return new ServiceError('not_found', `There is no stored completion "${id}". GET /chat/completions lists yours.`);
}

/** Every chunk gets the stored completion's id: relayed chunks have the upstream's. */
async function* underId(
  items: AsyncIterable<StreamItem>,
  { id, wantsUsage, read }: { id: string; wantsUsage: boolean; read: (item: StreamItem) => void },
): AsyncGenerator<StreamItem> {
  for await (const item of items) {
    read(item);
    const chunks = chunksIn(item);
    const shown = wantsUsage ? chunks : chunks.filter(({ choices }) => !Array.isArray(choices) || choices.length > 0);
    for (const chunk of shown) yield { ...chunk, id };
  }
}
