// What the relay of a dialect must know of it: where calls go, and what its answers say of usage and end.
import type { NativeDialect, NativeOrder, TokenUsage } from '../port.ts';

export type Json = Record<string, unknown>;

export interface UpstreamDialect {
  readonly name: NativeDialect;
  /** The path below the base URL. */
  pathOf(upstreamModel: string, stream: boolean): string;
  /** The body as it is sent, with the model and the limit that this service sets. */
  bodyOf(order: NativeOrder, upstreamModel: string): Json;
  /** The number and the bytes of the images in a body. */
  imagesIn(body: Json): { count: number; bytes: number };
  /** A whole answer: undefined if it is none. */
  readWhole(body: Json, model: string): { body: Json; usage: TokenUsage | undefined; text: string } | undefined;
  /** The failure that a body or an event reports; undefined if it reports none. */
  failureOf(json: Json): unknown;
  /** For one stream. */
  events(model: string): EventReader;
}

/** Reads the events of one stream in their order. */
export interface EventReader {
  read(event: Json): ReadEvent;
  /** Undefined as long as the upstream has not told the prompt. */
  readonly usage: TokenUsage | undefined;
  /** Whether the upstream has told how long the answer is. */
  readonly isCounted: boolean;
  /** The frames that end an answer at its limit. */
  ending(maxTokens: number): string;
}

export interface ReadEvent {
  /** What is forwarded. */
  frame: string;
  /** What it adds to the answer. */
  text: string;
  isLast: boolean;
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
