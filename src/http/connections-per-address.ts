// Limits the connections per IP address, so that one machine cannot use up all sockets of the process.
import type { Server, Socket } from 'node:net';
import type { IsProxy } from './client-address.ts';

/** All clients of a proxy share its address, so the proxy must enforce this limit for them. */
export function limitConnectionsPerAddress(server: Server, most: number, isProxy: IsProxy = () => false): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isProxy(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
