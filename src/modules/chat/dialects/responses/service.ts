// Answers OpenAI's Responses API with the chat service, and stores responses for later ones to continue.
import { withoutCache } from '../../../../core/answer-cache.ts';
import type { Caller } from '../../../../core/caller.ts';
import type { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import type { WrittenFrames } from '../../../../core/written-frames.ts';
import type { Receipt } from '../../../../money/receipt.ts';
import type { AttachedRow } from '../../../../store/attached-row.ts';
import type { Database } from '../../../../store/database.ts';
import {
  deleteResponse,
  findResponses,
  type NewResponse,
  responseRow,
  type StoredResponse,
} from '../../../../store/responses.ts';
import type { FinishAnswer } from '../../answer-order.ts';
import type { ChatService, TextCall } from '../../chat-service.ts';
import { NamedFiles } from '../named-files.ts';
import { OwnFields } from '../own-fields.ts';
import { refuse } from '../refuse.ts';
import { type SealedThoughts, thoughtsOf } from '../sealed-thoughts.ts';
import type { SearchingChat } from '../search/searching-chat.ts';
import type { BackgroundResponses } from './background.ts';
import type { CompactBody } from './compact-schema.ts';
import { compactingMessages, compactionOf, readNote } from './compaction.ts';
import type { Conversations } from './conversations.ts';
import { hasRecordings, withTranscripts } from './heard-items.ts';
import { inlineItems } from './inline-items.ts';
import { messagesOfItems } from './input-items.ts';
import { nativeLeftOut, nativeResponses } from './native-body.ts';
import { NativeResponse, type ResponseStream } from './native-response.ts';
import { chatBodyOf, conversationIdOf, OWN_NAMES, refuseUnsupported } from './request.ts';
import type { ResponseBody } from './response-body.ts';
import type { CountBody, InputItem, InputItemsQuery, ResponsesBody } from './schema.ts';
import { notThere, StoredItems } from './stored-items.ts';
import { sizeOf, storedOf } from './stored-row.ts';
import { DeclaredTools } from './tools.ts';
import { writeEvents } from './write-events.ts';
import { ResponseWriter } from './writer.ts';

/** The same limit as for the texts of a chat; it also bounds what one call can add to the database. */
const MAX_STORED_BYTES = 4 * 1024 * 1024;
const DEFAULT_PAGE = 20;
const LEAST_TOKENS = 16;

type Call = TextCall<ResponsesBody> & {
  /** For one that is answered without a connection: its id, and who stores it with its charge. */
  background?: { id: string; keep(stored: NewResponse | undefined): void };
};

const NO_TOOLS = new DeclaredTools({ model: '', input: '' }, []);

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
  background: BackgroundResponses;
  /** Absent without a search engine. */
  searching: SearchingChat;
}

export class ResponseService {
  readonly #chat: ChatService;
  readonly #database: Database;
  readonly #items: StoredItems;
  readonly #sealed: SealedThoughts;
  readonly #conversations: Conversations;
  readonly #background: BackgroundResponses;
  readonly #searching: SearchingChat;

  constructor({ chat, database, sealed, conversations, background, searching }: ResponseParts) {
    this.#background = background;
    this.#searching = searching;
    this.#chat = chat;
    this.#database = database;
    this.#items = new StoredItems(database);
    this.#sealed = sealed;
    this.#conversations = conversations;
  }

