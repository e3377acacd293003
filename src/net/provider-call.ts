// HTTP calls to providers of images, songs and videos: JSON and files, with time and size limits and one error policy.

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pollUntil } from '@atelier/kit';
import { parseAnswer } from '../core/bounded-json.ts';
import { ServiceError } from '../core/errors.ts';
import type { ShapeLimits } from '../core/json-shape.ts';
import { failedAt, wholeReason } from '../core/upstream-failure.ts';
import { MAX_JSON_BYTES, SMALL_SHAPE } from './answer-bounds.ts';
import { afterOrder, afterWork } from './attempt-error.ts';
import { explainRefusal, explainUnreachable, isPassingTrouble } from './provider-error.ts';
import { providerFetch } from './provider-fetch.ts';
import { hideUpstream } from './upstream-words.ts';

/** The operator configures its URL, so it may be on the same network; customers' URLs go through the address guard. */
export interface Provider {
  name: string;
  baseUrl: string;
  /** Includes the key. */
  headers: Readonly<Record<string, string>>;
  /** The time limit of one call; a minute if absent. */
  callMs?: number;
}

export interface ProviderCall {
  path: string;
  /** POST if there is a body, otherwise GET. */
  method?: string;
  /** FormData is sent as multipart, anything else as JSON. */
  body?: object | FormData | undefined;
  /** The customer's field that a refusal refers to: `prompt` if absent, null for questions about an order that was placed before. */
  field?: string | null;
  /** Of an answer that is JSON: a call whose answer holds more than the state of an order names its own. */
  maxBytes?: number;
  shape?: Partial<ShapeLimits>;
  /** The answer is a file: a text in its place, such as an error with status 200, is a failure. */
  answersFile?: boolean;
}

export interface ProviderFile {
  url: string;
  headers: Readonly<Record<string, string>>;
}

const CALL_MS = 60_000;
const MAX_FILE_BYTES = 2 * 1024 * 1024 * 1024;
const MAX_SAID_BYTES = 4_000;
const FILE_PACE = { firstWaitMs: 300, longestWaitMs: 3_000 };
const IS_TEXT = /^(?:text\/|application\/(?:problem\+)?json)/i;

export function bearer(apiKey: string | undefined): Record<string, string> {
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}

/** An order that was answered with a success is placed, whatever the answer is worth. */
export async function callProvider<T>(provider: Provider, call: ProviderCall, signal: AbortSignal): Promise<T> {
  const answer = await sendCall(provider, call, signal);
  try {
    return await readObject<T>(provider, answer, call);
  } catch (error) {
    signal.throwIfAborted();
    throw call.body && call.field !== null ? afterOrder(error) : error;
  }
}

async function readObject<T>({ name }: Provider, answer: Answer, call: ProviderCall): Promise<T> {
  const { maxBytes = MAX_JSON_BYTES, shape = SMALL_SHAPE } = call;
  const bytes = await readBytes(answer, maxBytes);
  try {
    const object: unknown = parseAnswer(bytes, shape);
    // Callers read its fields.
    if (typeof object === 'object' && object !== null) return object as T;
  } catch (cause) {
    throw failedAt(name, 'The model sent a response that is not JSON.', cause);
  }
  throw failedAt(name, 'The model sent a response that is no JSON object.');
}

/** Yields the response's bytes as they arrive, for speech that plays during generation. */
export async function* streamFromProvider(
  provider: Provider,
  call: ProviderCall,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  yield* bounded(await sendCall(provider, call, signal), maxBytes);
}

/**
 * Fetches a file whose URL the provider returned: with the key from the provider itself, without it from any other
 * host.
 */
export function fileAt(provider: Provider, address: string): ProviderFile {
  const url = addressOf(provider, address);
  const isAtProvider = new URL(url).origin === new URL(provider.baseUrl).origin;
  return { url, headers: isAtProvider ? provider.headers : {} };
}

