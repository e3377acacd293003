// Decides whether and when a delivery is tried again.
export interface Reply {
  /** null if there was no response. */
  status: number | null;
  retryAfter: string | null;
}

export type Verdict =
  | { state: 'delivered' }
  | { state: 'failed'; isGone: boolean }
  | { state: 'pending'; retrySeconds: number };

const JITTER = 0.1;
const MAX_WAIT_SECONDS = 24 * 3600;

export interface Course {
  /** Counts from 1. */
  attempt: number;
  /** Seconds before each further attempt. */
  waits: readonly number[];
  nowMs: number;
}

export function judge(reply: Reply, { attempt, waits, nowMs }: Course): Verdict {
  if (reply.status !== null && reply.status >= 200 && reply.status < 300) return { state: 'delivered' };
  if (reply.status === 410) return { state: 'failed', isGone: true };
  const wait = waits[attempt - 1];
  if (wait === undefined) return { state: 'failed', isGone: false };
  const jittered = wait * (1 - JITTER + Math.random() * 2 * JITTER);
  const asked = retryAfterSeconds(reply.retryAfter, nowMs);
  return { state: 'pending', retrySeconds: Math.min(MAX_WAIT_SECONDS, Math.max(jittered, asked)) };
}

/** Parses Retry-After, in seconds or as a date; 0 if it is missing or invalid. */
function retryAfterSeconds(value: string | null, nowMs: number): number {
  if (value === null || value.trim() === '') return 0;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? 0 : Math.max(0, (dateMs - nowMs) / 1_000);
}
