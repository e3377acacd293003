// Parses large JSON bodies in a thread: 30 MB of text take 100 ms or more, which would block all other requests.
import { Worker } from 'node:worker_threads';
import { type ErrorCode, ServiceError } from '../core/errors.ts';

export interface UnparsedBody {
  id: number;
  bytes: Uint8Array;
}

export type ParsedBody =
  | { id: number; value: unknown }
  | { id: number; refusal: { code: ErrorCode; message: string; param: string | null } };

interface Waiting {
  resolve(value: unknown): void;
  reject(error: ServiceError): void;
}

/** Parsing a smaller body takes a few milliseconds, less than the way to the thread and back under load. */
export const LARGE_JSON_BYTES = 512 * 1024;
const IDLE_MS = 60_000;

const waiting = new Map<number, Waiting>();
let thread: Worker | undefined;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;

/** Transfers the bytes to the thread: the caller cannot read them afterwards. */
export function parseLargeJson(bytes: Buffer): Promise<unknown> {
  clearTimeout(idleTimer);
  const worker = startThread();
  lastId += 1;
  const id = lastId;
  return new Promise<unknown>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.ref();
    const ownsMemory = bytes.byteLength === bytes.buffer.byteLength;
    const message: UnparsedBody = { id, bytes };
    worker.postMessage(message, ownsMemory ? [bytes.buffer as ArrayBuffer] : []);
  });
}

function startThread(): Worker {
  if (thread) return thread;
  const started = new Worker(new URL('./json-thread.ts', import.meta.url));
  started.on('message', receive);
  started.on('error', () => failAll(started));
  started.on('exit', () => failAll(started));
  thread = started;
  return started;
}

function receive(answer: ParsedBody): void {
  const call = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (waiting.size === 0) rest();
  if ('refusal' in answer) {
    const { code, message, param } = answer.refusal;
    call?.reject(new ServiceError(code, message, param === null ? {} : { param }));
  } else call?.resolve(answer.value);
}

/** An idle thread must not keep the process alive, nor its memory. */
function rest(): void {
  const worker = thread;
  worker?.unref();
  idleTimer = setTimeout(() => {
    if (thread === worker) thread = undefined;
    void worker?.terminate();
  }, IDLE_MS).unref();
}

function failAll(worker: Worker): void {
  if (thread !== worker) return;
  thread = undefined;
  for (const { reject } of waiting.values())
    reject(new ServiceError('payload_too_large', 'The body needs more memory to read than there is. Send less.'));
  waiting.clear();
}
