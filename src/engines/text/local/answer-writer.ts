// Turns the model's text, piece by piece, into events: plain text, JSON that ends when it closes, or a tool call.
import { newId } from '../../../core/ids.ts';
import type { FinishReason, TextEvent } from '../port.ts';
import { CallReader } from './call-reader.ts';
import type { ChannelPart, ChannelReader } from './channel-reader.ts';
import type { AnswerGrammar } from './grammar.ts';
import { JsonWatch } from './json-watch.ts';
import { type Piece, TextCutter } from './text-cutter.ts';

const CALL_OPENING = '<tool_call>';
/** How the library's schema grammars mark a complete value. */
const GRAMMAR_END = '\n\n\n\n';

export interface AnswerShape {
  purpose?: AnswerGrammar['purpose'] | undefined;
  stops: readonly string[];
  /** Turn marks of the template; a small model may write them as text. */
  turnMarkers?: readonly string[];
  /** For models that name the channel of all their output. */
  channels?: ChannelReader | undefined;
  /** A second tool call ends the answer before it begins. */
  oneCall?: boolean;
}

export class AnswerWriter {
  readonly #purpose: AnswerGrammar['purpose'] | 'text';
  readonly #cutter: TextCutter;
  readonly #json = new JsonWatch();
  readonly #channels: ChannelReader | undefined;
  readonly #oneCall: boolean;
  #channelCalls = 0;
  #call: CallReader | undefined;
  #isCallOffGrammar = false;
  /** Set once the answer has ended by itself. */
  finished: FinishReason | undefined;
  /** The stop string or mark that ended the answer. */
  stoppedBy: string | undefined;
  deliveredTokens = 0;
  reasoningTokens = 0;

  constructor({ purpose, stops, turnMarkers = [], channels, oneCall = false }: AnswerShape) {
    this.#oneCall = oneCall;
    this.#purpose = purpose ?? 'text';
    this.#channels = channels;
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
    return this.#channels ? this.#readChannels(this.#channels.push(piece)) : this.#pushOwn(piece);
  }

  #readChannels(parts: readonly ChannelPart[]): TextEvent[] {
    return parts.flatMap((part) => {
      if (this.finished) return [];
      if (part.kind === 'text') return this.#pushOwn(part.piece);
      if (part.kind === 'thought') return this.#count([{ type: 'reasoning', ...part.piece }]);
      return this.#count(this.#passCall(part));
    });
  }

  /** A channel that calls a function holds its arguments and nothing else. */
  #passCall({ name, index, piece: { text, tokens } }: Extract<ChannelPart, { kind: 'call' }>): TextEvent[] {
    if (this.#oneCall && index > 0) {
      this.finished = 'tool_calls';
      return [];
    }
    const isNew = index >= this.#channelCalls;
    this.#channelCalls = index + 1;
    const opening = isNew ? { id: newId('call'), name } : {};
    return [{ type: 'tool_call', index, ...opening, argumentsDelta: text, tokens }];
  }

  #pushOwn(piece: Piece): TextEvent[] {
    return this.#count(this.#call ? this.#readCall(this.#call, piece) : this.#readText(piece));
  }

  /** Text held back because it could have become a stop string. */
  flush(): TextEvent[] {
    const held = this.#channels ? this.#readChannels(this.#channels.flush()) : [];
    if (this.#channelCalls > 0) this.finished ??= 'tool_calls';
    if (this.#call || this.finished) return held;
    return [...held, ...this.#count(this.#cutter.flush().map(asEvent))];
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
    for (const event of events) {
      if (event.type === 'end') continue;
      this.deliveredTokens += event.tokens;
      if (event.type === 'reasoning') this.reasoningTokens += event.tokens;
    }
    return events;
  }
}

function asEvent(piece: Piece): TextEvent {
  return { type: 'text', text: piece.text, tokens: piece.tokens };
}
