// Reads Markdown into blocks: plain data, no HTML; what it does not know stays text.
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; language: string; code: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'rule' };

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}([-*_])\s*(?:\1\s*){2,}$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])\s+(.*)$/;
const TABLE_LINE = /^\s*\|?\s*:?-{1,}:?\s*(\|\s*:?-{1,}:?\s*)+\|?\s*$/;
/** Quotes and lists inside each other; deeper ones stay text. */
const MOST_DEPTH = 8;

export function readBlocks(source: string): Block[] {
  return readLines(source.replaceAll('\r\n', '\n').split('\n'), 0);
}

function readLines(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const taken = takeBlock(lines, at, depth);
    blocks.push(taken.block);
    at = taken.next;
  }
  return blocks;
}

interface Taken {
  block: Block;
  next: number;
}

function takeBlock(lines: readonly string[], at: number, depth: number): Taken {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line);
  if (fence) return takeCode(lines, at, fence[1] ?? '```', fence[2] ?? '');
  const heading = HEADING.exec(line);
  if (heading)
    return { block: { kind: 'heading', level: (heading[1] ?? '#').length, text: heading[2] ?? '' }, next: at + 1 };
  if (RULE.test(line)) return { block: { kind: 'rule' }, next: at + 1 };
  if (depth < MOST_DEPTH && QUOTE.test(line)) return takeQuote(lines, at, depth);
  if (depth < MOST_DEPTH && ITEM.test(line)) return takeList(lines, at, depth);
  if (line.includes('|') && TABLE_LINE.test(lines[at + 1] ?? '')) return takeTable(lines, at);
  return takeParagraph(lines, at);
}

/** A fence that is never closed runs to the end: so it looks while it is still being written. */
function takeCode(lines: readonly string[], at: number, fence: string, language: string): Taken {
  const closing = new RegExp(`^ {0,3}${fence[0] === '~' ? '~' : '`'}{${fence.length},}\\s*$`);
  const rest = lines.slice(at + 1);
  const length = rest.findIndex((line) => closing.test(line));
  const body = length < 0 ? rest : rest.slice(0, length);
  return { block: { kind: 'code', language, code: body.join('\n') }, next: at + body.length + (length < 0 ? 1 : 2) };
}

function takeQuote(lines: readonly string[], at: number, depth: number): Taken {
  let next = at;
  while (next < lines.length && QUOTE.test(lines[next] ?? '')) next += 1;
  const inner = lines.slice(at, next).map((line) => line.replace(QUOTE, ''));
  return { block: { kind: 'quote', blocks: readLines(inner, depth + 1) }, next };
}

function takeList(lines: readonly string[], at: number, depth: number): Taken {
  const first = ITEM.exec(lines[at] ?? '');
  const isOrdered = /\d/.test(first?.[2] ?? '');
  const start = Number.parseInt(first?.[2] ?? '1', 10) || 1;
  const base = (first?.[1] ?? '').length;
  const items: string[][] = [];
  let indent = 0;
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const item = ITEM.exec(line);
    const isSibling = item && /\d/.test(item[2] ?? '') === isOrdered && leading(line) < base + 2 && !RULE.test(line);
    if (isSibling) {
      indent = (item[1] ?? '').length + (item[2] ?? '').length + 1;
      items.push([item[3] ?? '']);
    } else if (line.trim() === '') {
      if (!isInside(lines[next + 1] ?? '', indent) && !ITEM.test(lines[next + 1] ?? '')) break;
      items.at(-1)?.push('');
    } else if (isInside(line, indent)) items.at(-1)?.push(line.slice(Math.min(indent, leading(line))));
    else if (takesBlock(line)) break;
    else items.at(-1)?.push(line);
  }
  return {
    block: { kind: 'list', isOrdered, start, items: items.map((item) => readLines(item, depth + 1)) },
    next,
  };
}

function isInside(line: string, indent: number): boolean {
  return line.trim() !== '' && leading(line) >= Math.min(indent, 2);
}

function leading(line: string): number {
  return line.length - line.trimStart().length;
}

function takeTable(lines: readonly string[], at: number): Taken {
  let next = at + 2;
  while (next < lines.length && (lines[next] ?? '').includes('|')) next += 1;
  const head = cellsOf(lines[at] ?? '');
  const rows = lines.slice(at + 2, next).map((line) => head.map((_, column) => cellsOf(line)[column] ?? ''));
  return { block: { kind: 'table', head, rows }, next };
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

function takeParagraph(lines: readonly string[], at: number): Taken {
  let next = at + 1;
  while (next < lines.length && (lines[next] ?? '').trim() !== '' && !takesBlock(lines[next] ?? '')) next += 1;
  return { block: { kind: 'paragraph', text: lines.slice(at, next).join('\n').trim() }, next };
}

function takesBlock(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line);
}
