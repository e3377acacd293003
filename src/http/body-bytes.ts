// Reads a request's body as bytes, up to the limit of its route.
import type { IncomingMessage } from 'node:http';
import { ServiceError, toServiceError } from '../core/errors.ts';

/** How much of a refused body is still read: a stranger may use a little of the network, but no memory. */
const REST_OF_CUSTOMERS = { patienceMs: 10_000, maxBytes: 128 * 1024 * 1024 };
const REST_OF_STRANGERS = { patienceMs: 3_000, maxBytes: 16 * 1024 * 1024 };

export interface BodyReader {
  done(bytes: Buffer | undefined): void;
  refuse(error: ServiceError): void;
  /** Called with the size of each piece of a body that arrives in several; throws to refuse the rest. */
  hold?(bytes: number): void;
}

/** Resolves at once if there is no body. A client that disconnects halfway gets no response. */
export function readBytes(request: IncomingMessage, limitBytes: number, reader: BodyReader): void {
  const { done, refuse } = reader;
  const { headers, method } = request;
  const declared = headers['content-length'];
  const isEmpty = (declared === undefined || declared === '0') && headers['transfer-encoding'] === undefined;
  if (isEmpty || method === 'GET' || method === 'HEAD') done(undefined);
  else if (declared !== undefined && Number(declared) > limitBytes) refuse(tooLarge());
  else gather(request, limitBytes, reader);
}

function gather(request: IncomingMessage, limitBytes: number, { done, refuse, hold }: BodyReader): void {
  let first: Buffer | undefined;
  let more: Buffer[] | undefined;
  let size = 0;
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  const onData = (piece: Buffer) => {
    size += piece.length;
    try {
      if (size > limitBytes) throw tooLarge();
      if (first !== undefined) hold?.(piece.length);
    } catch (error) {
      request.off('data', onData);
      request.off('end', onEnd);
      first = undefined;
      more = undefined;
      refuse(toServiceError(error));
      return;
    }
    if (first === undefined) first = piece;
    else if (more) more.push(piece);
    else more = [first, piece];
    // The body is complete: there is no need to wait for the stream's own end.
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
 * Reads and discards the rest of a refused body, up to a limit. A client that is still sending can read the refusal
 * only while the connection is open, and loses it if the kernel resets a connection with unread bytes. So no refusal
 * sends `Connection: close`.
 */
export function discardRest(request: IncomingMessage, { isKnown }: { isKnown: boolean }): void {
  const { socket } = request;
  const { patienceMs, maxBytes } = isKnown ? REST_OF_CUSTOMERS : REST_OF_STRANGERS;
  const impatience = setTimeout(() => socket.destroy(), patienceMs).unref();
  request.once('close', () => clearTimeout(impatience));
  let discarded = 0;
  request.on('data', (piece: Buffer) => {
    discarded += piece.length;
    if (discarded > maxBytes) socket.destroy();
  });
}

function tooLarge(): ServiceError {
  return new ServiceError('payload_too_large', 'The body is larger than this path accepts.');
}
