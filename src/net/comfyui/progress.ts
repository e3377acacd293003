// Follows the progress of a ComfyUI server over its WebSocket, which may send anything, at any length, for ever.
import type { Socket } from 'node:net';
import { Agent, buildConnector, WebSocket } from 'undici';
import { parseAnswer } from '../../core/bounded-json.ts';
import type { Provider } from '../provider-call.ts';

/** Previews of pictures are the largest messages. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** A longer text is no progress. */
const MAX_PROGRESS_CHARACTERS = 2_000;
const CLOSE_MS = 1_000;

/** Reports the share of the running node until it is stopped. A server without a websocket reports nothing. */
export function followProgress(server: Provider, clientId: string, report: (fraction: number) => void): () => void {
  const sockets = new Set<Socket>();
  let isOver = false;
  const connect = buildConnector({});
  // Closing a WebSocket only asks the server to close; and undici gives no other hold on its socket.
  const agent = new Agent({
    webSocket: { maxPayloadSize: MAX_MESSAGE_BYTES },
    connect: (options, done) =>
      connect(options, (...[error, socket]) => {
        if (error) return done(error, null);
        sockets.add(socket);
        if (isOver) socket.destroy();
        done(null, socket);
      }),
  });
  const end = () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    void agent.destroy();
  };
  const socket = new WebSocket(urlOf(server, clientId), { headers: { ...server.headers }, dispatcher: agent });
  socket.addEventListener('error', end);
  socket.addEventListener('close', end);
  socket.addEventListener('message', ({ data }) => {
    const fraction = typeof data === 'string' ? progressIn(data) : undefined;
    if (fraction !== undefined && !isOver) report(fraction);
  });
  return () => {
    socket.close();
    setTimeout(end, CLOSE_MS).unref();
  };
}

function urlOf({ baseUrl }: Provider, clientId: string): URL {
  const url = new URL(baseUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/ws`;
  url.searchParams.set('clientId', clientId);
  return url;
}

function progressIn(text: string): number | undefined {
  if (text.length > MAX_PROGRESS_CHARACTERS || !text.includes('"progress"')) return undefined;
  try {
    const { type, data } = parseAnswer(text) as { type?: string; data?: { value?: number; max?: number } };
    const fraction = Number(data?.value) / Number(data?.max);
    return type === 'progress' && Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : undefined;
  } catch {
    return undefined;
  }
}
