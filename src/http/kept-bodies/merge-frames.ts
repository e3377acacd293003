// Joins the pieces of a stream, so that a secret split over several pieces is found.
type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** Members whose values are pieces of one text. Of all others the last value counts. */
const PIECES = new Set([
  ...['content', 'text', 'delta', 'arguments', 'partial_json', 'response'],
  ...['reasoning', 'reasoning_content', 'thinking', 'refusal', 'transcript'],
]);

/**
 * `text`: server-sent events, JSON lines, or the items of a list on separate lines. Undefined if nothing was readable.
 */
export function mergeFrames(text: string): string | undefined {
  const merged = new Map<string, JsonObject>();
  for (const line of text.split('\n')) {
    const frame = frameOf(line);
    if (!frame) continue;
    const kind = `${String(frame.type ?? '')} ${String(frame.index ?? frame.output_index ?? '')}`;
    merged.set(kind, mergeObjects(merged.get(kind) ?? {}, frame));
  }
  if (merged.size === 0) return undefined;
  const [first, ...others] = merged.values();
  return JSON.stringify(others.length === 0 ? first : [first, ...others]);
}

function frameOf(line: string): JsonObject | undefined {
  const start = line.startsWith('data:') ? line.slice(5).trim() : line.replace(/^[[,]/, '').trim();
  if (!start.startsWith('{')) return undefined;
  try {
    return JSON.parse(start) as JsonObject;
  } catch {
    // The last frame of a truncated stream.
    return undefined;
  }
}

function mergeObjects(known: JsonObject, more: JsonObject): JsonObject {
  const merged: JsonObject = { ...known };
  for (const [name, value] of Object.entries(more)) {
    if (name === '__proto__') continue;
    merged[name] = mergeValues(merged[name], value, PIECES.has(name));
  }
  return merged;
}

function mergeValues(known: Json | undefined, more: Json, isPiece: boolean): Json {
  if (known === undefined || known === null) return more;
  if (more === null) return known;
  if (typeof known === 'string' && typeof more === 'string') return isPiece ? known + more : more;
  if (Array.isArray(known) && Array.isArray(more)) return mergeLists(known, more);
  if (isObject(known) && isObject(more)) return mergeObjects(known, more);
  return more;
}

/** Choices and tool calls carry their index; other items keep their position. */
function mergeLists(known: Json[], more: Json[]): Json[] {
  const merged = [...known];
  more.forEach((item, place) => {
    const number = isObject(item) ? item.index : undefined;
    const same = typeof number === 'number' ? merged.findIndex((one) => isObject(one) && one.index === number) : place;
    const at = same >= 0 ? same : merged.length;
    merged[at] = mergeValues(merged[at], item, false);
  });
  return merged;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
