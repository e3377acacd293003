// Estimates a job's duration from recent runs of its kind that are similar in size, preferably on the same machine.
import type { MeasuredRun } from '../store/jobs.ts';

const NEAREST_RUNS = 9;
const MIN_RUNS_OF_MACHINE = 3;

/** Milliseconds for a run of this size; undefined before the first measured run. */
export function estimateRunMs(runs: readonly MeasuredRun[], size: number, machine: string | null): number | undefined {
  const here = runs.filter((run) => run.machine === machine);
  const candidates = here.length >= MIN_RUNS_OF_MACHINE ? here : runs;
  const distance = (run: MeasuredRun): number => Math.abs(Math.log(run.size / size));
  const nearest = [...candidates].sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST_RUNS);
  return median(nearest.map((run) => (run.runMs * size) / run.size));
}

export interface RunState {
  runMs: number;
  /** undefined while the job waits. */
  elapsedMs: number | undefined;
  progress: number;
  /** Seconds until the jobs before it have run; 0 once it runs. */
  waitMs: number;
}

/** The least remaining time of a run that has exceeded its estimate, as a share of its time so far. */
const OVERDUE_SHARE = 0.1;

/** Seconds until the job ends, at least one. From 5 % progress on, the job's own pace gains weight over past runs. */
export function estimateSecondsLeft({ runMs, elapsedMs, progress, waitMs }: RunState): number {
  if (elapsedMs === undefined) return toSeconds(waitMs + runMs);
  const byHistoryMs = Math.max(runMs - elapsedMs, elapsedMs * OVERDUE_SHARE);
  if (progress < 0.05) return toSeconds(byHistoryMs);
  const byPaceMs = (elapsedMs * (1 - progress)) / progress;
  return toSeconds(byPaceMs * progress + byHistoryMs * (1 - progress));
}

/** The work queued before a job, in all queues or in its own, and how much of it runs in parallel. */
export interface WorkAhead {
  jobs: number;
  ms: number;
  slots: number;
}

/** A job starts when both limits allow it: the workers, which all accounts share, and its own account's limit. */
export function estimateWaitMs(ahead: readonly WorkAhead[]): number {
  return Math.max(0, ...ahead.map(({ jobs, ms, slots }) => (jobs < slots ? 0 : ms / Math.max(1, slots))));
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.round(ms / 1_000));
}

function median(values: number[]): number | undefined {
  const sorted = values.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
