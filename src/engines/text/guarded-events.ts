// Guards the events of an answer. At a value that is refused the answer ends, as one does that a provider's filter ended.
import type { OpenAnswerGuard } from '../../core/guards/current-guard.ts';
import type { StreamGuard } from '../../core/guards/stream-guard.ts';
import type { TextEvent } from './port.ts';

type Piece = Exclude<TextEvent, { type: 'end' }>;

/** The upstream is read to its end even then: what it bills is known only there. */
export async function* guardEvents(
  events: AsyncIterable<TextEvent>,
  openGuard: OpenAnswerGuard,
): AsyncGenerator<TextEvent> {
  const answer = new GuardedAnswer(openGuard);
  for await (const event of events) {
    if (event.type !== 'end') yield* answer.take(event);
    else {
      yield* answer.finish();
      yield answer.isRefused ? { ...event, finishReason: 'content_filter' } : event;
    }
  }
  // An answer that broke off: what was held back is part of what was delivered.
  yield* answer.finish();
}

class GuardedAnswer {
  readonly #openGuard: OpenAnswerGuard;
  #open: { key: string; guard: StreamGuard; last: Piece; isChanged: boolean } | undefined;
  /** Those of pieces that were held back. */
  #tokens = 0;
  isRefused = false;

  constructor(openGuard: OpenAnswerGuard) {
    this.#openGuard = openGuard;
  }

  *take(piece: Piece): Generator<TextEvent> {
    if (this.isRefused) return;
    const key = piece.type === 'tool_call' ? `call ${piece.index}` : piece.type;
    // What was held back comes before what follows it.
    if (this.#open && this.#open.key !== key) yield* this.finish();
    if (this.isRefused) return;
    const open = this.#open ?? this.#begin(key, piece);
    open.last = piece;
    if (piece.type !== 'reasoning' || piece.signature === undefined) {
      yield* this.#write(piece, open.guard.push(wordsOf(piece)));
      return;
    }
    const words = open.guard.push(piece.text) + open.guard.end();
    this.#open = undefined;
    const { signature, ...thought } = piece;
    // A signature vouches for the thought as it was: an upstream would refuse a changed one.
    yield* this.#write(open.isChanged ? thought : { ...thought, signature }, words);
  }

  *finish(): Generator<TextEvent> {
    const open = this.#open;
    this.#open = undefined;
    if (open && !this.isRefused) yield* this.#write(withoutHead(open.last), open.guard.end());
  }

  #begin(key: string, last: Piece) {
    const guard = this.#openGuard((action) => {
      if (action !== 'note') open.isChanged = true;
      if (action === 'refuse') this.isRefused = true;
    });
    const open = { key, guard, last, isChanged: false };
    this.#open = open;
    return open;
  }

  *#write(piece: Piece, words: string): Generator<TextEvent> {
    this.#tokens += piece.tokens;
    if (words === '' && !hasHead(piece)) return;
    const tokens = this.#tokens;
    this.#tokens = 0;
    if (piece.type === 'tool_call') yield { ...piece, argumentsDelta: words, tokens };
    else yield { ...piece, text: words, tokens };
  }
}

function wordsOf(piece: Piece): string {
  return piece.type === 'tool_call' ? piece.argumentsDelta : piece.text;
}

/** Members that must reach the client at once. */
function hasHead(piece: Piece): boolean {
  if (piece.type === 'tool_call') return piece.id !== undefined || piece.name !== undefined;
  return piece.type === 'reasoning' && piece.signature !== undefined;
}

function withoutHead(piece: Piece): Piece {
  if (piece.type === 'tool_call') return { type: 'tool_call', index: piece.index, argumentsDelta: '', tokens: 0 };
  return piece.type === 'text' ? { type: 'text', text: '', tokens: 0 } : { type: 'reasoning', text: '', tokens: 0 };
}
