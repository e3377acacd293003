// Receives a whole response without a stream, within limits of size and time.
import type { Dispatcher } from 'undici';

export interface WholeAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  bytes: Buffer;
}

export interface AnswerBounds {
  /** A longer response rejects with a RangeError; with `cutsOff` it is truncated instead. */
  maxBytes: number;
  cutsOff?: boolean;
  /** After this time the call rejects with a TimeoutError. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

export function dispatchWhole(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  bounds: AnswerBounds,
): Promise<WholeAnswer> {
  const { maxBytes, cutsOff = false, timeoutMs, signal } = bounds;
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
      },
      onResponseData(running, piece) {
        bytes += piece.length;
        if (bytes > maxBytes && !cutsOff) return leave(new RangeError(`the response has more than ${maxBytes} bytes`));
        pieces.push(piece);
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
