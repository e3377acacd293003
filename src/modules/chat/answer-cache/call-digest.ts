// What decides an answer, as a hash: two calls with the same one are the same call.
import { hash } from 'node:crypto';

/** Longer calls are not cached: to write and hash one would hold up all others. */
const MAX_CHARACTERS = 512 * 1024;
/** Changes with what is hashed, or with how answers are stored: older entries are then not found. */
const FORM = 1;
const VALUE_CHARACTERS = 8;

/** Undefined for a call that is too long. */
export function digestOf(parts: readonly unknown[]): Buffer | undefined {
  return roomAfter(parts, MAX_CHARACTERS) < 0 ? undefined : hash('sha256', JSON.stringify([FORM, parts]), 'buffer');
}

/** Stops at the bound, so that the length of the rest does not matter. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  let left = room - VALUE_CHARACTERS;
  if (typeof value !== 'object' || value === null) return left;
  for (const name in value) {
    if (left < 0) break;
    left = roomAfter((value as Record<string, unknown>)[name], left - name.length);
  }
  return left;
}
