// Ways from a machine of its own network to what listens on loopback here: a relay for each port, and a proxy to the package servers.
import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

export interface Relay {
  port: number;
  close(): void;
}

/** Takes connections at another address and passes them to a port of loopback; with a certificate, in TLS. */
export async function startRelay(at: string, to: number, tls?: { key: Buffer; cert: Buffer }): Promise<Relay> {
  const pass = (socket: Socket) => join(socket, connect(to, '127.0.0.1'));
  return listen(tls ? createTlsServer(tls, pass) : createServer(pass), at);
}

/** What `http_proxy` and `https_proxy` name. */
export async function startForwardProxy(at: string): Promise<Relay> {
  const server = createHttpServer((incoming, outgoing) => {
    const onward = request(incoming.url ?? '', { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', ({ url = '' }, socket: Socket, head: Buffer) => {
    const [host, port] = url.split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      onward.write(head);
    });
    join(socket, onward);
  });
  return listen(server, at);
}

/** An end is passed on behind what is still on its way; a broken connection breaks the other one. */
function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
}

async function listen(server: Server, at: string): Promise<Relay> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, at);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
