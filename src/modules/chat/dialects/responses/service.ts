// Answers OpenAI's Responses API with the chat service, and stores the responses that later ones continue.
import type { Caller } from '../../../../core/caller.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import type { WrittenFrames } from '../../../../core/written-frames.ts';
import type { Receipt } from '../../../../money/receipt.ts';
import type { AttachedRow } from '../../../../store/attached-row.ts';
import type { Database } from '../../../../store/database.ts';
import {
  deleteResponse,
  findOutputs,
  findResponses,
  readChain,
  responseRow,
  type StoredResponse,
} from '../../../../store/responses.ts';
import type { FinishAnswer, StreamItem } from '../../answer-order.ts';
import type { ChatService, TextCall } from '../../chat-service.ts';
import { readAnswer } from '../answer-parts.ts';
import { StepReader } from '../chunks.ts';
import { OwnFields } from '../own-fields.ts';
import { refuse } from '../refuse.ts';
import { type SealedThoughts, thoughtsOf } from '../sealed-thoughts.ts';
import type { Conversations } from './conversations.ts';
import { messagesOfItems } from './input-items.ts';
import { placeOfItem } from './item-ids.ts';
import { chatBodyOf, conversationIdOf, OWN_NAMES, refuseUnsupported } from './request.ts';
import type { ResponseBody } from './response-body.ts';
import type { CountBody, InputItem, InputItemsQuery, ResponsesBody } from './schema.ts';
import { DeclaredTools } from './tools.ts';
import { ResponseWriter } from './writer.ts';

/** The same limit as for the texts of a chat; it also bounds what one call can add to the database. */
const MAX_STORED_BYTES = 4 * 1024 * 1024;
const MAX_CHAINED = 500;
/** Bounds memory: all of them are held at once. */
const MAX_REFERRED = 100;
const DEFAULT_PAGE = 20;
/** Shorter texts are not measured exactly. */
const SHORT_CHARACTERS = 100_000;

declare module '../../../../store/json-columns.ts' {
  interface JsonColumns {
    'responses.input': InputItem[];
    'responses.response': ResponseBody;
  }
}

type Call = TextCall<ResponsesBody>;

export interface StreamedResponse {
  leftOut: readonly string[];
  events: AsyncIterable<WrittenFrames>;
  /** The event that reports a failure after the start. */
  failure(error: ServiceError): object;
}

export interface ResponseParts {
  chat: ChatService;
  database: Database;
  sealed: SealedThoughts;
  conversations: Conversations;
}

export class ResponseService {
  readonly #chat: ChatService;
  readonly #database: Database;
  readonly #sealed: SealedThoughts;
  readonly #conversations: Conversations;

  constructor({ chat, database, sealed, conversations }: ResponseParts) {
    this.#chat = chat;
    this.#database = database;
    this.#sealed = sealed;
    this.#conversations = conversations;
  }

