// Splits an answer that names its channels (gpt-oss: `<|channel|>final<|message|>…`) into thoughts, text and tool calls.
import { type Piece, TextCutter } from './text-cutter.ts';

type Section = { kind: 'thought' } | { kind: 'text' } | { kind: 'call'; name: string; index: number };
export type ChannelPart = Section & { piece: Piece };

const OPENING = '<|message|>';
/** Each of these ends the message before it; llama.cpp hides `<|end|>` and `<|return|>`. */
const ENDINGS = ['<|start|>', '<|channel|>', '<|end|>', '<|call|>', '<|return|>'];
/** The end of a prompt whose answer must have a certain form, so that the model does not reason first. */
export const FINAL_CHANNEL = '<|channel|>final<|message|>';

export function hasChannels(template: string): boolean {
  return template.includes('<|channel|>') && template.includes(OPENING);
}

export class ChannelReader {
  #section: Section | undefined;
  #header = '';
  #cutter: TextCutter;
  /** Tokens of a header count with the first piece of its message. */
  #headerTokens = 0;
  #calls = 0;

  /** `isOpen`: the prompt has already opened the final channel. */
  constructor(isOpen: boolean) {
    this.#section = isOpen ? { kind: 'text' } : undefined;
    this.#cutter = new TextCutter(isOpen ? ENDINGS : [OPENING]);
  }

  push(piece: Piece): ChannelPart[] {
    const parts: ChannelPart[] = [];
    let next: Piece | undefined = piece;
    while (next) {
      const { out, stop } = this.#cutter.push(next);
      parts.push(...this.#read(out));
      if (!stop) return parts;
      this.#section = this.#section ? undefined : this.#open(this.#header);
      this.#header = this.#section ? '' : stop.text;
      this.#cutter = new TextCutter(this.#section ? ENDINGS : [OPENING]);
      next = { text: stop.rest, tokens: 0 };
    }
    return parts;
  }

  /** Text held back because it could have become a marker. */
  flush(): ChannelPart[] {
    return this.#read(this.#cutter.flush());
  }

  #open(header: string): Section {
    const name = /to=functions\.([\w.-]+)/.exec(header)?.[1];
    if (!name) return { kind: header.includes('analysis') ? 'thought' : 'text' };
    this.#calls += 1;
    return { kind: 'call', name, index: this.#calls - 1 };
  }

  #read(pieces: readonly Piece[]): ChannelPart[] {
    const section = this.#section;
    if (section) return pieces.map((piece) => ({ ...section, piece: this.#withHeader(piece) }));
    for (const { text, tokens } of pieces) {
      this.#header += text;
      this.#headerTokens += tokens;
    }
    return [];
  }

  #withHeader({ text, tokens }: Piece): Piece {
    const counted = { text, tokens: tokens + this.#headerTokens };
    this.#headerTokens = 0;
    return counted;
  }
}