  async whole(call: Call): Promise<{ body: ResponseBody; receipt: Receipt; leftOut: readonly string[] }> {
    const { input, chat, fields, tools, plan, thoughts } = await this.#prepare(call);
    const id = call.background?.id ?? newId('resp');
    const translated = new ResponseWriter(id, call.body, { isStreamed: false, tools, thoughts });
    let writer: ResponseStream = translated;
    const finish: FinishAnswer = ([body = {}]) => {
      if (isResponse(body)) {
        const native = new NativeResponse(id, call.body, thoughts);
        native.readWhole(body);
        writer = native;
      } else translated.readWhole(body);
      writer.end();
      return kept(call, storedOf(call, withTranscripts(input), writer));
    };
    if (plan) {
      const { receipt } = await fields.naming(
        this.#searching.whole(chat, plan, (answer) => {
          translated.addWhole(answer);
          translated.end();
          return kept(call, storedOf(call, withTranscripts(input), translated));
        }),
      );
      return { body: translated.response, receipt, leftOut: tools.leftOut };
    }
    const { receipt, isNative } = await fields.naming(this.#chat.whole({ ...chat, finish }));
    return { body: writer.response, receipt, leftOut: leftOutOf(tools, isNative) };
  }

  async stream(call: Call): Promise<StreamedResponse> {
    const { input, chat, fields, tools, plan, thoughts } = await this.#prepare(call);
    const id = call.background?.id ?? newId('resp');
    let writer: ResponseStream = new ResponseWriter(id, call.body, { isStreamed: true, tools, thoughts });
    const finish: FinishAnswer = (unsent) => {
      for (const item of unsent) writer.read(item);
      writer.end();
      return kept(call, storedOf(call, withTranscripts(input), writer));
    };
    const opening = plan
      ? this.#searching.stream({ ...chat, finish }, plan)
      : this.#chat.openStream({ ...chat, finish });
    const { items, isNative } = await fields.naming(opening);
    if (isNative) writer = new NativeResponse(id, call.body, thoughts);
    return {
      events: writeEvents(writer, items, fields),
      failure: (error) => writer.fail(error),
      leftOut: leftOutOf(tools, isNative),
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

  /** Charged as the call that it is, also if the model writes nothing: it has read the conversation. */
  async compact(call: TextCall<CompactBody>): Promise<{ body: object; receipt: Receipt }> {
    const { model, input, instructions, previous_response_id: previous } = call.body;
    if (!input && !previous) refuse('input', 'Send the conversation as "input", or name a "previous_response_id".');
    const body: ResponsesBody = { model, input: input ?? [], store: false };
    const { caller } = call;
    const given = await this.#given(caller, { ...body, previous_response_id: previous ?? null });
    const thoughts = thoughtsOf(this.#sealed, caller.accountId);
    const messages = messagesOfItems(given.named, { fieldOf: given.fieldOf, thoughts, hears: true });
    const chatBody = chatBodyOf(
      { ...body, ...(instructions ? { instructions } : {}) },
      compactingMessages(messages),
      NO_TOOLS,
    );
    const fields = new OwnFields(OWN_NAMES, chatBody);
    const { body: answered, receipt } = await fields.naming(this.#chat.whole({ ...call, body: chatBody }));
    return { body: compactionOf(readNote(answered, receipt), withTranscripts(given.named), thoughts), receipt };
  }

  /** The order of a response that is answered without a connection. */
  async order(call: Call): Promise<ResponseBody> {
    refuseUnsupported(call.body);
    // An unknown model is refused at once.
    this.#chat.speaks(call.body.model, call.caller, 'responses');
    return this.#background.order(call);
  }

  /** The events of a response that was ordered with them, from the one after `after`. */
  async events(caller: Caller, { id, after }: { id: string; after: number }, signal: AbortSignal) {
    await this.read(caller, id);
    if (!(await this.#background.isStreamed(caller, id)))
      refuse(
        'stream',
        'Only a response that was ordered with "background" and "stream" can be streamed. Read it as a whole.',
      );
    const read = () => this.read(caller, id);
    return this.#background.events(caller, { id, after }, { read, signal });
  }

  /** First those that are not answered yet: an answer is stored when its order ends. */
  async read(caller: Caller, id: string): Promise<ResponseBody> {
    return (await this.#background.find(caller, id)) ?? (await this.#find(caller, id)).response;
  }

  async remove(caller: Caller, id: string): Promise<object> {
    const wasOrdered = await this.#background.remove(caller, id);
    if (!(await deleteResponse(this.#database.queries, caller, id)) && !wasOrdered) throw notThere(id);
    await this.#background.forget(id);
    return { id, object: 'response', deleted: true };
  }

  /** A response that has ended stays as it is. */
  async cancel(caller: Caller, id: string): Promise<ResponseBody> {
    const cancelled = await this.#background.cancel(caller, id);
    const response = await this.read(caller, id);
    if (cancelled || response.background) return response;
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
    const { input, named, fieldOf } = await this.#given(caller, body);
    const inputBytes = (body.store ?? true) ? sizeOf(withTranscripts(input)) : 0;
    if (inputBytes > MAX_STORED_BYTES)
      refuse('store', 'An input of more than 4 MB cannot be stored. Set "store" to false, or send less.');
    const isOpen = conversationId === undefined;
    const tools = new DeclaredTools(body, named, { web: isOpen && this.#searching.hasWeb, files: isOpen });
    if (tools.files) await this.#searching.files.check(caller, tools.files);
    const thoughts = thoughtsOf(this.#sealed, caller.accountId);
    const mayPass =
      !tools.search &&
      !tools.files &&
      conversationId === undefined &&
      !hasRecordings(named) &&
      isLong(body) &&
      this.#chat.speaks(body.model, caller, 'responses');
    const files = new NamedFiles(this.#chat.files, { caller, signal });
    const items = mayPass ? await inlineItems(named, files, fieldOf) : named;
    const native = mayPass ? nativeResponses(body, { items, thoughts, accountId: caller.accountId }) : undefined;
    const asked = chatBodyOf(body, messagesOfItems(items, { fieldOf, thoughts, hears: true }), tools);
    const { search: web, files: stores, mostSearches: most } = tools;
    const plan = web || stores ? this.#searching.planOf({ most, web, files: stores }) : undefined;
    const isAlone = body.store === false && isOpen && !body.previous_response_id;
    const chat = {
      ...{ caller: isAlone ? caller : withoutCache(caller), requestId, signal },
      body: conversationId === undefined ? asked : { ...asked, conversation_id: conversationId },
      ownInstructions: body.instructions ? 1 : 0,
      native,
    };
    return { input, chat, fields: new OwnFields(OWN_NAMES, asked), tools, plan, thoughts };
  }

  /** The items of the call, and before them those of the responses that it continues. */
  async #given(caller: Caller, body: ResponsesBody) {
    const given: InputItem[] =
      typeof body.input === 'string' ? [{ type: 'message', role: 'user', content: body.input }] : body.input;
    const [earlier, input] = await Promise.all([this.#items.earlier(caller, body), this.#items.resolve(caller, given)]);
    const fieldOf = (index: number) => {
      if (index < earlier.length) return 'previous_response_id';
      return typeof body.input === 'string' ? 'input' : `input[${index - earlier.length}]`;
    };
    return { input, named: [...earlier, ...input], fieldOf };
  }

  async #find(caller: Caller, id: string): Promise<StoredResponse> {
    const [found] = await findResponses(this.#database.queries, caller, [id]);
    if (!found) throw notThere(id);
    return found;
  }
}

/** One in the background is stored with its charge when its job ends, and not at all once it was cancelled. */
function kept({ background, signal }: Call, stored: NewResponse | undefined): AttachedRow | undefined {
  if (!background) return stored && responseRow(stored);
  background.keep(signal.aborted ? undefined : stored);
  return undefined;
}

/** OpenAI's upstreams refuse a smaller limit. */
function isLong({ max_output_tokens: most }: ResponsesBody): boolean {
  return typeof most !== 'number' || most >= LEAST_TOKENS;
}

/** For a call sent in its own dialect; others send a chat. */
function isResponse(body: object): body is Record<string, unknown> {
  return 'object' in body && body.object === 'response';
}

function leftOutOf({ leftOut }: DeclaredTools, isNative: boolean): readonly string[] {
  return isNative ? nativeLeftOut(leftOut) : leftOut;
}
