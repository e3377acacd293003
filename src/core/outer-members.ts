// Finds members of the outermost object in JSON that cannot be parsed whole: it is cut, too deep or too large. One pass that
// gives the event loop free in between.
import { setImmediate as pause } from 'node:timers/promises';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const PAUSE_STEPS = 1_000_000;
const MAX_NAME = 64;
const MAX_VALUE = 16 * 1024;
const MAX_MEMBERS = 100;

/** The text of each member's value, at most 16 KB of it; also of one that has only begun. Names inside of values do not count. */
export async function findOuterMembers(json: string): Promise<ReadonlyMap<string, string>> {
  const members = new Map<string, string>();
  let at = json.search(/\S/);
  if (json.charCodeAt(at) !== OPEN_OBJECT) return members;
  let depth = 0;
  let name: string | undefined;
  let valueAt = 0;
  const close = () => {
    if (name !== undefined && valueAt > 0 && members.size < MAX_MEMBERS)
      members.set(name, json.slice(valueAt, Math.min(at, valueAt + MAX_VALUE)).trim());
    name = undefined;
    valueAt = 0;
  };
  for (let steps = 1; at < json.length; at += 1, steps += 1) {
    if (steps % PAUSE_STEPS === 0) await pause();
    switch (json.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(json, at + 1);
        if (depth === 1 && valueAt === 0) name = json.slice(at + 1, Math.min(end, at + 1 + MAX_NAME));
        at = end;
        break;
      }
      case COLON:
        if (depth === 1 && valueAt === 0) valueAt = at + 1;
        break;
      case COMMA:
        if (depth === 1) close();
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        if (depth === 1) close();
        depth -= 1;
        if (depth === 0) return members;
    }
  }
  close();
  return members;
}

/** Where the string ends that begins here; the length if it does not end. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (end - slashes > start && json.charCodeAt(end - slashes - 1) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
