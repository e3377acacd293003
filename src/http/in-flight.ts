// Bounds how many calls, event streams and bytes of bodies one account has open at once in this process.
import type { EventEmitter } from 'node:events';
import { ServiceError } from '../core/errors.ts';

/** A dashboard with a few tabs needs five; each open stream takes a connection and memory. */
const MAX_STREAMS = 32;
const MAX_CALLS = 512;
/** Two of the largest bodies. Without this limit, 512 uploads that never end would exhaust the memory. */
const MAX_BODY_BYTES = 160 * 1024 * 1024;
/**
 * Pages are open to strangers, identified by their address. All of them together may use as much memory as one account.
 */
const MAX_BYTES_PER_ADDRESS = 16 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

export class InFlight {
  readonly #streams = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #bodyBytes = new Map<string, number>();

  /** Counts the call until its response is closed, however it ends. */
  enter(accountId: string, { isStream, response }: { isStream: boolean; response: EventEmitter }): void {
    const counts = isStream ? this.#streams : this.#calls;
    const open = counts.get(accountId) ?? 0;
    if (open >= (isStream ? MAX_STREAMS : MAX_CALLS)) throw tooMany(isStream, open);
    add(counts, accountId, 1);
    response.once('close', () => add(counts, accountId, -1));
  }

  /** Counts the bytes of a body until its response is closed. */
  holdBody(accountId: string, response: EventEmitter): (bytes: number) => void {
    return this.#hold(response, [{ owner: accountId, most: MAX_BODY_BYTES }]);
  }

  /** The same for a page, whose visitor is identified only by address. */
  holdPageBody(address: string, response: EventEmitter): (bytes: number) => void {
    return this.#hold(response, [
      { owner: `address ${address}`, most: MAX_BYTES_PER_ADDRESS },
      { owner: 'all pages', most: MAX_BODY_BYTES },
    ]);
  }

  #hold(response: EventEmitter, bounds: readonly { owner: string; most: number }[]): (bytes: number) => void {
    let held = 0;
    response.once('close', () => {
      for (const { owner } of bounds) add(this.#bodyBytes, owner, -held);
    });
    return (bytes) => {
      for (const { owner, most } of bounds) if ((this.#bodyBytes.get(owner) ?? 0) + bytes > most) throw tooManyBytes();
      held += bytes;
      for (const { owner } of bounds) add(this.#bodyBytes, owner, bytes);
    };
  }
}

function add(counts: Map<string, number>, accountId: string, change: number): void {
  const count = (counts.get(accountId) ?? 0) + change;
  if (count > 0) counts.set(accountId, count);
  else counts.delete(accountId);
}

function tooManyBytes(): ServiceError {
  const message = 'Too many large bodies are being sent at once. Wait for some to end.';
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

function tooMany(isStream: boolean, open: number): ServiceError {
  const message = isStream
    ? `This account has ${open} event streams open, the maximum. Close some, or share one.`
    : `This account has ${open} calls in progress, the maximum. Wait for some to end.`;
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
