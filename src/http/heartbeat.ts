// Keeps the connections of quiet streams open: proxies close those on which nothing is said. One timer for all of them.
import type { ServerResponse } from 'node:http';

const BEAT_MS = 15_000;
const BEAT = ': still working\n\n';

const streams = new Set<ServerResponse>();
let timer: NodeJS.Timeout | undefined;

/** Says every 15 seconds that work goes on, until the returned function is called. */
export function keepAwake(response: ServerResponse): () => void {
  streams.add(response);
  timer ??= setInterval(beat, BEAT_MS).unref();
  return () => {
    streams.delete(response);
  };
}

function beat(): void {
  for (const response of streams) response.write(BEAT);
  if (streams.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}
