// Runs a film in a process of its own, at a lower priority, and ends it at once when the order is aborted.
import { openProcess, runOnce } from '@atelier/kit';
import type { FilmPlan, FilmProgress, MadeFilm, SoundMessage } from './film-plan.ts';

const ENTRY = new URL('./film-process.ts', import.meta.url);
/** The process removes what it has written so far. */
const GRACE_MS = 400;
/** Gets a tenth of a request's CPU share, so that requests do not wait for videos. */
const BEHIND_REQUESTS = 10;

export interface FilmRun {
  plan: FilmPlan;
  /** Resolves to the soundtrack, or to nothing when there is none. */
  sound: Promise<string | undefined>;
  onProgress: (progress: FilmProgress) => void;
}

export function runFilm({ plan, sound, onProgress }: FilmRun, signal: AbortSignal): Promise<MadeFilm> {
  const open = () =>
    openProcess(ENTRY, {
      execArgv: ['--no-warnings', '--max-old-space-size=768'],
      priority: BEHIND_REQUESTS,
      graceMs: GRACE_MS,
    });
  return runOnce<FilmPlan, MadeFilm, FilmProgress>({ open, name: 'The film maker' }, plan, {
    signal,
    onReport: onProgress,
    onStart: (send) => void sound.catch(() => undefined).then((path) => send({ path } satisfies SoundMessage)),
  });
}
