// Connections that clients opened ahead and never used: closing must not wait a minute for their first request.
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Node counts a connection as idle only after its first request, and would wait for these until they time out. */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}
