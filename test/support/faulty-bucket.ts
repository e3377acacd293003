// A faulty bucket: a proxy in front of a real S3 server that passes, refuses, delays, truncates or changes traffic as
// the test says.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type S3Server, startS3 } from './s3.ts';

/** What happens to a request; `pass` to those that should not be touched. */
export type Fault =
  | 'pass'
  | 'busy'
  | 'denied'
  | 'silent'
  | 'cut'
  | 'busy after storing'
  | 'half'
  | 'half without length'
  | 'longer'
  | 'whole for a range'
  | 'endless error';

export interface FaultyBucket {
  /** As S3_URL takes it. */
  url: string;
  server: S3Server;
  /** Requests since the last change. */
  requests: { method: string; path: string }[];
  behave(choose: (method: string, path: string) => Fault): void;
  stop(): Promise<void>;
}

const BUSY = '<Error><Code>SlowDown</Code></Error>';
const DENIED = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
const ENDLESS_BYTES = 64 * 1024 * 1024;

export async function startFaultyBucket(): Promise<FaultyBucket> {
  const server = await startS3();
  const behind = new URL(server.url);
  let choose: (method: string, path: string) => Fault = () => 'pass';
  const requests: FaultyBucket['requests'] = [];
  const proxy = createServer((incoming, outgoing) => {
    const { method = '', url: path = '' } = incoming;
    requests.push({ method, path });
    const fault = choose(method, path);
    if (fault === 'busy') {
      incoming.resume().on('end', () => outgoing.writeHead(503).end(BUSY));
      return;
    }
    if (fault === 'denied') {
      incoming.resume().on('end', () => outgoing.writeHead(403).end(DENIED));
      return;
    }
    if (fault === 'cut') {
      outgoing.destroy();
      return;
    }
    if (fault === 'silent') {
      incoming.resume();
      return;
    }
    if (fault === 'endless error') {
      outgoing.writeHead(400);
      sendEndlessly(outgoing);
      return;
    }
    const onward = request(
      {
        host: behind.hostname,
        port: behind.port,
        method,
        path,
        headers: incoming.headers,
      },
      (answer) => passOn(answer, outgoing, fault),
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(server.url);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    server,
    requests,
    behave(chosen) {
      requests.length = 0;
      choose = chosen;
    },
    async stop() {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await server.stop();
    },
  };
}

function passOn(answer: IncomingMessage, outgoing: ServerResponse, fault: Fault): void {
  if (fault === 'busy after storing') {
    answer.resume().on('end', () => outgoing.writeHead(503).end(BUSY));
    return;
  }
  const pieces: Buffer[] = [];
  answer.on('data', (piece: Buffer) => pieces.push(piece));
  answer.on('end', () => {
    const body = Buffer.concat(pieces);
    const { 'content-length': length, 'transfer-encoding': _, ...headers } = answer.headers;
    if (fault === 'whole for a range' && answer.statusCode === 206) {
      // The range is signed, so the server would refuse a request without it.
      outgoing.writeHead(200).end(Buffer.alloc(Number(headers['content-range']?.split('/')[1])));
      return;
    }
    const status = answer.statusCode ?? 500;
    if (fault === 'half') {
      outgoing.writeHead(status, { ...headers, ...(length === undefined ? {} : { 'content-length': length }) });
      outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
    } else if (fault === 'half without length')
      outgoing.writeHead(status, headers).end(body.subarray(0, body.length / 2));
    else if (fault === 'longer')
      outgoing.writeHead(status, { ...headers, 'content-length': body.length * 2 }).end(Buffer.concat([body, body]));
    else
      outgoing
        .writeHead(status, { ...headers, ...(length === undefined ? {} : { 'content-length': length }) })
        .end(body);
  });
}

function sendEndlessly(outgoing: ServerResponse): void {
  let sent = 0;
  const more = () => {
    while (sent < ENDLESS_BYTES && !outgoing.destroyed) {
      sent += 65_536;
      if (!outgoing.write(Buffer.alloc(65_536, 'x'))) return outgoing.once('drain', more);
    }
    return outgoing.end();
  };
  more();
}
