// Writes server-sent events: one `data:` frame per item, as text or as bytes that are already framed.

/** An object is serialised, a string is one event's data as it stands, bytes are whole frames that go out untouched. */
export type SseItem = object | string | Uint8Array | SseNamedEvent;

export interface SseNamedEvent {
  id: string;
  event?: string;
  data: object;
}

export const SSE_DONE = 'data: [DONE]\n\n';

export const SSE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // nginx would otherwise hold the stream back until its buffer is full.
  'x-accel-buffering': 'no',
};

export function encodeSseItem(item: SseItem): string | Uint8Array {
  if (item instanceof Uint8Array) return item;
  if (typeof item === 'string') return `data: ${item}\n\n`;
  if (isNamedEvent(item)) {
    const name = item.event === undefined ? '' : `event: ${item.event}\n`;
    return `id: ${item.id}\n${name}data: ${JSON.stringify(item.data)}\n\n`;
  }
  return `data: ${JSON.stringify(item)}\n\n`;
}

/** A chunk of a chat also has an id and is no named event: only an object under `data` makes one. */
function isNamedEvent(item: object): item is SseNamedEvent {
  return 'id' in item && typeof item.id === 'string' && 'data' in item && typeof item.data === 'object';
}
