// The process that makes one video: it takes a plan, sends progress and the result, and ends with its parent.
import { serveTasks } from '@atelier/kit';
import type { FilmPlan, FilmProgress, MadeFilm, SoundMessage } from './film-plan.ts';
import { shootFilm } from './shoot.ts';

serveTasks<FilmPlan, MadeFilm, FilmProgress, SoundMessage>((plan, { report, signal, nextMessage }) =>
  shootFilm(plan, { sound: async () => (await nextMessage()).path, tell: report }, signal),
);
