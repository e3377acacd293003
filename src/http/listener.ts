// The HTTP listener: limits on request size and speed, and a close that lets running requests end.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { limitBodyTime, slowAnswer } from './body-deadline.ts';
import type { IsProxy } from './client-address.ts';
import { limitConnectionsPerAddress } from './connections-per-address.ts';
import { endStalledReaders } from './stalled-readers.ts';

export interface HttpListener {
  listen(address: { host: string; port: number }): Promise<void>;
  /** The port in use; 0 before listen. */
  readonly port: number;
  /** From now on every response closes its connection, so that a balancer sends the client's next request elsewhere. */
  closeAfterResponses(): void;
  /** Accepts no new connections and resolves when the running requests have ended. */
  close(): Promise<void>;
  /** Ends all connections, whatever happens on them. */
  cut(): void;
}

export interface ListenerLimits {
  requestTimeoutMs?: number | undefined;
  connectionsPerAddress?: number | undefined;
  isProxy?: IsProxy | undefined;
}

const REQUEST_TIMEOUT_MS = 30_000;
/** Media players stop reading while their buffer is full, so reading may take longer than sending. */
const READER_PATIENCE = 4;
const MAX_HEADER_BYTES = 16 * 1024;
/** Longer than the usual idle timeout of a load balancer (60 s), so that the balancer closes first. */
const KEEP_ALIVE_MS = 72_000;
const CLOSE_IDLE_MS = 100;

export function createListener(
  { requestTimeoutMs = REQUEST_TIMEOUT_MS, connectionsPerAddress = 0, isProxy }: ListenerLimits,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): HttpListener {
  let isClosing = false;
  const server = createServer(
    {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs / 2),
      // Large uploads may take longer than this: limitBodyTime limits them by their speed.
      requestTimeout: 0,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      if (isClosing) response.shouldKeepAlive = false;
      handle(request, response);
    },
  );
  server.on('clientError', answerGarbage);
  limitBodyTime(server, requestTimeoutMs);
  endStalledReaders(server, requestTimeoutMs * READER_PATIENCE);
  if (connectionsPerAddress > 0) limitConnectionsPerAddress(server, connectionsPerAddress, isProxy);
  const unused = trackUnused(server);
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    get port() {
      return (server.address() as AddressInfo | null)?.port ?? 0;
    },
    closeAfterResponses() {
      isClosing = true;
    },
    async close() {
      isClosing = true;
      // Immediates run right after Node accepted what was waiting: the kernel resets connections that nobody accepted.
      await new Promise((resolve) => setImmediate(resolve));
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of unused) socket.destroy();
      // A connection becomes idle when its running request ends: only then can it be closed.
      const sweep = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
      await closed;
      clearInterval(sweep);
    },
    cut: () => server.closeAllConnections(),
  };
}

/** Connections that clients opened before their first request: Node does not count them as idle, so close would wait for them. */
function trackUnused(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', (request: IncomingMessage) => unused.delete(request.socket));
  return unused;
}

/** For bytes that are not HTTP: there is no request object to answer, only a socket. */
function answerGarbage(error: Error & { code?: string }, socket: import('node:stream').Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.end(slowAnswer());
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const message = tooLarge ? 'The request headers are too large.' : 'This is not a valid HTTP request.';
  const body = JSON.stringify({
    error: { message, type: 'invalid_request_error', code: 'invalid_parameter', param: null, request_id: '' },
  });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
