// Gets a whole answer of an upstream without a stream in between: its pieces are gathered as they come, up to a bound.
import type { Dispatcher, Pool } from 'undici';

export interface WholeAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  text: string;
}

export function dispatchWhole(
  pool: Pool,
  options: Dispatcher.DispatchOptions,
  bounds: { maxBytes: number; signal: AbortSignal },
): Promise<WholeAnswer> {
  const { maxBytes, signal } = bounds;
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let head: Pick<WholeAnswer, 'status' | 'headers'> | undefined;
    let bytes = 0;
    let leave: (() => void) | undefined;
    const end = () => {
      if (leave) signal.removeEventListener('abort', leave);
    };
    pool.dispatch(options, {
      onRequestStart(controller) {
        leave = () => controller.abort(signal.reason);
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave, { once: true });
      },
      onResponseStart(_controller, status, headers) {
        head = { status, headers };
      },
      onResponseData(controller, piece) {
        bytes += piece.length;
        if (bytes > maxBytes) controller.abort(new RangeError(`more than ${maxBytes} bytes`));
        else pieces.push(piece);
      },
      onResponseEnd() {
        end();
        const [only] = pieces;
        const whole = pieces.length === 1 && only ? only : Buffer.concat(pieces);
        if (head) resolve({ ...head, text: whole.toString('utf8') });
        else reject(new Error('the answer ended before it began'));
      },
      onResponseError(_controller, error) {
        end();
        reject(error);
      },
    });
  });
}
