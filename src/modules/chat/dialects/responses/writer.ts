// Builds a response from the steps of an answer, and writes the events of each step.
import type { ServiceError } from '../../../../core/errors.ts';
import type { WrittenFrames } from '../../../../core/written-frames.ts';
import type { StreamItem } from '../../answer-order.ts';
import { readAnswer, type WholeAnswer } from '../answer-parts.ts';
import { type AnswerStep, type CallStep, emptyStep, StepReader } from '../chunks.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import type { Search } from '../search/searched.ts';
import { endCallItem, newCallItem } from './called-items.ts';
import { itemId } from './item-ids.ts';
import { ReasoningWriter } from './reasoning-writer.ts';
import {
  type CallItem,
  type MessageItem,
  newResponse,
  type OutputItem,
  type ReasoningItem,
  type ResponseBody,
  type SearchItem,
  type TextPart,
  textPart,
  usageOf,
} from './response-body.ts';
import { ResponseEvents } from './response-events.ts';
import type { ResponsesBody } from './schema.ts';
import { annotationsOf, fillSearchItem, newSearchItem, type ShownResults } from './search-items.ts';
import type { DeclaredTools } from './tools.ts';

export interface WriterOptions {
  isStreamed: boolean;
  tools: DeclaredTools;
  thoughts: OwnThoughts;
}

/** One item is open at a time; a piece of another kind closes it. */
export class ResponseWriter {
  readonly response: ResponseBody;
  readonly #tools: DeclaredTools;
  readonly #events: ResponseEvents;
  readonly #thoughts: ReasoningWriter;
  readonly #reader = new StepReader();
  readonly #shown: ShownResults;
  readonly #searches: Search[] = [];
  #hasFailed = false;
  #hasStarted = false;
  #hasEnded = false;
  #open: { kind: string; item: OutputItem } | undefined;
  #finishReason = 'stop';
  #written: string | undefined;
  #arguments = '';

