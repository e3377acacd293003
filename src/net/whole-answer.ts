// Receives a whole response without a stream, within limits of size and time.
import type { Dispatcher } from 'undici';

export interface WholeAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  bytes: Buffer;
}

/** How much is kept of a response beyond its bound. */
const KEPT_BYTES = 1024 * 1024;

export class AnswerTooLarge extends RangeError {
  readonly status: number;
  readonly maxBytes: number;
  readonly start: string;

  constructor(status: number, maxBytes: number, pieces: readonly Buffer[]) {
    super(`the response has more than ${maxBytes} bytes`);
    this.status = status;
    this.maxBytes = maxBytes;
    this.start = startOf(pieces);
  }
}

function startOf(pieces: readonly Buffer[]): string {
  const kept: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    if (bytes >= KEPT_BYTES) break;
    kept.push(piece.subarray(0, KEPT_BYTES - bytes));
    bytes += piece.length;
  }
  return Buffer.concat(kept).toString('utf8');
}

export interface AnswerBounds {
  /** A longer response rejects with AnswerTooLarge; with `cutsOff` it is truncated instead. */
  maxBytes: number;
  cutsOff?: boolean;
  /** A response that is no success is truncated to this length. */
  maxErrorBytes?: number;
  /** After this time the call rejects with a TimeoutError. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export function dispatchWhole(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  bounds: AnswerBounds,
): Promise<WholeAnswer> {
  const { timeoutMs, signal } = bounds;
  let { maxBytes, cutsOff = false } = bounds;
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let head: Pick<WholeAnswer, 'status' | 'headers'> | undefined;
    let bytes = 0;
    let controller: Dispatcher.DispatchController | undefined;
    const leave = (reason: Error) => {
      end();
      reject(reason);
      controller?.abort(reason);
    };
    const onAbort = () => leave(signal?.reason);
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => leave(new DOMException('No response within the time limit.', 'TimeoutError')), timeoutMs);
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    const answer = () => {
      end();
      const [only] = pieces;
      const whole = pieces.length === 1 && only ? only : Buffer.concat(pieces);
      if (head) resolve({ ...head, bytes: whole.length > maxBytes ? whole.subarray(0, maxBytes) : whole });
      else reject(new Error('the response ended before its headers arrived'));
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started;
      },
      onResponseStart(_controller, status, headers) {
        head = { status, headers };
        if (bounds.maxErrorBytes === undefined || (status >= 200 && status < 300)) return;
        maxBytes = bounds.maxErrorBytes;
        cutsOff = true;
      },
      onResponseData(running, piece) {
        bytes += piece.length;
        pieces.push(piece);
        if (bytes > maxBytes && !cutsOff) return leave(new AnswerTooLarge(head?.status ?? 0, maxBytes, pieces));
        if (bytes < maxBytes || !cutsOff) return;
        answer();
        running.abort(new Error('the size limit was reached'));
      },
      onResponseEnd: answer,
      onResponseError(_controller, error) {
        end();
        reject(error);
      },
    });
  });
}
