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

/** Text, thoughts, or the arguments of one call: each is guarded as one text, however it is mixed with the others. */
interface Channel {
  guard: StreamGuard;
  last: Piece;
  isChanged: boolean;
}

/** More calls at once than any model makes; then the one that began first is taken as ended. */
const MAX_CHANNELS = 256;

class GuardedAnswer {
  readonly #openGuard: OpenAnswerGuard;
  /** In the order in which they began. */
  readonly #channels = new Map<string, Channel>();
  #current: string | undefined;
  /** One has gone on behind another: what is held may go on, too, and waits for the end. */
  #isMixed = false;
  /** Those of pieces that were held back. */
  #tokens = 0;
  isRefused = false;

  constructor(openGuard: OpenAnswerGuard) {
    this.#openGuard = openGuard;
  }

  *take(piece: Piece): Generator<TextEvent> {
    if (this.isRefused) return;
    const key = piece.type === 'tool_call' ? `call ${piece.index}` : piece.type;
    if (this.#current !== key) yield* this.#change(key);
    if (this.isRefused) return;
    const channel = this.#channels.get(key) ?? this.#begin(key, piece);
    channel.last = piece;
    if (piece.type !== 'reasoning' || piece.signature === undefined) {
      yield* this.#write(piece, channel.guard.push(wordsOf(piece)));
      return;
    }
    const words = channel.guard.push(piece.text) + channel.guard.end();
    this.#channels.delete(key);
    const { signature, ...thought } = piece;
    // A signature vouches for the thought as it was: an upstream would refuse a changed one.
    yield* this.#write(channel.isChanged ? thought : { ...thought, signature }, words);
  }

  *finish(): Generator<TextEvent> {
    for (const key of [...this.#channels.keys()]) yield* this.#end(key);
  }

  /** What was said before comes before what follows it, wherever it can be no beginning of a value. */
  *#change(key: string): Generator<TextEvent> {
    const before = this.#current === undefined ? undefined : this.#channels.get(this.#current);
    this.#current = key;
    this.#isMixed ||= this.#channels.has(key);
    if (before && !this.#isMixed) yield* this.#write(withoutHead(before.last), before.guard.pause());
    const [oldest] = this.#channels.keys();
    if (oldest !== undefined && !this.#channels.has(key) && this.#channels.size >= MAX_CHANNELS)
      yield* this.#end(oldest);
  }

  *#end(key: string): Generator<TextEvent> {
    const channel = this.#channels.get(key);
    this.#channels.delete(key);
    if (channel && !this.isRefused) yield* this.#write(withoutHead(channel.last), channel.guard.end());
  }

  #begin(key: string, last: Piece): Channel {
    const guard = this.#openGuard((action) => {
      if (action !== 'note') channel.isChanged = true;
      if (action === 'refuse') this.isRefused = true;
    });
    const channel = { guard, last, isChanged: false };
    this.#channels.set(key, channel);
    return channel;
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
