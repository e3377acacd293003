// Writes JSON with long lists in several turns of the event loop: 2,048 vectors are 60 MB of text.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A list of this length may take long. */
const MIN_LONG = 64;
/** Where long lists stand: in the answer, or in a member of it. */
const MAX_DEPTH = 2;
/** Written between two turns. */
const MAX_CHARACTERS = 256 * 1024;

/** The text that JSON.stringify writes; a promise only if the value has a long list. */
export function writeJson(value: unknown): string | Promise<string> {
  if (!hasLongList(value, MAX_DEPTH)) return JSON.stringify(value);
  return new TurnWriter().write(value as object, MAX_DEPTH);
}

function hasLongList(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length >= MIN_LONG;
  if (depth === 0 || 'toJSON' in value) return false;
  for (const name in value) if (hasLongList((value as Record<string, unknown>)[name], depth - 1)) return true;
  return false;
}

class TurnWriter {
  #characters = 0;

  async write(value: object, depth: number): Promise<string> {
    if (Array.isArray(value)) return `[${(await this.#items(value)).join(',')}]`;
    const members: string[] = [];
    for (const [name, member] of Object.entries(value)) {
      const text = hasLongList(member, depth - 1) ? await this.write(member, depth - 1) : JSON.stringify(member);
      if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
    }
    return `{${members.join(',')}}`;
  }

  async #items(list: readonly unknown[]): Promise<string[]> {
    const items: string[] = [];
    for (const item of list) {
      const text = JSON.stringify(item) ?? 'null';
      items.push(text);
      this.#characters += text.length;
      if (this.#characters < MAX_CHARACTERS) continue;
      this.#characters = 0;
      await nextTurn();
    }
    return items;
  }
}
