// A film server on loopback that speaks the published shapes of OpenAI, Replicate, fal and Luma, and does as a test says.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openFilm } from '../../packages/film/src/encode/film.ts';

export type FilmApi = 'openai' | 'replicate' | 'fal' | 'luma';
export type Ending = 'done' | 'failed' | 'never';

export interface FilmCall {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

const SMALL = { width: 160, height: 90, fps: 24 };

export interface FilmServerStandIn {
  url: string;
  calls: FilmCall[];
  /** How orders end from now on, after `rounds` questions each. */
  ending: Ending;
  rounds: number;
  /** Answered to the next questions instead, one after the other. */
  hiccups: number[];
  orders(): FilmCall[];
  cancels(): FilmCall[];
  /** Resolves with the first question that comes after now. */
  asked(): Promise<void>;
  close(): void;
}

/** A second of moving grey, made by our own encoder. */
export async function makeSmallFilm(
  folder: string,
  { seconds = 1, ...size }: { seconds?: number; width: number; height: number; fps: number } = SMALL,
): Promise<string> {
  const path = join(folder, 'small.mp4');
  const film = await openFilm({ path, ...size, format: 'mp4', pixels: 'rgb24' }, new AbortController().signal);
  const frame = new Uint8Array(size.width * size.height * 3);
  for (let index = 0; index < seconds * size.fps; index += 1) {
    frame.fill(40 + index);
    await film.write(frame);
  }
  await film.finish();
  return path;
}

export async function startFilmServer(api: FilmApi, film: Uint8Array): Promise<FilmServerStandIn> {
  let questions = 0;
  let waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const path = request.url ?? '';
      const method = request.method ?? '';
      standIn.calls.push({ method, path, authorization: request.headers.authorization, body });
      if (path.endsWith('/film.mp4') || path.endsWith('/content')) return sendFilm(response, film);
      if (isCancel(method, path)) return send(response, 200, {});
      if (method === 'POST') return send(response, 200, taken(api, standIn.url));
      for (const wake of waiting.splice(0)) wake();
      const hiccup = standIn.hiccups.shift();
      if (hiccup) return send(response, hiccup, { error: 'for a moment' });
      questions += 1;
      const isOver = standIn.ending !== 'never' && questions > standIn.rounds;
      const [status, answer] = state(api, isOver ? standIn.ending : 'never', standIn.url);
      return send(response, status, answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: FilmServerStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    ending: 'done',
    rounds: 2,
    hiccups: [],
    orders: () => standIn.calls.filter(({ method, path }) => method === 'POST' && !isCancel(method, path)),
    cancels: () => standIn.calls.filter(({ method, path }) => isCancel(method, path)),
    asked: () => new Promise((resolve) => (waiting = [...waiting, resolve])),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return standIn;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('latin1');
}

function isCancel(method: string, path: string): boolean {
  return method === 'DELETE' || path.endsWith('/cancel');
}

const ID = 'task-1';

function taken(api: FilmApi, url: string): object {
  if (api === 'openai') return { id: ID, object: 'video', status: 'queued', progress: 0, created_at: 1, error: null };
  if (api === 'luma') return { id: ID, generation_type: 'video', state: 'queued', failure_reason: null, assets: null };
  if (api === 'replicate') return prediction('starting', url);
  const queue = `https://queue.fal.run/fal-ai/small/requests/${ID}`;
  return { request_id: ID, response_url: queue, status_url: `${queue}/status`, cancel_url: `${queue}/cancel` };
}

function state(api: FilmApi, ending: Ending, url: string): [status: number, answer: object] {
  const failed = ending === 'failed';
  const done = ending === 'done';
  if (api === 'openai') {
    const status = done ? 'completed' : failed ? 'failed' : 'in_progress';
    const error = failed ? { code: 'moderation_blocked', message: 'not this one' } : null;
    return [200, { id: ID, object: 'video', status, progress: done ? 100 : 40, error }];
  }
  if (api === 'luma') {
    const failure_reason = failed ? 'not this one' : null;
    const assets = done ? { video: `${url}/cdn/film.mp4` } : null;
    return [200, { id: ID, state: done ? 'completed' : failed ? 'failed' : 'dreaming', failure_reason, assets }];
  }
  if (api === 'replicate') return [200, prediction(done ? 'succeeded' : failed ? 'failed' : 'processing', url)];
  if (done) return [200, { video: { url: `${url}/cdn/film.mp4`, content_type: 'video/mp4' }, seed: 7 }];
  // As fal's queue says it.
  return failed ? [422, { error: { message: 'not this one' } }] : [400, { detail: 'Request is still in progress' }];
}

function prediction(status: string, url: string): object {
  return {
    id: ID,
    status,
    output: status === 'succeeded' ? `${url}/cdn/film.mp4` : null,
    error: status === 'failed' ? 'not this one' : null,
    urls: { get: `${url}/v1/predictions/${ID}`, cancel: `${url}/v1/predictions/${ID}/cancel` },
  };
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

function sendFilm(response: ServerResponse, film: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'video/mp4' }).end(film);
}
