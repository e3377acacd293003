// A music server on loopback with ACE-Step's API: takes a task, says that it is done, and sends a short tone.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeTone } from '../../src/upstreams/tone.ts';

export interface SongServer {
  baseUrl: string;
  /** The tasks that were released, and the key of each. */
  tasks: { authorization: string | undefined; body: Record<string, unknown> }[];
  /** Answered to the next tasks instead. */
  refusal: { status: number; text: string } | undefined;
  close(): void;
}

export async function startSongServer(): Promise<SongServer> {
  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    const json = (value: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.url === '/query_result')
      return json({ data: [{ task_id: 't1', status: 1, result: JSON.stringify([{ file: '/v1/audio?path=a.wav' }]) }] });
    if (request.url !== '/release_task')
      return response.writeHead(200, { 'content-type': 'audio/wav' }).end(makeTone());
    songs.tasks.push({ authorization: request.headers.authorization, body });
    if (songs.refusal) return response.writeHead(songs.refusal.status).end(songs.refusal.text);
    return json({ data: { task_id: 't1', status: 'queued' }, code: 200, error: null });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const songs: SongServer = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tasks: [],
    refusal: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return songs;
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text ? JSON.parse(text) : {};
}
