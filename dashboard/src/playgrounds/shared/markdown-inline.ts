// Reads one run of Markdown text into pieces: code, strong, emphasis, struck, links; addresses only of kinds that cannot run.
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'emphasis' | 'struck'; pieces: Piece[] }
  | { kind: 'link'; address: string; pieces: Piece[] };

interface Rule {
  pattern: RegExp;
  make(found: RegExpExecArray, depth: number): Piece;
}

const MOST_DEPTH = 6;

const RULES: readonly Rule[] = [
  { pattern: /(`+)([\s\S]*?[^`])\1(?!`)/, make: (found) => ({ kind: 'code', text: (found[2] ?? '').trim() }) },
  { pattern: /\\([\\`*_{}[\]()#+.!|~-])/, make: (found) => ({ kind: 'text', text: found[1] ?? '' }) },
  {
    pattern: /!?\[([^\]\n]{1,400})\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]*\)){1,2000})>?(?:\s+"[^"\n]*")?\s*\)/,
    make: linkOf,
  },
  { pattern: /\bhttps?:\/\/[^\s<>)\]]{1,2000}[^\s<>)\].,;:!?'"]/, make: (found) => bareLink(found[0]) },
  { pattern: /\*\*(?=\S)([\s\S]*?\S)\*\*/, make: nested('strong') },
  { pattern: /(?<![\w_])__(?=\S)([\s\S]*?\S)__(?!\w)/, make: nested('strong') },
  { pattern: /~~(?=\S)([\s\S]*?\S)~~/, make: nested('struck') },
  { pattern: /(?<![\w*])\*(?=[^\s*])([\s\S]*?[^\s*])\*(?!\w)/, make: nested('emphasis') },
  { pattern: /(?<![\w_])_(?=[^\s_])([\s\S]*?[^\s_])_(?!\w)/, make: nested('emphasis') },
  { pattern: / {2,}\n|\\\n/, make: () => ({ kind: 'break' }) },
];

export function readInline(text: string, depth = 0): Piece[] {
  if (depth > MOST_DEPTH) return [{ kind: 'text', text }];
  const pieces: Piece[] = [];
  let rest = text;
  while (rest) {
    const next = firstFound(rest);
    if (!next) break;
    const { found, rule } = next;
    if (found.index > 0) pieces.push({ kind: 'text', text: rest.slice(0, found.index) });
    pieces.push(rule.make(found, depth));
    rest = rest.slice(found.index + found[0].length);
  }
  if (rest) pieces.push({ kind: 'text', text: rest });
  return pieces;
}

function firstFound(text: string): { found: RegExpExecArray; rule: Rule } | undefined {
  let first: { found: RegExpExecArray; rule: Rule } | undefined;
  for (const rule of RULES) {
    const found = rule.pattern.exec(text);
    if (found && (!first || found.index < first.found.index)) first = { found, rule };
  }
  return first;
}

function nested(kind: 'strong' | 'emphasis' | 'struck'): Rule['make'] {
  return (found, depth) => ({ kind, pieces: readInline(found[1] ?? '', depth + 1) });
}

function linkOf(found: RegExpExecArray, depth: number): Piece {
  const address = safeAddress(found[2] ?? '');
  const pieces = readInline(found[1] ?? '', depth + 1);
  return address ? { kind: 'link', address, pieces } : { kind: 'text', text: found[1] ?? '' };
}

function bareLink(address: string): Piece {
  return { kind: 'link', address, pieces: [{ kind: 'text', text: address }] };
}

/** Only what opens a page or a mail; never javascript:, data: or the like. */
function safeAddress(address: string): string | undefined {
  return /^(https?:\/\/|mailto:)/i.test(address) ? address : undefined;
}
