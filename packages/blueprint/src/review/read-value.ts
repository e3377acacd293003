// Reads a literal that print-value.ts wrote, without running it: generated files may have been edited by others.
type Cursor = { text: string; at: number };

/** The value of `export const <name> = …` in a file; undefined if it is not a plain literal. */
export function readExport(source: string, name: string): unknown {
  const found = new RegExp(`export const ${name} = `).exec(source);
  if (!found) return undefined;
  try {
    return readLiteral({ text: source, at: found.index + found[0].length });
  } catch {
    return undefined;
  }
}

function readLiteral(cursor: Cursor): unknown {
  skipSpace(cursor);
  const first = cursor.text[cursor.at];
  if (first === '{') return readObject(cursor);
  if (first === '[') return readList(cursor);
  if (first === "'" || first === '"') return readText(cursor);
  return readWord(cursor);
}

function readObject(cursor: Cursor): Record<string, unknown> {
  const members: [string, unknown][] = [];
  readMembers(cursor, '}', () => {
    const quoted = cursor.text[cursor.at] === "'" || cursor.text[cursor.at] === '"';
    const key = quoted ? readText(cursor) : take(cursor, /[\w$]+/y);
    take(cursor, /\s*:/y);
    members.push([key, readLiteral(cursor)]);
  });
  return Object.fromEntries(members);
}

function readList(cursor: Cursor): unknown[] {
  const items: unknown[] = [];
  readMembers(cursor, ']', () => items.push(readLiteral(cursor)));
  return items;
}

function readMembers(cursor: Cursor, close: string, readOne: () => void): void {
  cursor.at += 1;
  for (skipSpace(cursor); cursor.text[cursor.at] !== close; skipSpace(cursor)) {
    readOne();
    skipSpace(cursor);
    if (cursor.text[cursor.at] === ',') cursor.at += 1;
    else if (cursor.text[cursor.at] !== close) throw new Error('not a literal');
  }
  cursor.at += 1;
}

function readText(cursor: Cursor): string {
  const written = take(cursor, /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y);
  return written.slice(1, -1).replace(/\\(u[0-9a-f]{4}|.)/gi, (_all, escaped: string) => {
    if (escaped === 'n') return '\n';
    return escaped.length > 1 ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16)) : escaped;
  });
}

function readWord(cursor: Cursor): unknown {
  const word = take(cursor, /-?[\w.+-]+/y);
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  const number = Number(word);
  if (Number.isNaN(number)) throw new Error('not a literal');
  return number;
}

function take(cursor: Cursor, pattern: RegExp): string {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (!found) throw new Error('not a literal');
  cursor.at = pattern.lastIndex;
  return found[0];
}

function skipSpace(cursor: Cursor): void {
  take(cursor, /\s*/y);
}
