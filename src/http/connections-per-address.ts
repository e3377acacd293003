// Limits the connections from one IP address, so that one machine cannot use up all that the process can open.
import type { Server, Socket } from 'node:net';

/** Behind a proxy every connection comes from the proxy, so the proxy has to set this limit. */
export function limitConnectionsPerAddress(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
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
