// Ends requests whose body arrives too slowly: each has a grace period, plus time for every byte that has arrived.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** The slowest accepted upload after the grace period. */
const LEAST_BYTES_PER_SECOND = 16 * 1024;

interface Pending {
  request: IncomingMessage;
  response: ServerResponse;
  startedMs: number;
  bytesBefore: number;
}

/** One sweep for all requests, instead of a timer and listeners for each. */
export function limitBodyTime(server: Server, graceMs: number): void {
  const pending = new Set<Pending>();
  let fresh: Pending[] = [];
  // Most bodies arrive together with their headers and are not tracked until the sweep: thousands of ended requests
  // that survive several garbage collections would cost more time than everything else here.
  const keepUnfinished = () => {
    for (const one of fresh) if (!one.request.complete) pending.add(one);
    fresh = [];
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    if (fresh.length === 0) setImmediate(keepUnfinished);
    fresh.push({ request, response, startedMs: performance.now(), bytesBefore: socket.bytesRead });
  });
  const sweep = setInterval(
    () => {
      for (const one of pending) {
        if (one.request.complete || one.request.socket.destroyed) pending.delete(one);
        else if (isTooSlow(one, graceMs)) {
          pending.delete(one);
          endRequest(one);
        }
      }
    },
    Math.min(1_000, graceMs / 4),
  ).unref();
  server.once('close', () => clearInterval(sweep));
}

function isTooSlow({ request, startedMs, bytesBefore }: Pending, graceMs: number): boolean {
  const arrived = request.socket.bytesRead - bytesBefore;
  return performance.now() - startedMs > graceMs + (arrived / LEAST_BYTES_PER_SECOND) * 1000;
}

function endRequest({ request, response }: Pending): void {
  const { socket } = request;
  // Written straight to the socket: the code that reads the body never sees its end, so it sends no second answer.
  if (!response.headersSent && socket.writable) socket.write(slowAnswer());
  socket.destroySoon();
}

/** The answer to a request that did not arrive completely in time. */
export function slowAnswer(): string {
  const body = JSON.stringify({
    error: {
      message: 'The request arrived too slowly. Send it again over a faster connection.',
      type: 'invalid_request_error',
      code: 'invalid_parameter',
      param: null,
      request_id: '',
    },
  });
  return `HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
