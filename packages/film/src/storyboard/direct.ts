// The director: turns a prompt into shots, each with its scene, framing, camera move and length.

import { chanceFromNumber } from '@atelier/kit';
import type { PictureStyle } from '@atelier/painter';
import { type Clause, readClauses } from './clauses.ts';
import { countShots, cutOnBeats, type Rhythm } from './cuts.ts';
import { frameShot } from './framing.ts';
import type { Shot } from './shot.ts';

export interface Direction {
  seconds: number;
  fps: number;
  aspect: number;
  seed: number;
  style?: PictureStyle;
  rhythm: Rhythm;
}

/** Far from the seeds that a caller is likely to try next. */
const SEED_STRIDE = 7919;
const FRAMINGS: readonly Shot['framing'][] = ['wide', 'close', 'medium', 'wide', 'medium', 'close', 'wide', 'close'];
/** After this many shots from one place, the same words are composed anew. */
const SHOTS_PER_PLACE = 4;

export function directFilm(clauses: readonly Clause[], direction: Direction): Shot[] {
  const count = Math.max(countShots(direction.seconds), Math.min(clauses.length, Math.floor(direction.seconds / 1.2)));
  const lengths = cutOnBeats({ seconds: direction.seconds, fps: direction.fps }, count, direction.rhythm);
  const style = direction.style ?? clauses.find((clause) => clause.scene.style)?.scene.style;
  return lengths.map((frames, index) => {
    const which = Math.min(clauses.length - 1, Math.floor((index * clauses.length) / count));
    const clause = clauses[which] ?? readClauses('')[0];
    if (!clause) throw new Error('a film needs a scene');
    const variant = index - Math.ceil((which * count) / clauses.length);
    const place = Math.floor(variant / SHOTS_PER_PLACE) + (clause.scene.abstract ? variant : 0);
    const seed = (direction.seed + place * SEED_STRIDE) >>> 0;
    const framing = FRAMINGS[variant % FRAMINGS.length] ?? 'wide';
    const { words, scene, acts } = clause;
    const bare = { words, framing, scene, seed, frames, ...(acts ? { acts } : {}), ...(style ? { style } : {}) };
    const chance = chanceFromNumber(direction.seed * 31 + index * 101 + 7);
    return {
      ...bare,
      ...frameShot(bare, {
        framing,
        variant,
        aspect: direction.aspect,
        chance,
        seconds: frames / direction.fps,
      }),
    };
  });
}
