// The film's own process: one plan in, progress and the end out. It ends with its parent, and its encoder with it.
import { serveTasks } from '@atelier/kit';
import type { FilmPlan, FilmProgress, MadeFilm, SoundMessage } from './film-plan.ts';
import { shootFilm } from './shoot.ts';

serveTasks<FilmPlan, MadeFilm, FilmProgress, SoundMessage>((plan, { report, signal, nextMessage }) =>
  shootFilm(plan, { sound: async () => (await nextMessage()).path, tell: report }, signal),
);
