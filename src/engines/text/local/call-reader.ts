// Reads a tool call from the JSON that the grammar makes the model write, and streams its arguments as they grow.
import { newId } from '../../../core/ids.ts';
import type { TextEvent } from '../port.ts';
import { JsonWatch } from './json-watch.ts';

const OPENING = /^\s*\{\s*"name"\s*:\s*("(?:[^"\\]|\\.)*")\s*,\s*"arguments"\s*:\s*/;

export class CallReader {
  readonly #arguments = new JsonWatch();
  readonly #index: number;
  #opening = '';
  #isOpen = false;
  #tokens = 0;

  constructor(index: number) {
    this.#index = index;
  }

  get isComplete(): boolean {
    return this.#arguments.isClosed;
  }

  push(text: string, tokens: number): TextEvent[] {
    this.#tokens += tokens;
    if (this.#isOpen) return this.#passOn(text);
    this.#opening += text;
    const match = OPENING.exec(this.#opening);
    if (!match?.[1]) return [];
    this.#isOpen = true;
    const started: TextEvent = {
      type: 'tool_call',
      index: this.#index,
      id: newId('call'),
      name: JSON.parse(match[1]) as string,
      argumentsDelta: '',
      tokens: this.#takeTokens(),
    };
    return [started, ...this.#passOn(this.#opening.slice(match[0].length))];
  }

  #passOn(text: string): TextEvent[] {
    if (this.isComplete) return [];
    const argumentsDelta = text.slice(0, this.#arguments.read(text));
    if (!argumentsDelta) return [];
    return [{ type: 'tool_call', index: this.#index, argumentsDelta, tokens: this.#takeTokens() }];
  }

  #takeTokens(): number {
    const tokens = this.#tokens;
    this.#tokens = 0;
    return tokens;
  }
}
