// Reads server-sent events from a response, piece by piece.
import { ConnectionError } from './errors.ts';

export interface ServerEvent {
  id: string | undefined;
  event: string | undefined;
  data: string;
}

export async function* readServerEvents(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let pending = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      pending = (pending + decoder.decode(value, { stream: !done })).replaceAll('\r\n', '\n');
      const blocks = pending.split('\n\n');
      pending = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
      if (done) return;
    }
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw new ConnectionError('The stream was interrupted.', { code: 'stream_broken', cause });
  } finally {
    // A reader that stops early also ends the work on the server.
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  const fields: Record<string, string[]> = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    fields[name] = [...(fields[name] ?? []), value];
  }
  if (!fields.data) return undefined;
  return { id: fields.id?.at(-1), event: fields.event?.at(-1), data: fields.data.join('\n') };
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'AbortError';
}
