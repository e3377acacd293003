// Chooses ports for servers of tests, so that no two processes on this machine choose the same one.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the range that the kernel hands out, so that no outgoing connection takes the port before it is used, and above 10080, the last one that fetch refuses. */
const PORTS = { first: 10_100, count: 21_900 };

/** Stays ours until this process ends, although nothing may listen there yet. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = PORTS.first + randomInt(PORTS.count);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error('a hundred ports in a row were taken');
}

/** A socket for datagrams, which no server here uses, tells the other test processes that the port of this number is taken. */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').unref();
    socket.once('error', () => socket.close(() => resolve(false)));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
