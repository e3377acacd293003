// Reads a request's body as bytes, up to the limit of its route.
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../core/errors.ts';

const PATIENCE_MS = 2_000;
const MOST_DROPPED_BYTES = 16 * 1024 * 1024;

export interface BodyReader {
  done(bytes: Buffer | undefined): void;
  refuse(error: ServiceError): void;
}

/** Calls `done` synchronously if there is no body. A client that disconnects halfway gets no answer. */
export function readBytes(request: IncomingMessage, limitBytes: number, { done, refuse }: BodyReader): void {
  const { headers, method } = request;
  const declared = headers['content-length'];
  const isEmpty = (declared === undefined || declared === '0') && headers['transfer-encoding'] === undefined;
  if (isEmpty || method === 'GET' || method === 'HEAD') done(undefined);
  else if (declared !== undefined && Number(declared) > limitBytes) refuse(tooLarge());
  else gather(request, limitBytes, { done, refuse });
}

function gather(request: IncomingMessage, limitBytes: number, { done, refuse }: BodyReader): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  const onData = (piece: Buffer) => {
    size += piece.length;
    if (size > limitBytes) {
      request.off('data', onData);
      request.off('end', onEnd);
      refuse(tooLarge());
      return;
    }
    if (first === undefined) first = piece;
    else if (more) more.push(piece);
    else more = [first, piece];
    // The declared length has arrived: do not wait for the stream's own end event.
    if (size === declared) {
      request.off('end', onEnd);
      onEnd();
    }
  };
  const onEnd = () => done(more ? Buffer.concat(more, size) : first);
  request.on('data', onData);
  request.on('end', onEnd);
}

/**
 * Reads and drops the rest of a refused body for a short time, because a client that is still sending only sees the refusal
 * while the connection is open. Then the connection is closed.
 */
export function discardRest(request: IncomingMessage): void {
  const { socket } = request;
  const impatience = setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
  request.once('end', () => clearTimeout(impatience));
  let dropped = 0;
  request.on('data', (piece: Buffer) => {
    dropped += piece.length;
    if (dropped > MOST_DROPPED_BYTES) socket.destroy();
  });
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'payload_too_large',
    'The request body is larger than this path accepts. Send a smaller one.',
  );
}
