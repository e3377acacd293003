// Ends connections whose client has stopped reading the answer: each holds memory, a socket and often an open file.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Node reports a socket on which nothing was read or written, in whole or in part, for this long. */
export function endStalledReaders(server: Server, patienceMs: number): void {
  const answers = new WeakMap<Socket, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => answers.set(request.socket, response));
  server.setTimeout(patienceMs, (socket) => {
    const answer = answers.get(socket);
    const isIdle = !answer || answer.writableFinished;
    // If nothing is left to send, the client is waiting for the service: a quiet stream or long work.
    if (isIdle || socket.writableLength > 0) socket.destroy();
  });
}
