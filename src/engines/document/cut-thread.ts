// The thread that cuts texts into chunks of so many tokens.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { serveCalls } from '../../core/call-thread.ts';
import { readHtml } from './html-text.ts';
import type { CutOrder, CutText } from './port.ts';

interface Piece {
  text: string;
  tokens: number;
}

const MAX_CHUNKS = 10_000;
const PIECE_CHARACTERS = 240;
const PIECES_PER_TURN = 200;
/** Special tokens inside of a text are counted as plain text. */
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };
/** The end of a paragraph, of a line, of a sentence, of a word: the first kind that is found late enough is where a piece ends. */
const ENDS = ['\n\n', '\n', '. ', '? ', '! ', '。', ' '];
const LEAST_SHARE = 0.3;

serveCalls(cut);

/** Texts take turns between their pieces: a short one does not wait for a long one. */
async function cut({ text, isHtml, maxTokens, overlapTokens }: CutOrder): Promise<CutText> {
  const chunks: string[] = [];
  let open: Piece[] = [];
  let tokens = 0;
  let isNew = false;
  let bytes = 0;
  const close = () => {
    const chunk = open
      .map((piece) => piece.text)
      .join('')
      .trim();
    if (chunk !== '' && isNew) {
      chunks.push(chunk);
      bytes += Buffer.byteLength(chunk);
    }
    isNew = false;
    const kept = lastOf(open, overlapTokens);
    open = kept;
    tokens = sum(kept);
  };
  let count = 0;
  for (const piece of piecesOf(isHtml ? readHtml(text) : text, maxTokens)) {
    if (tokens + piece.tokens > maxTokens && isNew) close();
    // An overlap that leaves no room for what is new would never end.
    while (tokens + piece.tokens > maxTokens && open.length > 0) tokens -= open.shift()?.tokens ?? 0;
    open.push(piece);
    tokens += piece.tokens;
    isNew = true;
    if (chunks.length >= MAX_CHUNKS) return { chunks: undefined, bytes };
    count += 1;
    if (count % PIECES_PER_TURN === 0) await nextTurn();
  }
  close();
  return { chunks, bytes };
}

function* piecesOf(text: string, maxTokens: number): Generator<Piece> {
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    yield* fitting(text.slice(at, end), maxTokens);
    at = end;
  }
}

function endOfPiece(text: string, at: number): number {
  if (text.length - at <= PIECE_CHARACTERS) return text.length;
  const window = text.slice(at, at + PIECE_CHARACTERS);
  for (const end of ENDS) {
    const found = window.lastIndexOf(end);
    if (found >= PIECE_CHARACTERS * LEAST_SHARE) return at + found + end.length;
  }
  return at + PIECE_CHARACTERS - (isHighHalf(window.charCodeAt(PIECE_CHARACTERS - 1)) ? 1 : 0);
}

/** Rare signs take several tokens each: a piece of them may be longer than a chunk. */
function* fitting(text: string, maxTokens: number): Generator<Piece> {
  const tokens = encode(text, PLAIN_TEXT).length;
  if (tokens <= maxTokens / 2 || text.length < 4) {
    yield { text, tokens };
    return;
  }
  const half = Math.floor(text.length / 2);
  const middle = isHighHalf(text.charCodeAt(half - 1)) ? half + 1 : half;
  yield* fitting(text.slice(0, middle), maxTokens);
  yield* fitting(text.slice(middle), maxTokens);
}

function isHighHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function lastOf(pieces: readonly Piece[], most: number): Piece[] {
  let from = pieces.length;
  let tokens = 0;
  while (from > 0 && tokens + (pieces[from - 1]?.tokens ?? 0) <= most) {
    from -= 1;
    tokens += pieces[from]?.tokens ?? 0;
  }
  return pieces.slice(from);
}

function sum(pieces: readonly Piece[]): number {
  return pieces.reduce((total, { tokens }) => total + tokens, 0);
}