/** Reads the file into memory, for images and songs. */
export async function fetchFile(
  provider: Provider,
  file: ProviderFile,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<Uint8Array> {
  const fetched = async (limit: AbortSignal) => readBytes(await openFile(provider, file, limit), maxBytes);
  return handOut(provider, fetched, { signal, limit: within(provider, signal) });
}

/** Writes the file to the disk, for videos. */
export async function downloadFile(
  provider: Provider,
  file: ProviderFile,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<void> {
  const fetched = async (limit: AbortSignal) => {
    const chunks = bounded(await openFile(provider, file, limit), MAX_FILE_BYTES);
    await pipeline(Readable.from(chunks), createWriteStream(path), { signal: limit });
    return path;
  };
  await handOut(provider, fetched, { signal, limit: signal });
}

/** The file is made, and billed: its provider is asked for it several times, and its order is not repeated. */
async function handOut<T>(
  { name }: Provider,
  fetched: (limit: AbortSignal) => Promise<T>,
  { signal, limit }: { signal: AbortSignal; limit: AbortSignal },
): Promise<T> {
  try {
    return await pollUntil(() => fetched(limit), { pace: FILE_PACE, signal: limit, isPassing: isPassingTrouble });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError && error.code === 'engine_failed') throw afterWork(error);
    // Its cause is told and not kept: a file that comes late is no work that took too long.
    const cause = new Error(wholeReason(error));
    throw afterWork(failedAt(name, 'The model does not hand out what it made.', cause));
  }
}

function openFile(provider: Provider, { url, headers }: ProviderFile, signal: AbortSignal): Promise<Answer> {
  return send(provider, url, { headers, signal }, null);
}

function addressOf({ name, baseUrl }: Provider, path: string): string {
  const address = /^https?:\/\//.test(path) ? path : `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
  if (path === '' || !URL.canParse(address)) throw failedAt(name, 'The model returned no usable file.', path);
  return address;
}

function within({ callMs = CALL_MS }: Provider, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
}

interface Answer {
  name: string;
  type: string;
  body: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

async function sendCall(provider: Provider, call: ProviderCall, signal: AbortSignal): Promise<Answer> {
  const { path, body, method = body ? 'POST' : 'GET' } = call;
  const isForm = body instanceof FormData;
  const headers = { ...provider.headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) };
  const content = body ? { body: isForm ? body : JSON.stringify(body) } : {};
  const init = { method, headers, ...content, signal: within(provider, signal) };
  const answer = await send(provider, addressOf(provider, path), init, body ? call.field : null);
  if (!call.answersFile || !IS_TEXT.test(answer.type)) return answer;
  for await (const _ of answer.body) break;
  throw afterWork(failedAt(provider.name, 'The model sent a text instead of a file.'));
}

async function send(
  provider: Provider,
  url: string,
  init: RequestInit & { signal: AbortSignal },
  field: string | null | undefined,
): Promise<Answer> {
  const { name, baseUrl } = provider;
  const response = await providerFetch(baseUrl)(url, init).catch((error: unknown) => {
    if (isUnsafe(error))
      throw failedAt(name, 'The model returned no usable file.', 'it is at a URL that is not public');
    return explainUnreachable(name, error, init.signal);
  });
  return readable(provider, response, { signal: init.signal, field });
}

async function readable(
  { name, baseUrl }: Provider,
  response: Response,
  { signal, field }: { signal: AbortSignal; field: string | null | undefined },
): Promise<Answer> {
  if (!response.ok) {
    const { status, headers } = response;
    const text = await readStart(response);
    hideUpstream({ name, address: baseUrl });
    throw explainRefusal(name, { status, text, retryAfter: headers.get('retry-after'), field });
  }
  const type = response.headers.get('content-type') ?? '';
  return { name, type, body: response.body ?? Readable.from([]), signal };
}

/** Finds the address guard's refusal among the causes of fetch's error. */
function isUnsafe(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ServiceError) return cause.code === 'unsafe_url';
  return false;
}

async function readBytes(answer: Answer, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bounded(answer, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* bounded({ name, body, signal }: Answer, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw afterWork(failedAt(name, `The model sent more than ${maxBytes} bytes.`));
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    explainUnreachable(name, error, signal);
  }
}

/** Enough to find the provider's own message. */
async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_SAID_BYTES) break;
    }
  } catch {
    // An error response that ends early is still an error response.
  }
  return Buffer.concat(chunks).toString('utf8');
}
