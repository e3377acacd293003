// A webhook receiver on loopback: keeps what it got and answers as the test says.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './until.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  atMs: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves once so many have come. */
  got(count: number): Promise<void>;
  close(): void;
}

/** `answer` gets the number of the request, from 1; without one every request gets 200. */
export async function startReceiver(
  answer: (nth: number, response: ServerResponse) => void = (_, response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const nth = received.push({ headers: request.headers, body, atMs: Date.now() });
      answer(nth, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    async got(count) {
      await until(() => received.length >= count, { saying: `${count} deliveries have come`, everyMs: 5 });
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
