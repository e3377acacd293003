// A server that answers every call with more than anybody wants to read, and counts what it could send. The path names the lie.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { crc32 } from 'node:zlib';

export type Lie =
  | 'huge-error'
  | 'endless-line'
  | 'endless-comments'
  | 'endless-json'
  | 'wide-object'
  | 'nested-arrays'
  | 'endless-rest';

export interface LyingUpstream {
  origin: string;
  /** The most bytes that were sent in one answer, by the two first parts of its path. */
  sent: Map<string, number>;
  /** Connections of WebSockets that are open. */
  sockets: Set<Duplex>;
  /** The head of a message on a WebSocket that does not end; nothing is sent without one. */
  announced: Buffer;
  close(): Promise<void>;
}

/** Far more than any answer may have. */
const MAX_BYTES = 400 * 1024 * 1024;
const BLOCK = Buffer.alloc(64 * 1024, 'x');
const COMMENTS = Buffer.from(': nothing\n\n'.repeat(6_000));
const WIDE_FIELDS = 300_000;
const NESTED = 500_000;

/** `/<who>/<lie>/…` is answered with the lie; `rest` is what comes before an endless rest. */
export async function startLyingUpstream(rest: (path: string) => string | undefined): Promise<LyingUpstream> {
  const upstream: LyingUpstream = {
    origin: '',
    sent: new Map(),
    sockets: new Set(),
    announced: Buffer.alloc(0),
    close: async () => undefined,
  };
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.on('error', () => undefined);
    await lie(upstream, request.url ?? '', response, rest);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    upstream.sockets.add(socket);
    socket.on('close', () => upstream.sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.resume();
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    if (upstream.announced.length > 0) void pour(upstream, 'websocket', socket, BLOCK, upstream.announced);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  upstream.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  upstream.close = () =>
    new Promise((resolve) => {
      for (const socket of upstream.sockets) socket.destroy();
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return upstream;
}

async function lie(
  upstream: LyingUpstream,
  path: string,
  response: ServerResponse,
  rest: (path: string) => string | undefined,
): Promise<void> {
  const [, who = '', told = ''] = path.split('/');
  const name = `${who}/${told}`;
  const isEvents = told === 'endless-line' || told === 'endless-comments' || who.startsWith('text-');
  const type = isEvents ? 'text/event-stream' : 'application/json';
  response.writeHead(told === 'huge-error' ? 400 : 200, { 'content-type': type });
  const wrap = (json: string) => (who === 'text-bedrock' ? awsEvent(json) : isEvents ? `data: ${json}\n\n` : json);
  switch (told as Lie) {
    case 'huge-error':
      return pour(upstream, name, response, BLOCK, '{"error":{"message":"');
    case 'endless-line':
      return pour(upstream, name, response, BLOCK, who === 'text-bedrock' ? Buffer.from([0x7f, 0, 0, 0]) : 'data: ');
    case 'endless-comments':
      return pour(upstream, name, response, COMMENTS);
    case 'endless-json':
      return pour(upstream, name, response, BLOCK, '{"id":"');
    case 'wide-object':
      return void response.end(wrap(wideObject()));
    case 'nested-arrays':
      return void response.end(wrap('['.repeat(NESTED) + ']'.repeat(NESTED)));
    case 'endless-rest':
      return pour(upstream, name, response, COMMENTS, rest(path) ?? '');
    default:
      return void response.end('{}');
  }
}

async function pour(
  upstream: LyingUpstream,
  name: string,
  to: ServerResponse | Duplex,
  block: Buffer,
  start: string | Buffer = '',
): Promise<void> {
  if (start.length > 0) to.write(start);
  for (let sent = 0; sent < MAX_BYTES && !to.destroyed; ) {
    const isTaken = to.write(block);
    sent += block.length;
    upstream.sent.set(name, Math.max(sent, upstream.sent.get(name) ?? 0));
    if (!isTaken && !to.destroyed)
      await new Promise<void>((resolve) => {
        const goOn = () => {
          to.off('drain', goOn).off('close', goOn);
          resolve();
        };
        to.on('drain', goOn).on('close', goOn);
      });
    // Lets the reader take its turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  to.end();
}

/** Indexes far apart: the shape that takes longest to parse. */
function wideObject(): string {
  return `{${Array.from({ length: WIDE_FIELDS }, (_, index) => `"${index * 7919}":1`).join(',')}}`;
}

/** A message in Amazon's binary framing, whose checksums are right. */
function awsEvent(json: string): Buffer {
  const headers = Buffer.concat(
    Object.entries({ ':message-type': 'event', ':event-type': 'messageStart' }).map(([name, value]) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(value.length);
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ]);
    }),
  );
  const payload = Buffer.from(json);
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(16 + headers.length + payload.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, headers, payload]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(message));
  return Buffer.concat([message, checksum]);
}
