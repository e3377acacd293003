// Keeps idle event streams open, because proxies close silent connections. One timer serves all streams.
import type { ServerResponse } from 'node:http';
import type { StreamFormat } from './outcome.ts';

const BEAT_MS = 15_000;
const BEAT = ': still working\n\n';

const streams = new Set<ServerResponse>();
let timer: NodeJS.Timeout | undefined;

/** Sends a comment every 15 seconds until the returned function is called. JSON has no comments: its streams stay silent. */
export function keepAwake(response: ServerResponse, format: StreamFormat): () => void {
  if (format === 'lines' || format === 'list') return () => undefined;
  streams.add(response);
  timer ??= setInterval(beat, BEAT_MS).unref();
  return () => {
    streams.delete(response);
  };
}

function beat(): void {
  // A client that has unread data needs no heartbeat, and heartbeats would hide that it is stalled.
  for (const response of streams) if (!response.writableNeedDrain) response.write(BEAT);
  if (streams.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
