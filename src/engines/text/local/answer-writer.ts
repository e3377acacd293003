// Turns the model's text, piece by piece, into events: plain text, JSON that ends when it closes, or a tool call.
import type { FinishReason, TextEvent } from '../port.ts';
import { CallReader } from './call-reader.ts';
import type { AnswerGrammar } from './grammar.ts';
import { JsonWatch } from './json-watch.ts';
import { type Piece, TextCutter } from './text-cutter.ts';

const CALL_OPENING = '<tool_call>';
/** How the library's schema grammars mark a complete value. */
const GRAMMAR_END = '\n\n\n\n';

export class AnswerWriter {
  readonly #purpose: AnswerGrammar['purpose'] | 'text';
  readonly #cutter: TextCutter;
  readonly #json = new JsonWatch();
  #call: CallReader | undefined;
  #isCallOffGrammar = false;
  /** Set once the answer has ended by itself. */
  finished: FinishReason | undefined;
  /** The stop string or mark that ended it. */
  stoppedBy: string | undefined;
  deliveredTokens = 0;

  /** `turnMarkers`: what the template writes between turns; a small model may write them as text. */
  constructor(
    purpose: AnswerGrammar['purpose'] | undefined,
    stops: readonly string[],
    turnMarkers: readonly string[] = [],
  ) {
    this.#purpose = purpose ?? 'text';
    const own = purpose === 'call-if-opened' ? [CALL_OPENING] : purpose ? [GRAMMAR_END] : [];
    // A marker ends the answer even if the model leaves out its last character.
    this.#cutter = new TextCutter(
      [...stops, ...own],
      turnMarkers.map((marker) => marker.replace(/>$/, '')),
    );
    if (purpose === 'call') this.#call = new CallReader(0);
  }

  /** Whether the next token must follow the grammar. */
  get isBound(): boolean {
    return this.#purpose === 'format' || (this.#call !== undefined && !this.#isCallOffGrammar);
  }

  push(piece: Piece): TextEvent[] {
    return this.#count(this.#call ? this.#readCall(this.#call, piece) : this.#readText(piece));
  }

  /** Text that was held back because it could have become a stop string. */
  flush(): TextEvent[] {
    if (this.#call || this.finished) return [];
    return this.#count(this.#cutter.flush().map(asEvent));
  }

  #readCall(call: CallReader, piece: Piece): TextEvent[] {
    const events = call.push(piece.text, piece.tokens);
    if (call.isComplete) this.finished = 'tool_calls';
    return events;
  }

  #readText(piece: Piece): TextEvent[] {
    const { out, stop } = this.#cutter.push(this.#purpose === 'format' ? this.#upToClose(piece) : piece);
    const events = out.map(asEvent);
    if (stop?.text === CALL_OPENING && this.#purpose === 'call-if-opened') {
      this.#call = new CallReader(0);
      // A token may contain both the tag and the first brace; the grammar would then require a second brace.
      this.#isCallOffGrammar = stop.rest.trim() !== '';
      return [...events, ...this.#readCall(this.#call, { text: stop.rest, tokens: 0 })];
    }
    if (stop) this.finished = 'stop';
    this.stoppedBy = stop?.text;
    if (this.#json.isClosed) {
      this.finished = 'stop';
      return [...events, ...this.#cutter.flush().map(asEvent)];
    }
    return events;
  }

  #upToClose(piece: Piece): Piece {
    return { ...piece, text: piece.text.slice(0, this.#json.read(piece.text)) };
  }

  #count(events: TextEvent[]): TextEvent[] {
    for (const event of events) if (event.type !== 'end') this.deliveredTokens += event.tokens;
    return events;
  }
}

function asEvent(piece: Piece): TextEvent {
  return { type: 'text', text: piece.text, tokens: piece.tokens };
}
