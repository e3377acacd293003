// A ComfyUI server on loopback with the routes of the real one: queue, history, uploads, files and progress by websocket.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Graph = Record<string, { class_type: string; inputs: Record<string, unknown> }>;
type SavedFile = { filename: string; subfolder: string; type: string };

export interface ComfyStandIn {
  url: string;
  /** "POST /prompt" for each call. */
  calls: string[];
  /** The workflows that were queued, as they came. */
  graphs: Graph[];
  /** What was uploaded, by the name that LoadImage uses. */
  uploads: Map<string, Buffer>;
  interrupted: string[];
  deleted: string[];
  /** How runs end from now on: done after two questions, failed while running, never, or forgotten by a restart. */
  ending: 'done' | 'failed' | 'never' | 'lost';
  /** Node classes that are not installed. */
  missing: string[];
  /** What the output node of a run saves; `key` is `images` for SaveImage, `gifs` for VHS_VideoCombine, `audio` for SaveAudio. */
  saves: { key: string; files: SavedFile[] };
  /** What /view sends. */
  file: Uint8Array;
  /** Somebody else's run, which is running now. */
  other: string | undefined;
  close(): void;
}

export async function startComfyUi(file: Uint8Array): Promise<ComfyStandIn> {
  const sockets = new Set<Socket>();
  const runs = new Map<string, { graph: Graph; asked: number; isGone: boolean }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here');
    comfy.calls.push(`${request.method} ${pathname}`);
    const route = routes[`${request.method} ${pathname.replace(/^\/history\/.*/, '/history')}`];
    if (!route) response.writeHead(404, { 'content-type': 'text/plain' }).end('404: Not Found');
    else route({ request, response, body: Buffer.concat(chunks), id: pathname.split('/').at(-1) ?? '', searchParams });
  });
  const isRunning = (id: string) => id === comfy.other || comfy.ending === 'never';

  interface Call {
    request: IncomingMessage;
    response: ServerResponse;
    body: Buffer;
    id: string;
    searchParams: URLSearchParams;
  }
  const routes: Record<string, (call: Call) => void> = {
    'POST /prompt'({ response, body }) {
      const { prompt, client_id: clientId } = JSON.parse(body.toString()) as { prompt: Graph; client_id: string };
      const absent = Object.values(prompt).find(({ class_type: name }) => comfy.missing.includes(name));
      if (absent) {
        const message = `Cannot execute because node ${absent.class_type} does not exist.`;
        const error = { type: 'invalid_prompt', message, details: 'Node ID', extra_info: {} };
        return json(response, 400, { error, node_errors: {} });
      }
      const id = randomUUID();
      comfy.graphs.push(prompt);
      runs.set(id, { graph: prompt, asked: 0, isGone: false });
      json(response, 200, { prompt_id: id, number: runs.size, node_errors: {} });
      const data = { value: 5, max: 10, prompt_id: id, node: '5' };
      setTimeout(() => tell(sockets, { type: 'progress', data }), 20);
      return clientId;
    },
    'GET /history'({ response, id }) {
      const run = runs.get(id);
      if (run) run.asked += 1;
      const isOver = run && !run.isGone && run.asked > 1 && (comfy.ending === 'done' || comfy.ending === 'failed');
      return json(response, 200, isOver ? { [id]: historyOf(run.graph) } : {});
    },
    'GET /queue'({ response }) {
      const ids = [...runs].filter(([, run]) => !run.isGone && comfy.ending !== 'lost').map(([id]) => id);
      const item = (id: string) => [1, id, {}, {}, []];
      const running = [...(comfy.other ? [comfy.other] : []), ...(comfy.other ? [] : ids.filter(isRunning))];
      const pending = ids.filter((id) => !running.includes(id));
      return json(response, 200, { queue_running: running.map(item), queue_pending: pending.map(item) });
    },
    'POST /queue'({ response, body }) {
      for (const id of JSON.parse(body.toString()).delete ?? []) {
        comfy.deleted.push(id);
        const run = runs.get(id);
        // What runs is no longer in the queue.
        if (run && comfy.other) run.isGone = true;
      }
      response.writeHead(200).end();
    },
    'POST /interrupt'({ response, body }) {
      comfy.interrupted.push(JSON.parse(body.toString()).prompt_id ?? comfy.other ?? '');
      response.writeHead(200).end();
    },
    async 'POST /upload/image'({ request, response, body }) {
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData();
      const image = form.get('image') as File;
      const subfolder = String(form.get('subfolder') ?? '');
      comfy.uploads.set(`${subfolder}/${image.name}`, Buffer.from(await image.arrayBuffer()));
      return json(response, 200, { name: image.name, subfolder, type: form.get('type') ?? 'input' });
    },
    'GET /view'({ response, searchParams }) {
      const known = comfy.saves.files.some(({ filename }) => filename === searchParams.get('filename'));
      response.writeHead(known ? 200 : 404).end(known ? comfy.file : '');
    },
  };

  function historyOf(graph: Graph): object {
    const id = Object.keys(graph).find((one) =>
      /^(SaveImage|SaveVideo|VHS_VideoCombine|SaveAudio)$/.test(graph[one]?.class_type ?? ''),
    );
    if (comfy.ending === 'failed') {
      const details = { node_id: '5', exception_message: 'CUDA out of memory.\n', exception_type: 'OutOfMemoryError' };
      const messages = [
        ['execution_start', {}],
        ['execution_error', details],
      ];
      return { outputs: {}, status: { status_str: 'error', completed: false, messages } };
    }
    const outputs = { [id ?? '']: { [comfy.saves.key]: comfy.saves.files } };
    return { outputs, status: { status_str: 'success', completed: true, messages: [] } };
  }

  server.on('upgrade', (request, socket: Socket) => {
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
    socket.write(`${[...head, `Sec-WebSocket-Accept: ${accept}`].join('\r\n')}\r\n\r\n`);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
    sockets.add(socket);
    tell(sockets, { type: 'status', data: { status: { exec_info: { queue_remaining: 0 } } } });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const comfy: ComfyStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    graphs: [],
    uploads: new Map(),
    interrupted: [],
    deleted: [],
    ending: 'done',
    missing: [],
    saves: { key: 'images', files: [{ filename: 'made_00001_.png', subfolder: 'atelier', type: 'output' }] },
    file,
    other: undefined,
    close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
  return comfy;
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

/** One unmasked text frame of less than 126 bytes, or of less than 64 KB. */
function tell(sockets: Iterable<Socket>, message: object): void {
  const payload = Buffer.from(JSON.stringify(message));
  const length =
    payload.length < 126
      ? Buffer.from([payload.length])
      : Buffer.from([126, payload.length >> 8, payload.length & 255]);
  for (const socket of sockets) socket.write(Buffer.concat([Buffer.from([0x81]), length, payload]));
}
