// What the relay needs to know about a dialect: where calls go, and how its answers report usage and end.
import type { NativeDialect, NativeOrder, TokenUsage } from '../port.ts';
import type { AnswerSigns } from '../unread.ts';

export type Json = Record<string, unknown>;

export interface UpstreamDialect extends AnswerSigns {
  readonly name: NativeDialect;
  /** The path below the base URL. */
  pathOf(upstreamModel: string, stream: boolean): string;
  /** The body to send, with the model and the limit that this service sets. */
  bodyOf(order: NativeOrder, upstreamModel: string): Json;
  /** The number and the bytes of the images in a body. */
  imagesIn(body: Json): { count: number; bytes: number };
  /** A whole answer; undefined if it is none. */
  readWhole(body: Json, model: string): { body: Json; usage: TokenUsage | undefined; text: string } | undefined;
  /** The failure that a body or an event reports; undefined if none. */
  failureOf(json: Json): unknown;
  /** State of one stream. */
  events(model: string): EventReader;
}

/** Reads the events of one stream, in order. */
export interface EventReader {
  read(event: Json): ReadEvent;
  /** Undefined until the upstream has reported the prompt's count. */
  readonly usage: TokenUsage | undefined;
  /** Whether the upstream has reported the answer's length. */
  readonly isCounted: boolean;
  /** The frames that end an answer at its limit. */
  ending(maxTokens: number): string;
}

export interface ReadEvent {
  /** The frames to forward. */
  frame: string;
  /** The text that it adds to the answer. */
  text: string;
  isLast: boolean;
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
