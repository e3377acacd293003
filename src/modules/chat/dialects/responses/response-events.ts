// The events of a response, numbered, as the text of their frames; each says at which place in the response it happens.
import { namedFrame, WrittenFrames } from '../../../../core/written-frames.ts';
import type { OutputItem, ResponseBody } from './response-body.ts';

export class ResponseEvents {
  /** Without a stream nobody reads the events, so none are written. */
  readonly areRead: boolean;
  /** How many events were taken: what comes later may be unpaid. */
  taken = 0;
  readonly #response: ResponseBody;
  #frames = '';
  #sequence = 0;

  constructor(response: ResponseBody, areRead: boolean) {
    this.#response = response;
    this.areRead = areRead;
  }

  /** The events since the last call; undefined if there are none. */
  take(): WrittenFrames | undefined {
    const frames = this.#frames;
    this.#frames = '';
    this.taken = this.#sequence;
    return frames === '' ? undefined : new WrittenFrames(frames);
  }

  /** `members` returns the JSON of the event's own members; written by hand, because it runs for every piece of a stream. */
  tell(name: string, members: () => string): void {
    if (!this.areRead) return;
    const type = `response.${name}`;
    this.#frames += namedFrame(type, `{"type":"${type}",${members()},"sequence_number":${this.#sequence}}`);
    this.#sequence += 1;
  }

  tellItem(what: 'added' | 'done', item: OutputItem): void {
    this.tell(`output_item.${what}`, () => `"output_index":${this.#lastIndex()},"item":${JSON.stringify(item)}`);
  }

  partPlace(item: OutputItem): string {
    return `${this.itemPlace(item)},"content_index":0`;
  }

  itemPlace({ id }: OutputItem): string {
    return `"item_id":"${id}","output_index":${this.#lastIndex()}`;
  }

  #lastIndex(): number {
    return this.#response.output.length - 1;
  }
}
