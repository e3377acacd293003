// Prepares bodies for the request log in a thread: joins streams, masks secrets, and truncates.
import { CallThread } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import type { RedactionRules } from '../../core/request-log-terms.ts';

export interface RawBodies {
  /** JSON as received and sent, up to RAW_BYTES; null: not JSON, or empty. */
  request: Uint8Array | null;
  response: Uint8Array | null;
  isStream: boolean;
  /** Whether the body was longer than `json`. */
  isCut: boolean;
  rules: RedactionRules;
}

export interface PreparedBodies {
  request: string | null;
  response: string | null;
  isCut: boolean;
}

export interface BodyQuestion {
  bodies: readonly RawBodies[];
  maxCharacters: number;
}

/**
 * How much is read: the frames of a stream, or an image inside a message, are much larger than the part that is kept.
 */
export const RAW_BYTES = 256 * 1024;

const thread = new CallThread<BodyQuestion, PreparedBodies[]>(
  new URL('./body-keeper-thread.ts', import.meta.url),
  () => new ServiceError('internal_error', 'The bodies of requests could not be prepared.'),
);

export function prepareBodies(question: BodyQuestion): Promise<PreparedBodies[]> {
  return thread.call(question);
}