  async whole(call: Call): Promise<{ body: ResponseBody; receipt: Receipt; leftOut: readonly string[] }> {
    const { input, chat, fields, tools, thoughts } = await this.#prepare(call);
    const writer = new ResponseWriter(newId('resp'), call.body, { isStreamed: false, tools, thoughts });
    const finish: FinishAnswer = ([body = {}]) => {
      const answer = readAnswer(body);
      writer.add({ ...answer, choice: 0, calls: answer.calls.map((called, index) => ({ index, ...called })) });
      writer.end();
      return rowOf(call, input, writer);
    };
    const { receipt } = await fields.naming(this.#chat.whole({ ...chat, finish }));
    return { body: writer.response, receipt, leftOut: tools.leftOut };
  }

  async stream(call: Call): Promise<StreamedResponse> {
    const { input, chat, fields, tools, thoughts } = await this.#prepare(call);
    const writer = new ResponseWriter(newId('resp'), call.body, { isStreamed: true, tools, thoughts });
    const reader = new StepReader();
    const add = (item: StreamItem) => {
      for (const step of reader.read(item)) writer.add(step);
    };
    const finish: FinishAnswer = (unsent) => {
      unsent.forEach(add);
      writer.end();
      return rowOf(call, input, writer);
    };
    const answer = await fields.naming(this.#chat.stream({ ...chat, finish }));
    return {
      events: writeEvents(writer, answer, { add, fields }),
      failure: (error) => writer.fail(error),
      leftOut: tools.leftOut,
    };
  }

  async count(call: TextCall<CountBody>): Promise<object> {
    const { model, input, ...rest } = call.body;
    const body: ResponsesBody = { ...rest, model: model ?? 'default', input: input ?? '', store: false };
    const { chat, fields } = await this.#prepare({ ...call, body });
    const { conversation_id: conversationId, ...asked } = chat.body;
    const earlier = conversationId ? await this.#conversations.earlier(conversationId) : [];
    const counted = { ...chat, body: { ...asked, messages: [...earlier, ...asked.messages] } };
    return { object: 'response.input_tokens', input_tokens: await fields.naming(this.#chat.count(counted)) };
  }

  async read(caller: Caller, id: string): Promise<object> {
    return (await this.#find(caller, id)).response;
  }

  async remove(caller: Caller, id: string): Promise<object> {
    if (!(await deleteResponse(this.#database.queries, caller, id))) throw notThere(id);
    return { id, object: 'response', deleted: true };
  }

  /** Only responses in the background could be cancelled, and there are none here. */
  async cancel(caller: Caller, id: string): Promise<never> {
    await this.#find(caller, id);
    return refuse('id', 'Only a response in the background can be cancelled. To stop a stream, close its connection.');
  }

  async inputItems(caller: Caller, id: string, query: InputItemsQuery): Promise<object> {
    const { input } = await this.#find(caller, id);
    const ordered = query.order === 'asc' ? input : input.toReversed();
    const start = query.after === undefined ? 0 : ordered.findIndex((item) => item.id === query.after) + 1;
    if (query.after !== undefined && start === 0) refuse('after', 'There is no item with this id in the input.');
    const data = ordered.slice(start, start + (query.limit ?? DEFAULT_PAGE));
    return {
      object: 'list',
      data,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
      has_more: start + data.length < ordered.length,
    };
  }

  async #prepare({ caller, requestId, signal, body }: Call) {
    refuseUnsupported(body);
    const conversationId = conversationIdOf(body);
    if (conversationId !== undefined) {
      if (body.previous_response_id) refuse('conversation', 'Send "conversation" or "previous_response_id", not both.');
      await this.#conversations.check(caller, conversationId);
    }
    const given: InputItem[] =
      typeof body.input === 'string' ? [{ type: 'message', role: 'user', content: body.input }] : body.input;
    const [earlier, input] = await Promise.all([this.#earlierItems(caller, body), this.#resolve(caller, given)]);
    const inputBytes = (body.store ?? true) ? sizeOf(input) : 0;
    if (inputBytes > MAX_STORED_BYTES)
      refuse('store', 'An input of more than 4 MB cannot be stored. Set "store" to false, or send less.');
    const fieldOf = (index: number) => {
      if (index < earlier.length) return 'previous_response_id';
      return typeof body.input === 'string' ? 'input' : `input[${index - earlier.length}]`;
    };
    const items = [...earlier, ...input];
    const tools = new DeclaredTools(body, items);
    const thoughts = thoughtsOf(this.#sealed, caller.accountId);
    const asked = chatBodyOf(body, messagesOfItems(items, { fieldOf, thoughts }), tools);
    const chat = {
      ...{ caller, requestId, signal },
      body: conversationId === undefined ? asked : { ...asked, conversation_id: conversationId },
      ownInstructions: body.instructions ? 1 : 0,
    };
    return { input, chat, fields: new OwnFields(OWN_NAMES, asked), tools, thoughts };
  }

  async #earlierItems(caller: Caller, { previous_response_id: id }: ResponsesBody): Promise<InputItem[]> {
    if (!id) return [];
    const chain = await readChain(this.#database.queries, caller, { id, most: MAX_CHAINED });
    const [oldest] = chain;
    if (!oldest) throw notThere(id, 'previous_response_id');
    if (chain.length === MAX_CHAINED)
      refuse(
        'previous_response_id',
        `A chain may have at most ${MAX_CHAINED} responses. Send the items that matter as input.`,
      );
    if (oldest.previousId !== null)
      throw notThere(
        oldest.previousId,
        'previous_response_id',
        `It comes before "${id}", which cannot be continued without it.`,
      );
    return chain.flatMap(({ input, response }) => [...input, ...response.output]);
  }

  /** Replaces references by the items of stored responses that they name. */
  async #resolve(caller: Caller, items: readonly InputItem[]): Promise<InputItem[]> {
    const places = items.map((item) => (item.type === 'item_reference' ? placeOfItem(item.id ?? '') : undefined));
    const ids = [...new Set(places.flatMap((place) => (place ? [place.responseId] : [])))];
    if (ids.length > MAX_REFERRED)
      refuse(
        'input',
        `References may name items of at most ${MAX_REFERRED} responses. Send the other items themselves.`,
      );
    const found = ids.length > 0 ? await findOutputs(this.#database.queries, caller, ids) : [];
    const byId = new Map(found.map((one) => [one.id, one]));
    return items.map((item, index) => {
      if (item.type !== 'item_reference') return item;
      const place = places[index];
      const named = place && byId.get(place.responseId)?.response.output[place.index];
      if (named) return named;
      throw new ServiceError('not_found', `There is no stored item "${item.id}".`, { param: `input[${index}].id` });
    });
  }

  async #find(caller: Caller, id: string): Promise<StoredResponse> {
    const [found] = await findResponses(this.#database.queries, caller, [id]);
    if (!found) throw notThere(id);
    return found;
  }
}

/** What was read before the charge is sent after it, together with the end. */
async function* writeEvents(
  writer: ResponseWriter,
  items: AsyncIterable<StreamItem>,
  { add, fields }: { add: (item: StreamItem) => void; fields: OwnFields },
): AsyncGenerator<WrittenFrames> {
  try {
    for await (const item of items) {
      if (writer.hasEnded) continue;
      add(item);
      const frames = writer.take();
      if (frames) yield frames;
    }
  } catch (error) {
    throw fields.rename(error);
  }
  // A stream that was aborted has no end.
  if (!writer.hasEnded) return;
  writer.tellEnd();
  const last = writer.take();
  if (last) yield last;
}

/** The row of a response that is to be stored. */
function rowOf({ caller, body }: Call, input: readonly InputItem[], writer: ResponseWriter): AttachedRow | undefined {
  if (!(body.store ?? true)) return undefined;
  const { response, written } = writer;
  const token = response.id.slice('resp_'.length);
  const named = input.map((item, index) => ({
    ...item,
    type: item.type ?? 'message',
    id: item.id ?? `in_${token}_${index}`,
  }));
  const { accountId, environment } = caller;
  const previousId = body.previous_response_id ?? null;
  return responseRow({
    id: response.id,
    accountId,
    environment,
    previousId,
    input: named.map(withParts),
    response,
    written,
  });
}

/** The size of its JSON in bytes; approximate for a single short text. */
function sizeOf(input: readonly InputItem[]): number {
  const [only] = input;
  if (input.length === 1 && typeof only?.content === 'string' && only.content.length < SHORT_CHARACTERS)
    return only.content.length;
  return Buffer.byteLength(JSON.stringify(input));
}

/** Stored messages have lists of parts, as OpenAI lists them. */
function withParts(item: InputItem): InputItem {
  if (item.type !== 'message' || typeof item.content !== 'string') return item;
  const type = item.role === 'assistant' ? 'output_text' : 'input_text';
  return { ...item, content: [{ type, text: item.content }] };
}

function notThere(id: string, param?: string, more = ''): ServiceError {
  const message = `There is no stored response "${id}". ${more}`.trim();
  return new ServiceError('not_found', message, param ? { param } : {});
}
