// Fetches the images and documents that a request names by data, address or file, under the address guard, so that no
// upstream fetches them.
import type { Caller } from '../../../core/caller.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { FileReaders } from '../documents.ts';
import { pictureType } from '../picture-parts.ts';

const MAX_FILES = 64;
const MAX_BYTES = 48 * 1024 * 1024;

export interface ReadImage {
  mediaType: string;
  /** Base64. */
  data: string;
}

/** Limit for one request. */
export class NamedFiles {
  readonly #readers: FileReaders;
  readonly #call: { caller: Caller; signal: AbortSignal };
  #files = 0;
  #bytes = 0;

  constructor(readers: FileReaders, call: { caller: Caller; signal: AbortSignal }) {
    this.#readers = readers;
    this.#call = call;
  }

  /** `value`: a data URI, an address or a file id; `at`: the field that names it. */
  async image(value: string, at: string): Promise<ReadImage> {
    const bytes = await this.#read(value, at);
    const mediaType = pictureType(bytes);
    if (!mediaType) throw refuse(at, 'The image must be a PNG, JPEG, WebP or GIF file.');
    return { mediaType, data: Buffer.from(bytes).toString('base64') };
  }

  /** Elsewhere a PDF page costs more tokens than its bytes suggest, so its text is sent. */
  async document(value: string, at: string): Promise<string> {
    const bytes = await this.#read(value, at);
    try {
      return await this.#readers.reader.readText(bytes, this.#call.caller.accountId, this.#call.signal);
    } catch (error) {
      throw error instanceof ServiceError ? new ServiceError(error.code, error.message, { param: at }) : error;
    }
  }

  async #read(value: string, at: string): Promise<Uint8Array> {
    this.#files += 1;
    if (this.#files > MAX_FILES) throw refuse(at, `A request may contain at most ${MAX_FILES} images and documents.`);
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
