// Writes what a model thinks: as content or as a summary, and sealed where the caller wants to send it back.
import type { OwnThoughts } from '../sealed-thoughts.ts';
import type { ReasoningItem } from './response-body.ts';
import type { ResponseEvents } from './response-events.ts';

export interface ReasoningOptions {
  showsSummary: boolean;
  /** Set if the caller wants thoughts that it can send back. */
  sealing: OwnThoughts | undefined;
}

export class ReasoningWriter {
  readonly #events: ResponseEvents;
  readonly #options: ReasoningOptions;
  #signature = '';

  constructor(events: ResponseEvents, options: ReasoningOptions) {
    this.#events = events;
    this.#options = options;
  }

  begin(id: string): ReasoningItem {
    const item: ReasoningItem = { type: 'reasoning', id, status: 'in_progress', summary: [] };
    this.#events.tellItem('added', item);
    if (this.#options.showsSummary) {
      const part = { type: 'summary_text' as const, text: '' };
      this.#events.tell('reasoning_summary_part.added', () => `${this.#place(item)},"part":${JSON.stringify(part)}`);
      item.summary = [part];
    } else item.content = [{ type: 'reasoning_text', text: '' }];
    return item;
  }

  add(item: ReasoningItem, delta: string): void {
    const part = this.#partOf(item);
    if (part) part.text += delta;
    this.#events.tell(`${this.#name}.delta`, () => `${this.#place(item)},"delta":${JSON.stringify(delta)}`);
  }

  /** The signature of the thoughts that are open. */
  sign(signature: string): void {
    this.#signature = signature;
  }

  close(item: ReasoningItem): void {
    const part = this.#partOf(item);
    const { showsSummary, sealing } = this.#options;
    const signature = this.#signature;
    this.#signature = '';
    const sealed = sealing?.close({ text: part?.text ?? '', ...(signature ? { signature } : {}) }) ?? signature;
    if (sealed) item.encrypted_content = sealed;
    const place = this.#place(item);
    this.#events.tell(`${this.#name}.done`, () => `${place},"text":${JSON.stringify(part?.text ?? '')}`);
    if (showsSummary) this.#events.tell('reasoning_summary_part.done', () => `${place},"part":${JSON.stringify(part)}`);
  }

  #partOf(item: ReasoningItem): { text: string } | undefined {
    return this.#options.showsSummary ? item.summary[0] : item.content?.[0];
  }

  get #name(): string {
    return this.#options.showsSummary ? 'reasoning_summary_text' : 'reasoning_text';
  }

  #place(item: ReasoningItem): string {
    return `${this.#events.itemPlace(item)},"${this.#options.showsSummary ? 'summary' : 'content'}_index":0`;
  }
}
