// Reads paged lists as one: the next page is fetched when the loop reaches it.
import type { Api, Input, OperationName } from './api.ts';
import type { CallOptions } from './transport.ts';

export interface Page<Item> {
  data: Item[];
  has_more?: boolean;
  next_cursor?: string | null;
}

/** `for await` gives every item; `firstPage()` gives one page as the service sent it. */
export class Pages<Item> implements AsyncIterable<Item> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(api: Api, name: OperationName, input: Input, options?: CallOptions) {
    const read = async (cursor: string | undefined) => {
      const query = cursor === undefined ? input.query : { ...input.query, cursor };
      return (await api.call(name, { ...input, query }, options)) as Page<Item>;
    };
    this.#read = read;
  }

  firstPage(): Promise<Page<Item>> {
    return this.#read(undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    let page = await this.firstPage();
    for (;;) {
      yield* page.data;
      if (!page.next_cursor) return;
      page = await this.#read(page.next_cursor);
    }
  }
}
