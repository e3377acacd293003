// One bucket of an S3-compatible server: objects put whole or in parts, read by range, listed and deleted.
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import { ServiceError } from '../core/errors.ts';
import { BUCKET_AWAY } from '../core/lost-connection.ts';
import { contentIsGone } from './missing-content.ts';
import { DEFAULT_REGION, type S3Place } from './s3-place.ts';
import { type S3Request, signS3 } from './s3-sign.ts';

export interface ListedObject {
  /** The key without the configured prefix. */
  key: string;
  modifiedAt: Date;
}

interface Call extends Omit<S3Request, 'url'> {
  key?: string;
  query?: Record<string, string>;
}

const ATTEMPTS = 4;
const FIRST_WAIT_MS = 100;
/** A bucket that hangs is not asked again: its caller waits. */
const RETRY_WITHIN_MS = 5_000;
/** For what the bucket finds in an instant; completing an upload may take it long. */
const ANSWER_MS = 10_000;
const COMPLETE_MS = 60_000;
/** The slowest upload that is waited for: about 1.3 Mbit/s. */
const BYTES_PER_MS = 160;
const MAX_ERROR_BYTES = 4_000;
/** A page of a list has a thousand objects. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;
const RETRY_SECONDS = 5;

export class S3Bucket {
  readonly #place: S3Place;
  readonly #onAway: (error: Error) => void;
  readonly #agent = new Agent({ connections: 64, bodyTimeout: 60_000, connectTimeout: 10_000 });

  /** `onAway` hears of every call that failed for good because the bucket did not work. */
  constructor(place: S3Place, onAway: (error: Error) => void = () => undefined) {
    this.#place = place;
    this.#onAway = onAway;
  }

  async put(
    key: string,
    { body, contentType }: { body: Uint8Array; contentType: string },
    signal?: AbortSignal,
  ): Promise<void> {
    await drop(await this.#call({ method: 'PUT', key, body, headers: { 'content-type': contentType } }, signal));
  }

  /** `bytes` is the size of the whole object: the response must have the length that was promised to the client. */
  async get(key: string, bytes: number, range: { start: number; end: number } | undefined): Promise<Readable> {
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const answer = await this.#call({ method: 'GET', key, headers });
    const wanted = range ? range.end - range.start + 1 : bytes;
    const isWanted = answer.statusCode === (range ? 206 : 200) && Number(answer.headers['content-length']) === wanted;
    if (isWanted) return answer.body;
    answer.body.destroy();
    throw new Error(
      `the S3 server answered ${answer.statusCode} with ${answer.headers['content-length'] ?? 'unknown'} bytes of ${key}, of which ${wanted} were asked for`,
    );
  }

  /** Deleting a missing object is no error. */
  async delete(key: string): Promise<void> {
    await drop(await this.#call({ method: 'DELETE', key }));
  }

  /** Starts a multipart upload; returns its id. */
  async beginParts(key: string, contentType: string, signal?: AbortSignal): Promise<string> {
    const call: Call = { method: 'POST', key, query: { uploads: '' }, headers: { 'content-type': contentType } };
    return element(await textOf(await this.#call(call, signal)), 'UploadId');
  }

  /** Returns the part's ETag, which endParts needs. */
  async putPart(
    key: string,
    part: { uploadId: string; number: number; body: Uint8Array },
    signal?: AbortSignal,
  ): Promise<string> {
    const query = { partNumber: String(part.number), uploadId: part.uploadId };
    const answer = await this.#call({ method: 'PUT', key, query, body: part.body }, signal);
    await drop(answer);
    return String(answer.headers.etag);
  }

  async endParts(
    key: string,
    { uploadId, etags }: { uploadId: string; etags: readonly string[] },
    signal?: AbortSignal,
  ): Promise<void> {
    const parts = etags.map((etag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const text = await textOf(await this.#call({ method: 'POST', key, query: { uploadId }, body }, signal));
    // The server may fail after it has sent the headers: then the body contains an error although the status is 200.
    if (text.includes('<Error>'))
      throw new Error(`the S3 server did not complete the multipart upload: ${shortened(text)}`);
  }

  async abandonParts(key: string, uploadId: string): Promise<void> {
    await drop(await this.#call({ method: 'DELETE', key, query: { uploadId } }));
  }

  /** Lists all objects with the configured prefix, page by page. */
  async *list(signal?: AbortSignal): AsyncGenerator<ListedObject[]> {
    const { prefix } = this.#place;
    let after: Record<string, string> = {};
    for (;;) {
      const before = after['continuation-token'];
      const call: Call = { method: 'GET', query: { 'list-type': '2', prefix, ...after } };
      const text = await textOf(await this.#call(call, signal));
      yield [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)]
        .map(([, inner = '']) => ({
          key: element(inner, 'Key'),
          modifiedAt: new Date(element(inner, 'LastModified')),
        }))
        .filter(({ key }) => key.startsWith(prefix))
        .map((object) => ({ ...object, key: object.key.slice(prefix.length) }));
      if (!/<IsTruncated>true</.test(text)) return;
      after = { 'continuation-token': element(text, 'NextContinuationToken') };
      if (after['continuation-token'] === before) throw new Error('the S3 server lists the same page again and again');
    }
  }

  /** Creates the bucket if it does not exist. */
  async createIfMissing(): Promise<void> {
    if (await this.isReady().catch(() => false)) return;
    const { region } = this.#place;
    const place = `<CreateBucketConfiguration><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
    const body = region === DEFAULT_REGION ? {} : { body: Buffer.from(place) };
    await drop(await this.#call({ method: 'PUT', ...body }));
  }

  /** Throws if the bucket is not accessible with the configured keys. */
  async isReady(signal?: AbortSignal): Promise<boolean> {
    await drop(await this.#call({ method: 'HEAD' }, signal));
    return true;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  /**
   * All requests here are safe to repeat, so network errors and statuses 429 and 5xx are retried. Every other refusal
   * is for the operator to mend (keys, rights, the name of the bucket), and for the customer an outage like the others.
   */
  async #call(call: Call, signal?: AbortSignal): Promise<Dispatcher.ResponseData> {
    const startedMs = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#send(call, signal).catch((error: Error) => error);
      if (!(answer instanceof Error) && answer.statusCode < 300) return answer;
      const isTransient = answer instanceof Error || answer.statusCode >= 500 || answer.statusCode === 429;
      if (isTransient && attempt < ATTEMPTS && performance.now() - startedMs < RETRY_WITHIN_MS && !signal?.aborted) {
        if (!(answer instanceof Error)) await drop(answer);
        await wait(FIRST_WAIT_MS * 2 ** (attempt - 1), undefined, signal ? { signal } : {});
        continue;
      }
      if (answer instanceof Error) throw signal?.aborted ? answer : this.#unreachable(answer);
      const text = await textOf(answer);
      if (answer.statusCode === 404 && text.includes('<Code>NoSuchKey</Code>')) throw contentIsGone();
      const problem = new Error(`the S3 server answered ${answer.statusCode} to ${call.method}: ${shortened(text)}`);
      throw this.#unreachable(Object.assign(problem, { code: BUCKET_AWAY }));
    }
  }

  #unreachable(cause: Error): ServiceError {
    this.#onAway(cause);
    return unreachable(cause);
  }

  async #send({ key, query, ...rest }: Call, signal?: AbortSignal): Promise<Dispatcher.ResponseData> {
    const url = new URL(this.#place.bucketUrl);
    if (key !== undefined) url.pathname += `${this.#place.prefix}${key}`;
    // The bucket itself: some servers expect its signed path without the trailing slash, and all accept it.
    else if (url.pathname !== '/') url.pathname = url.pathname.slice(0, -1);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const headers = await signS3(this.#place, { ...rest, url });
    const answer = await request(url, {
      method: rest.method,
      headers,
      dispatcher: this.#agent,
      headersTimeout: rest.method === 'POST' ? COMPLETE_MS : ANSWER_MS + (rest.body?.byteLength ?? 0) / BYTES_PER_MS,
      ...(rest.body ? { body: rest.body } : {}),
      ...(signal ? { signal } : {}),
    });
    // A body that is given up emits an error: without a listener it would end the process. Whoever reads it hears it too.
    answer.body.on('error', () => undefined);
    return answer;
  }
}

/** The call may be sent again: nothing was stored, and what it would have cost is released. */
function unreachable(cause: Error): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The service cannot reach its file storage right now. Wait as Retry-After says, then send the call again.',
    { cause, retryAfterSeconds: RETRY_SECONDS },
  );
}

/** An unread response body would keep its connection occupied. */
async function drop(answer: Dispatcher.ResponseData): Promise<void> {
  await answer.body.dump();
}

async function textOf(answer: Dispatcher.ResponseData): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.byteLength;
    // Leaving the loop ends the connection.
    if (bytes > MAX_TEXT_BYTES) throw new Error(`the S3 server's response has more than ${MAX_TEXT_BYTES} bytes`);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function element(xml: string, name: string): string {
  const found = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1];
  if (found === undefined) throw new Error(`the S3 server's response has no ${name}: ${shortened(xml)}`);
  return found.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function shortened(text: string): string {
  return text.slice(0, MAX_ERROR_BYTES);
}
