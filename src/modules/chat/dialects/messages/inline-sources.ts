// Reads what a Messages request names by address or file, under the address guard, so that no upstream fetches it.
import type { Caller } from '../../../../core/caller.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { asRecord, asText } from '../../../../core/unknown-json.ts';
import type { FileReaders } from '../../documents.ts';
import { pictureType } from '../../picture-parts.ts';
import type { MessagesBody } from './schema.ts';

type Json = Record<string, unknown>;

const MAX_FILES = 64;
const MAX_BYTES = 48 * 1024 * 1024;

export async function inlineSources(
  body: MessagesBody,
  readers: FileReaders,
  call: { caller: Caller; signal: AbortSignal },
): Promise<MessagesBody> {
  const reader = new SourceReader(readers, call);
  const messages: Json[] = [];
  // One after the other: in parallel they could exceed the limit before it is noticed.
  for (const [index, message] of body.messages.entries())
    messages.push({ ...message, content: await reader.inline(message.content, `messages[${index}].content`) });
  return { ...body, messages } as MessagesBody;
}

class SourceReader {
  readonly #readers: FileReaders;
  readonly #call: { caller: Caller; signal: AbortSignal };
  #files = 0;
  #bytes = 0;

  constructor(readers: FileReaders, call: { caller: Caller; signal: AbortSignal }) {
    this.#readers = readers;
    this.#call = call;
  }

  /** A list of blocks with their images as data and their documents as text; a text as it is. */
  async inline(content: unknown, at: string): Promise<unknown> {
    if (!Array.isArray(content)) return content;
    const blocks: unknown[] = [];
    for (const [position, block] of content.entries()) blocks.push(await this.#block(block, `${at}[${position}]`));
    return blocks;
  }

  async #block(value: unknown, at: string): Promise<unknown> {
    const block = asRecord(value);
    if (!block) return value;
    const source = asRecord(block.source);
    if (block.type === 'image' && source) return { ...block, source: await this.#image(source, `${at}.source`) };
    if (block.type === 'document' && source) return { ...block, source: await this.#document(source, `${at}.source`) };
    if (block.type === 'tool_result') return { ...block, content: await this.inline(block.content, `${at}.content`) };
    return block;
  }

  async #image(source: Json, at: string): Promise<Json> {
    const bytes = await this.#read(source, at);
    const type = pictureType(bytes);
    if (!type) throw refuse(at, 'The image must be a PNG, JPEG, WebP or GIF file.');
    return { type: 'base64', media_type: type, data: Buffer.from(bytes).toString('base64') };
  }

  /** A page of a PDF costs more tokens there than its bytes tell, so its text is sent. */
  async #document(source: Json, at: string): Promise<Json> {
    if (source.type === 'text') return source;
    if (source.type === 'content') return { ...source, content: await this.inline(source.content, `${at}.content`) };
    const bytes = await this.#read(source, at);
    try {
      const text = await this.#readers.reader.readText(bytes, this.#call.signal);
      return { type: 'text', media_type: 'text/plain', data: text };
    } catch (error) {
      throw error instanceof ServiceError ? refuse(at, error.message) : error;
    }
  }

  async #read(source: Json, at: string): Promise<Uint8Array> {
    this.#files += 1;
    if (this.#files > MAX_FILES) throw refuse(at, `A request may contain at most ${MAX_FILES} images and documents.`);
    const inline = `data:application/octet-stream;base64,${asText(source.data)}`;
    const value = source.type === 'base64' ? inline : asText(source.url) || asText(source.file_id);
    const bytes = await this.#readers.source.required({ ...this.#call, uploads: [], field: at, value });
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_BYTES)
      throw new ServiceError('payload_too_large', 'The files of this request are larger than 48 MB in total.', {
        param: at,
      });
    return bytes;
  }
}

function refuse(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
