// An upstream that does its work or fails as a test says: by status, by a cut connection, or by never answering.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A status, `cut`: the connection breaks before an answer, `work`: it answers as it should. */
export type Mood = number | 'cut' | 'work';

export interface FickleUpstream {
  url: string;
  /** What it does with the next calls, one after the other; then it works. */
  moods: Mood[];
  /** "POST /v1/audio/speech" for each call. */
  calls: string[];
  close(): void;
}

type Answer = { type: string; bytes: Uint8Array | string } | undefined;

export async function startFickle(work: (request: IncomingMessage, path: string) => Answer): Promise<FickleUpstream> {
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const path = request.url ?? '';
    upstream.calls.push(`${request.method} ${path}`);
    const mood = upstream.moods.shift() ?? 'work';
    if (mood === 'cut') {
      request.socket.destroy();
      return;
    }
    const answer = mood === 'work' ? work(request, path) : undefined;
    if (answer) response.writeHead(200, { 'content-type': answer.type }).end(answer.bytes);
    else {
      const status = typeof mood === 'number' ? mood : 404;
      const headers = { 'content-type': 'application/json', ...(status === 429 ? { 'retry-after': '30' } : {}) };
      response.writeHead(status, headers).end(JSON.stringify({ error: { message: `mood ${status}` } }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: FickleUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    moods: [],
    calls: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return upstream;
}

export function jsonAnswer(value: object): Answer {
  return { type: 'application/json', bytes: JSON.stringify(value) };
}
