// Builds a response from the steps of an answer, and writes the events of each step.
import type { ServiceError } from '../../../../core/errors.ts';
import { namedFrame, WrittenFrames } from '../../../../core/written-frames.ts';
import type { StreamItem } from '../../answer-order.ts';
import { readAnswer, type WholeAnswer } from '../answer-parts.ts';
import { type AnswerStep, type CallStep, emptyStep, StepReader } from '../chunks.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import type { Search } from '../search/searched.ts';
import { endCallItem, newCallItem } from './called-items.ts';
import { itemId } from './item-ids.ts';
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
  readonly #isStreamed: boolean;
  readonly #showsSummary: boolean;
  readonly #tools: DeclaredTools;
  /** Set if the caller wants thoughts that it can send back. */
  readonly #sealing: OwnThoughts | undefined;
  readonly #reader = new StepReader();
  readonly #shown: ShownResults;
  readonly #searches: Search[] = [];
  #hasFailed = false;
  #frames = '';
  #sequence = 0;
  #taken = 0;
  #hasStarted = false;
  #hasEnded = false;
  #open: { kind: string; item: OutputItem } | undefined;
  #finishReason = 'stop';
  #written: string | undefined;
  #arguments = '';
  #signature = '';

  /** Without a stream nobody reads the events, so none are written. */
  constructor(id: string, body: ResponsesBody, { isStreamed, tools, thoughts }: WriterOptions) {
    this.#isStreamed = isStreamed;
    this.#tools = tools;
    this.#sealing = body.include?.includes('reasoning.encrypted_content') ? thoughts : undefined;
    this.#shown = {
      sources: body.include?.includes('web_search_call.action.sources') ?? false,
      passages: body.include?.includes('file_search_call.results') ?? false,
    };
    this.response = newResponse(id, body);
    this.#showsSummary = Boolean(body.reasoning?.summary);
  }

  /** The events since the last call; undefined if there are none. */
  take(): WrittenFrames | undefined {
    const frames = this.#frames;
    this.#frames = '';
    this.#taken = this.#sequence;
    return frames === '' ? undefined : new WrittenFrames(frames);
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
      this.#signature = step.reasoningSignature;
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
    this.#tell(this.response.status, () => `"response":${this.written}`);
  }

  /** Shows only items that were taken: the others may be unpaid. */
  fail(error: ServiceError): object {
    const code = error.status === 429 ? 'rate_limit_exceeded' : error.status < 500 ? 'invalid_prompt' : 'server_error';
    const { message } = error;
    const shown = this.#hasEnded ? { ...this.response, output: [], output_text: '' } : this.response;
    const response = { ...shown, status: 'failed', error: { code, message } };
    return { type: 'response.failed', sequence_number: this.#taken, response };
  }

  #start(model: string): void {
    this.#hasStarted = true;
    if (model !== '') this.response.model = model;
    const response = this.#isStreamed ? JSON.stringify(this.response) : '';
    this.#tell('created', () => `"response":${response}`);
    this.#tell('in_progress', () => `"response":${response}`);
  }

  #addReasoning(delta: string): void {
    const item = this.#openItem('reasoning', (id): ReasoningItem => this.#newReasoning(id));
    const part = this.#showsSummary ? item.summary[0] : item.content?.[0];
    if (part) part.text += delta;
    this.#tell(
      `${this.#reasoningName()}.delta`,
      () => `${this.#reasoningPlace(item)},"delta":${JSON.stringify(delta)}`,
    );
  }

  #newReasoning(id: string): ReasoningItem {
    const item: ReasoningItem = { type: 'reasoning', id, status: 'in_progress', summary: [] };
    this.#writeItemEvent('added', item);
    if (this.#showsSummary) {
      const part = { type: 'summary_text' as const, text: '' };
      this.#tell('reasoning_summary_part.added', () => `${this.#reasoningPlace(item)},"part":${JSON.stringify(part)}`);
      item.summary = [part];
    } else item.content = [{ type: 'reasoning_text', text: '' }];
    return item;
  }

  #reasoningName(): string {
    return this.#showsSummary ? 'reasoning_summary_text' : 'reasoning_text';
  }

  #reasoningPlace(item: ReasoningItem): string {
    return `${this.#itemPlace(item)},"${this.#showsSummary ? 'summary' : 'content'}_index":0`;
  }

  #addText(delta: string, logprobs: AnswerStep['logprobs']): void {
    const item = this.#openItem('message', (id): MessageItem => {
      const message: MessageItem = { type: 'message', id, status: 'in_progress', role: 'assistant', content: [] };
      this.#writeItemEvent('added', message);
      const part = textPart('');
      this.#tell('content_part.added', () => `${this.#partPlace(message)},"part":${JSON.stringify(part)}`);
      message.content = [part];
      return message;
    });
    const [part] = item.content;
    if (part?.type === 'output_text') {
      part.text += delta;
      if (logprobs.length > 0) part.logprobs.push(...logprobs);
    }
    this.response.output_text += delta;
    this.#tell(
      'output_text.delta',
      () => `${this.#partPlace(item)},"delta":${JSON.stringify(delta)},"logprobs":${JSON.stringify(logprobs)}`,
    );
  }

  #addRefusal(delta: string): void {
    const item = this.#openItem('refusal', (id): MessageItem => {
      const message: MessageItem = { type: 'message', id, status: 'in_progress', role: 'assistant', content: [] };
      this.#writeItemEvent('added', message);
      const part = { type: 'refusal' as const, refusal: '' };
      this.#tell('content_part.added', () => `${this.#partPlace(message)},"part":${JSON.stringify(part)}`);
      message.content = [part];
      return message;
    });
    const [part] = item.content;
    if (part?.type === 'refusal') part.refusal += delta;
    this.#tell('refusal.delta', () => `${this.#partPlace(item)},"delta":${JSON.stringify(delta)}`);
  }

  #addCall(call: CallStep): void {
    const item = this.#openItem(`call ${call.index}`, (id): CallItem => {
      const item = newCallItem({ id, callId: call.id || id, place: this.#tools.placeOf(call.name) });
      this.#writeItemEvent('added', item);
      return item;
    });
    if (call.arguments === '') return;
    this.#arguments += call.arguments;
    // The other kinds are written at once, when all arguments have arrived.
    if (item.type !== 'function_call') return;
    this.#tell(
      'function_call_arguments.delta',
      () => `${this.#itemPlace(item)},"delta":${JSON.stringify(call.arguments)}`,
    );
  }

  #addSearch(search: Search): void {
    const { results, failure } = search;
    const item = this.#openItem(`${search.kind === 'files' ? 'files' : 'search'} ${search.id}`, (id): SearchItem => {
      const begun = newSearchItem(id, search);
      this.#writeItemEvent('added', begun);
      for (const what of ['in_progress', 'searching'])
        this.#tell(`${begun.type}.${what}`, () => this.#itemPlace(begun));
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
    else if (item.type === 'reasoning') this.#closeReasoning(item);
    else if (isSearch(item)) this.#tell(`${item.type}.completed`, () => this.#itemPlace(item));
    else this.#closeCall(item);
    this.#writeItemEvent('done', item);
  }

  #closeCall(item: CallItem): void {
    endCallItem(item, this.#arguments);
    this.#arguments = '';
    const place = this.#itemPlace(item);
    if (item.type === 'function_call') {
      const { name, arguments: given } = item;
      this.#tell(
        'function_call_arguments.done',
        () => `${place},"name":${JSON.stringify(name)},"arguments":${JSON.stringify(given)}`,
      );
    } else if (item.type === 'custom_tool_call') {
      const input = JSON.stringify(item.input);
      this.#tell('custom_tool_call_input.delta', () => `${place},"delta":${input}`);
      this.#tell('custom_tool_call_input.done', () => `${place},"input":${input}`);
    }
  }

  #closeMessage(item: MessageItem): void {
    const [part] = item.content;
    if (!part) return;
    const place = this.#partPlace(item);
    if (part.type === 'output_text' && this.#searches.length > 0) this.#annotate(part, place);
    if (part.type === 'refusal') this.#tell('refusal.done', () => `${place},"refusal":${JSON.stringify(part.refusal)}`);
    else
      this.#tell(
        'output_text.done',
        () => `${place},"text":${JSON.stringify(part.text)},"logprobs":${JSON.stringify(part.logprobs)}`,
      );
    this.#tell('content_part.done', () => `${place},"part":${JSON.stringify(part)}`);
  }

  #annotate(part: TextPart, place: string): void {
    part.annotations = annotationsOf(part.text, this.#searches);
    for (const [index, annotation] of part.annotations.entries())
      this.#tell(
        'output_text.annotation.added',
        () => `${place},"annotation_index":${index},"annotation":${JSON.stringify(annotation)}`,
      );
  }

  #closeReasoning(item: ReasoningItem): void {
    const part = this.#showsSummary ? item.summary[0] : item.content?.[0];
    const signature = this.#signature;
    this.#signature = '';
    const sealed = this.#sealing?.close({ text: part?.text ?? '', ...(signature ? { signature } : {}) }) ?? signature;
    if (sealed) item.encrypted_content = sealed;
    const place = this.#reasoningPlace(item);
    this.#tell(`${this.#reasoningName()}.done`, () => `${place},"text":${JSON.stringify(part?.text ?? '')}`);
    if (this.#showsSummary) this.#tell('reasoning_summary_part.done', () => `${place},"part":${JSON.stringify(part)}`);
  }

  #writeItemEvent(what: 'added' | 'done', item: OutputItem): void {
    this.#tell(`output_item.${what}`, () => `"output_index":${this.#lastIndex()},"item":${JSON.stringify(item)}`);
  }

  #partPlace(item: OutputItem): string {
    return `${this.#itemPlace(item)},"content_index":0`;
  }

  #itemPlace({ id }: OutputItem): string {
    return `"item_id":"${id}","output_index":${this.#lastIndex()}`;
  }

  #lastIndex(): number {
    return this.response.output.length - 1;
  }

  /** `members` returns the JSON of the event's own members; written by hand, because it runs for every piece of a stream. */
  #tell(name: string, members: () => string): void {
    if (!this.#isStreamed) return;
    const type = `response.${name}`;
    this.#frames += namedFrame(type, `{"type":"${type}",${members()},"sequence_number":${this.#sequence}}`);
    this.#sequence += 1;
  }
}

function isSearch(item: OutputItem): item is SearchItem {
  return item.type === 'web_search_call' || item.type === 'file_search_call';
}
