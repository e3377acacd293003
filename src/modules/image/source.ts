// Reads the image that a request names: an uploaded part, a file of this service, a data URI or an https URL.
import type { Artifact, ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';

export interface SentFile {
  field: string;
  bytes: Uint8Array;
}

export interface PictureRequest {
  caller: Caller;
  uploads: readonly SentFile[];
  /** The field's name in the request, for errors. */
  field: string;
  value: string | undefined;
  signal: AbortSignal;
}

const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
const FETCH_TIMEOUT_MS = 30_000;
const FILE_ID = /^[0-9a-z]{26}$/;
const DATA_URI = /^data:([\w.+-]+\/[\w.+-]+)?(;[\w=.+-]+)*;base64,/i;

export class ImageSource {
  readonly #artifacts: ArtifactStore;
  readonly #fetch: GuardedFetch;
  readonly #publicUrl: string;

  constructor(parts: { artifacts: ArtifactStore; guardedFetch: GuardedFetch; publicUrl: string }) {
    this.#artifacts = parts.artifacts;
    this.#fetch = parts.guardedFetch;
    this.#publicUrl = parts.publicUrl;
  }

  async required(request: PictureRequest): Promise<Uint8Array> {
    const bytes = await this.optional(request);
    if (bytes) return bytes;
    throw new ServiceError('missing_parameter', `The field "${request.field}" is required.`, { param: request.field });
  }

  async optional({ caller, uploads, field, value, signal }: PictureRequest): Promise<Uint8Array | undefined> {
    const upload = uploads.find((file) => file.field === field);
    if (upload) return limited(upload.bytes, field);
    if (value === undefined || value === '') return undefined;
    if (value.startsWith('data:')) return limited(decodeDataUri(value, field), field);
    const fileId = this.#ownFileId(value);
    if (fileId) return this.#readFile(caller, fileId, field);
    // The address guard refuses schemes other than https.
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return this.#download(value, field, signal);
    throw new ServiceError(
      'invalid_parameter',
      `The field "${field}" must be a file id, a /files/ URL of this service, a data URI or an https URL.`,
      { param: field },
    );
  }

  #ownFileId(value: string): string | undefined {
    if (FILE_ID.test(value)) return value;
    const path = value.startsWith(this.#publicUrl) ? value.slice(this.#publicUrl.length) : value;
    return /^\/files\/([0-9a-z]{26})(\.[0-9a-z]{1,8})?(\?.*)?$/.exec(path)?.[1];
  }

  async #readFile(caller: Caller, id: string, param: string): Promise<Uint8Array> {
    const artifact = await this.#artifacts.find(id);
    // Another account's file is treated as missing.
    if (!artifact || !belongsTo(artifact, caller))
      throw new ServiceError('not_found', `There is no file "${id}".`, { param });
    if (artifact.bytes > MAX_PICTURE_BYTES) throw tooLarge(param);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.#artifacts.read(artifact)) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  }

  async #download(url: string, param: string, signal: AbortSignal): Promise<Uint8Array> {
    const options = {
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: MAX_PICTURE_BYTES,
      httpsOnly: true,
      maxRedirects: 3,
      signal,
    };
    const answer = await this.#fetch(url, options).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof ServiceError) throw new ServiceError(error.code, error.message, { param });
      throw new ServiceError('invalid_parameter', 'The image could not be fetched from its URL.', { param });
    });
    if (answer.status !== 200)
      throw new ServiceError('invalid_parameter', `The image's URL responded with status ${answer.status}.`, {
        param,
      });
    return answer.body;
  }
}

function belongsTo(artifact: Artifact, caller: Pick<Caller, 'accountId' | 'environment'>): boolean {
  return artifact.accountId === caller.accountId && artifact.environment === caller.environment;
}

function decodeDataUri(value: string, param: string): Uint8Array {
  const head = DATA_URI.exec(value);
  if (!head)
    throw new ServiceError('invalid_parameter', 'The data URI must be base64: data:image/png;base64,…', { param });
  return Buffer.from(value.slice(head[0].length), 'base64');
}

function limited(bytes: Uint8Array, param: string): Uint8Array {
  if (bytes.length > MAX_PICTURE_BYTES) throw tooLarge(param);
  return bytes;
}

function tooLarge(param: string): ServiceError {
  return new ServiceError('payload_too_large', 'The image is larger than 20 MB.', { param });
}