  constructor(id: string, body: ResponsesBody, { isStreamed, tools, thoughts }: WriterOptions) {
    this.#tools = tools;
    this.#shown = {
      sources: body.include?.includes('web_search_call.action.sources') ?? false,
      passages: body.include?.includes('file_search_call.results') ?? false,
    };
    this.response = newResponse(id, body);
    this.#events = new ResponseEvents(this.response, isStreamed);
    this.#thoughts = new ReasoningWriter(this.#events, {
      showsSummary: Boolean(body.reasoning?.summary),
      sealing: body.include?.includes('reasoning.encrypted_content') ? thoughts : undefined,
    });
  }

  /** The events since the last call; undefined if there are none. */
  take(): WrittenFrames | undefined {
    return this.#events.take();
  }

  /** An item of the chat service's stream. */
  read(item: StreamItem): void {
    for (const step of this.#reader.read(item)) this.add(step);
  }

  /** A whole answer of the chat service. */
  readWhole(body: object): void {
    this.addWhole(readAnswer(body));
  }

  addWhole(answer: WholeAnswer): void {
    const { model, searches = [] } = answer;
    for (const search of searches) this.add({ ...emptyStep(), model, search });
    this.add({ ...answer, choice: 0, calls: answer.calls.map((called, index) => ({ index, ...called })) });
  }

  add(step: AnswerStep): void {
    if (!this.#hasStarted) this.#start(step.model);
    if (step.reasoning !== '') this.#addReasoning(step.reasoning);
    if (step.reasoningSignature !== '' && this.#open?.item.type === 'reasoning')
      this.#thoughts.sign(step.reasoningSignature);
    if (step.text !== '') this.#addText(step.text, step.logprobs);
    if (step.refusal !== '') this.#addRefusal(step.refusal);
    for (const call of step.calls) this.#addCall(call);
    if (step.search) this.#addSearch(step.search);
    if (step.finishReason) this.#finishReason = step.finishReason;
    if (step.usage) this.response.usage = usageOf(step.usage);
  }

  /**
   * Closes what is open: the response does not change after it. `writeEnd` writes the event that ends the stream, once
   * the response is stored.
   */
  end(): void {
    this.#hasEnded = true;
    const reason = ({ length: 'max_output_tokens', content_filter: 'content_filter' } as const)[this.#finishReason];
    this.#close(reason ? 'incomplete' : 'completed');
    this.response.status = reason ? 'incomplete' : 'completed';
    this.response.incomplete_details = reason ? { reason } : null;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The response as JSON, for storing it and for the last event. */
  get written(): string {
    this.#written ??= JSON.stringify(this.response);
    return this.#written;
  }

  writeEnd(): void {
    this.#events.tell(this.response.status, () => `"response":${this.written}`);
  }

  /** Shows only items that were taken: the others may be unpaid. */
  fail(error: ServiceError): object {
    const code = error.status === 429 ? 'rate_limit_exceeded' : error.status < 500 ? 'invalid_prompt' : 'server_error';
    const { message } = error;
    const shown = this.#hasEnded ? { ...this.response, output: [], output_text: '' } : this.response;
    const response = { ...shown, status: 'failed', error: { code, message } };
    return { type: 'response.failed', sequence_number: this.#events.taken, response };
  }

  #start(model: string): void {
    this.#hasStarted = true;
    if (model !== '') this.response.model = model;
    const response = this.#events.areRead ? JSON.stringify(this.response) : '';
    this.#events.tell('created', () => `"response":${response}`);
    this.#events.tell('in_progress', () => `"response":${response}`);
  }

  #addReasoning(delta: string): void {
    const item = this.#openItem('reasoning', (id): ReasoningItem => this.#thoughts.begin(id));
    this.#thoughts.add(item, delta);
  }

  #addText(delta: string, logprobs: AnswerStep['logprobs']): void {
    const item = this.#openItem('message', (id): MessageItem => {
      const message: MessageItem = { type: 'message', id, status: 'in_progress', role: 'assistant', content: [] };
      this.#events.tellItem('added', message);
      const part = textPart('');
      this.#events.tell(
        'content_part.added',
        () => `${this.#events.partPlace(message)},"part":${JSON.stringify(part)}`,
      );
      message.content = [part];
      return message;
    });
    const [part] = item.content;
    if (part?.type === 'output_text') {
      part.text += delta;
      if (logprobs.length > 0) part.logprobs.push(...logprobs);
    }
    this.response.output_text += delta;
    this.#events.tell(
      'output_text.delta',
      () => `${this.#events.partPlace(item)},"delta":${JSON.stringify(delta)},"logprobs":${JSON.stringify(logprobs)}`,
    );
  }

  #addRefusal(delta: string): void {
    const item = this.#openItem('refusal', (id): MessageItem => {
      const message: MessageItem = { type: 'message', id, status: 'in_progress', role: 'assistant', content: [] };
      this.#events.tellItem('added', message);
      const part = { type: 'refusal' as const, refusal: '' };
      this.#events.tell(
        'content_part.added',
        () => `${this.#events.partPlace(message)},"part":${JSON.stringify(part)}`,
      );
      message.content = [part];
      return message;
    });
    const [part] = item.content;
    if (part?.type === 'refusal') part.refusal += delta;
    this.#events.tell('refusal.delta', () => `${this.#events.partPlace(item)},"delta":${JSON.stringify(delta)}`);
  }

  #addCall(call: CallStep): void {
    const item = this.#openItem(`call ${call.index}`, (id): CallItem => {
      const item = newCallItem({ id, callId: call.id || id, place: this.#tools.placeOf(call.name) });
      this.#events.tellItem('added', item);
      return item;
    });
    if (call.arguments === '') return;
    this.#arguments += call.arguments;
    // The other kinds are written at once, when all arguments have arrived.
    if (item.type !== 'function_call') return;
    this.#events.tell(
      'function_call_arguments.delta',
      () => `${this.#events.itemPlace(item)},"delta":${JSON.stringify(call.arguments)}`,
    );
  }

  #addSearch(search: Search): void {
    const { results, failure } = search;
    const item = this.#openItem(`${search.kind === 'files' ? 'files' : 'search'} ${search.id}`, (id): SearchItem => {
      const begun = newSearchItem(id, search);
      this.#events.tellItem('added', begun);
      for (const what of ['in_progress', 'searching'])
        this.#events.tell(`${begun.type}.${what}`, () => this.#events.itemPlace(begun));
      return begun;
    });
    if (!results && failure === undefined) return;
    fillSearchItem(item, search, this.#shown);
    if (results) this.#searches.push(search);
    else this.#hasFailed = true;
    this.#close('completed');
  }

  /** Returns the open item of this kind, or opens one. */
  #openItem<Item extends OutputItem>(kind: string, open: (id: string) => Item): Item {
    if (this.#open?.kind === kind) return this.#open.item as Item;
    this.#close('completed');
    const { output, id } = this.response;
    // The index is assigned first, because the opening events contain it.
    output.length += 1;
    const item = open(itemId(kind, id, output.length - 1));
    output[output.length - 1] = item;
    this.#open = { kind, item };
    return item;
  }

  #close(status: 'completed' | 'incomplete'): void {
    const item = this.#open?.item;
    this.#open = undefined;
    if (!item) return;
    item.status = isSearch(item) && this.#hasFailed ? 'failed' : status;
    this.#hasFailed = false;
    if (item.type === 'message') this.#closeMessage(item);
    else if (item.type === 'reasoning') this.#thoughts.close(item);
    else if (isSearch(item)) this.#events.tell(`${item.type}.completed`, () => this.#events.itemPlace(item));
    else this.#closeCall(item);
    this.#events.tellItem('done', item);
  }

  #closeCall(item: CallItem): void {
    endCallItem(item, this.#arguments);
    this.#arguments = '';
    const place = this.#events.itemPlace(item);
    if (item.type === 'function_call') {
      const { name, arguments: given } = item;
      this.#events.tell(
        'function_call_arguments.done',
        () => `${place},"name":${JSON.stringify(name)},"arguments":${JSON.stringify(given)}`,
      );
    } else if (item.type === 'custom_tool_call') {
      const input = JSON.stringify(item.input);
      this.#events.tell('custom_tool_call_input.delta', () => `${place},"delta":${input}`);
      this.#events.tell('custom_tool_call_input.done', () => `${place},"input":${input}`);
    }
  }

  #closeMessage(item: MessageItem): void {
    const [part] = item.content;
    if (!part) return;
    const place = this.#events.partPlace(item);
    if (part.type === 'output_text' && this.#searches.length > 0) this.#annotate(part, place);
    if (part.type === 'refusal')
      this.#events.tell('refusal.done', () => `${place},"refusal":${JSON.stringify(part.refusal)}`);
    else
      this.#events.tell(
        'output_text.done',
        () => `${place},"text":${JSON.stringify(part.text)},"logprobs":${JSON.stringify(part.logprobs)}`,
      );
    this.#events.tell('content_part.done', () => `${place},"part":${JSON.stringify(part)}`);
  }

  #annotate(part: TextPart, place: string): void {
    part.annotations = annotationsOf(part.text, this.#searches);
    for (const [index, annotation] of part.annotations.entries())
      this.#events.tell(
        'output_text.annotation.added',
        () => `${place},"annotation_index":${index},"annotation":${JSON.stringify(annotation)}`,
      );
  }
}

function isSearch(item: OutputItem): item is SearchItem {
  return item.type === 'web_search_call' || item.type === 'file_search_call';
}
