// An upstream of every kind that tells its name, its address and its own names of models in all that it sends, and fails as the
// model, the prompt or the input says: `mood-500`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeTone } from '../../src/upstreams/tone.ts';

export const MOODS = ['ok', '400', '401', '404', '429', '500', 'cut', 'json', 'redirect'] as const;
export type Mood = (typeof MOODS)[number];

export interface TellingUpstream {
  baseUrl: string;
  port: number;
  close(): Promise<void>;
}

interface Told {
  /** How the operator calls the upstream. */
  name: string;
  /** An address of this machine that nothing else uses. */
  host: string;
  picture: Uint8Array;
  film: Uint8Array;
}

export async function startTellingUpstream(told: Told): Promise<TellingUpstream> {
  const server = createServer((request, response) => {
    void textOf(request).then((body) => answer({ ...told, baseUrl: upstream.baseUrl }, { request, body }, response));
  });
  await new Promise<void>((resolve) => server.listen(0, told.host, resolve));
  const { port } = server.address() as AddressInfo;
  const upstream: TellingUpstream = {
    port,
    baseUrl: `http://${told.host}:${port}/quartz-path/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return upstream;
}

type Place = Told & { baseUrl: string };
interface Asked {
  request: IncomingMessage;
  body: string;
}
interface Reply {
  status?: number;
  type: string;
  content: string | Uint8Array;
}

function answer(place: Place, asked: Asked, response: ServerResponse): void {
  const path = (asked.request.url ?? '').split('/v1').slice(1).join('/v1');
  const { baseUrl } = place;
  // The one of the environment has a name of ours.
  const name = ['/embeddings', '/rerank', '/moderations'].includes(path) ? 'openai' : place.name;
  for (const header of ['server', 'via', `x-${name}`]) response.setHeader(header, `${name} ${baseUrl}`);
  const [word, mood] = /(?:behind|mood)-(\w+)/.exec(asked.body) ?? ['behind-ok', 'ok'];
  const isStream = asked.body.includes('"stream":true');
  const said = `${name} at ${baseUrl} (${new URL(baseUrl).host}) says of ${word}: not this one`;
  if (mood === 'redirect') response.writeHead(302, { location: `${baseUrl}/elsewhere` }).end();
  else if (mood === 'json') reply(response, { type: JSON_TYPE, content: `{"${name}": "${baseUrl}` });
  else if (mood === 'cut' && !isStream) {
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': 1_000 }).write('{"data":');
    setTimeout(() => response.destroy(), 20);
  } else if (/^\d+$/.test(mood)) reply(response, json({ error: { message: said, type: name } }, Number(mood)));
  else if (path === '/chat/completions' && isStream) stream(place, mood, response);
  else reply(response, work(place, path, asked.request.method));
}

function work({ name, baseUrl, picture, film }: Place, path: string, method: string | undefined): Reply {
  const traits = { ...traitsOf(name), server: baseUrl };
  const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
  const results = [0, 1].map((index) => ({ index, relevance_score: 0.5, flagged: false, categories: {} }));
  const listed = ['listed-1', 'text-embedding-listed', 'rerank-listed', 'omni-moderation-listed'];
  const song = JSON.stringify([{ file: `${baseUrl}/made.wav` }]);
  const choices = [{ index: 0, message: { role: 'assistant', content: 'Good evening.' }, finish_reason: 'stop' }];
  if (method === 'POST' && path === '/videos') return json({ id: 'task-1', status: 'queued', ...traits });
  switch (path) {
    case '/models':
      return json({ data: listed.map((id) => ({ id, object: 'model', owned_by: name, root: baseUrl })) });
    case '/chat/completions':
      return json({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, ...traitsOf(name), choices, usage });
    case '/embeddings':
      return json({ data: [{ index: 0, embedding: [0.1, 0.2, 0.3, 0.4] }], ...traits, usage });
    case '/rerank':
    case '/moderations':
      return json({ id: 'result-1', results, ...traits });
    case '/images/generations':
      return json({ data: [{ url: `${baseUrl}/made.png` }], ...traits });
    case '/made.png':
      return { type: 'image/png', content: picture };
    case '/audio/speech':
      return { type: 'audio/mpeg', content: 'spoken' };
    case '/audio/transcriptions':
      return json({ text: 'Good evening.', ...traits });
    case '/release_task':
      return json({ data: { task_id: 't1', ...traits } });
    case '/query_result':
      return json({ data: [{ task_id: 't1', status: 1, result: song }] });
    case '/made.wav':
      return { type: 'audio/wav', content: makeTone() };
    case '/videos/task-1':
      return json({ id: 'task-1', status: 'completed', progress: 100, ...traits });
    case '/videos/task-1/content':
      return { type: 'video/mp4', content: film };
    default:
      return json({ error: { message: `${name} has no ${path}` } }, 404);
  }
}

function stream({ name }: Place, mood: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const facts = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, ...traitsOf(name) };
  const chunk = (delta: object, finish_reason: string | null) =>
    response.write(`data: ${JSON.stringify({ ...facts, choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
  chunk({ role: 'assistant', content: 'Good ' }, null);
  if (mood === 'cut') {
    setTimeout(() => response.destroy(), 50);
    return;
  }
  chunk({ content: 'evening.' }, null);
  chunk({}, 'stop');
  response.end('data: [DONE]\n\n');
}

/** As OpenRouter, Ollama and others write them. */
function traitsOf(name: string): object {
  return { model: 'behind-ok', provider: name, system_fingerprint: `fp_${name}` };
}

const JSON_TYPE = 'application/json';

function json(value: object, status = 200): Reply {
  return { status, type: JSON_TYPE, content: JSON.stringify(value) };
}

function reply(response: ServerResponse, { status = 200, type, content }: Reply): void {
  response.writeHead(status, { 'content-type': type }).end(content);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}
