// Sets syllables on beats: stressed ones where the bar is strong, all of them near the motif's own rhythm.
import type { Stress } from '../vocal-part.ts';

export interface RhythmOrder {
  stresses: readonly Stress[];
  lineBeats: number;
  /** Shortest syllable in beats that can still be sung at this tempo. */
  shortestBeats: number;
  syncopation: number;
  /** The motif's liking for each sixteenth of the line, −1 … 1. */
  likes: readonly number[];
  /** Beats of breath at the end of the line. */
  breathBeats: number;
}

const STEPS_PER_BEAT = 4;

/** One onset in beats per syllable, ascending. */
export function placeSyllables(order: RhythmOrder): number[] {
  const { stresses } = order;
  const count = stresses.length;
  const steps = Math.max(count, Math.floor((order.lineBeats - order.breathBeats) * STEPS_PER_BEAT));
  const shortest = Math.max(1, Math.min(Math.ceil(order.shortestBeats * STEPS_PER_BEAT), Math.floor(steps / count)));
  const ideal = steps / count;
  const stride = shortest >= 2 || ideal >= 3 ? 2 : 1;
  const best: Float64Array[] = [];
  const from: Int16Array[] = [];
  for (let index = 0; index < count; index += 1) {
    const row = new Float64Array(steps).fill(Number.POSITIVE_INFINITY);
    const back = new Int16Array(steps).fill(-1);
    const earliest = index * shortest;
    const latest = steps - 1 - (count - 1 - index) * shortest;
    for (let step = earliest; step <= latest; step += 1) {
      const own = costAt(order, step, stresses[index] ?? 0) + (step % stride === 0 ? 0 : 1.2);
      if (index === 0) {
        row[step] = own + (step / steps) * 3;
        continue;
      }
      const before = best[index - 1];
      for (let earlier = Math.max(0, step - Math.ceil(ideal * 4)); earlier <= step - shortest; earlier += 1) {
        const total = (before?.[earlier] ?? Number.POSITIVE_INFINITY) + own + gapCost(step - earlier, ideal);
        if (total < (row[step] ?? 0)) {
          row[step] = total;
          back[step] = earlier;
        }
      }
    }
    best.push(row);
    from.push(back);
  }
  return traceBack(best, from, count).map((step) => step / STEPS_PER_BEAT);
}

function traceBack(best: readonly Float64Array[], from: readonly Int16Array[], count: number): number[] {
  const last = best[count - 1] ?? new Float64Array(1);
  let step = 0;
  for (let index = 1; index < last.length; index += 1) if ((last[index] ?? 0) < (last[step] ?? 0)) step = index;
  const onsets = new Array<number>(count).fill(0);
  for (let index = count - 1; index >= 0; index -= 1) {
    onsets[index] = step;
    step = from[index]?.[step] ?? 0;
  }
  return onsets;
}

function costAt(order: RhythmOrder, step: number, stress: Stress): number {
  const strength = strengthOf(step);
  let cost = stress === 0 ? strength * 0.35 : (3 - strength) * (stress === 1 ? 0.9 : 0.5);
  // Ahead of a strong beat by an eighth: the push that makes a line lean forward.
  if (stress !== 0 && step % 4 === 2 && strengthOf(step + 2) >= 2) cost -= order.syncopation * 2.2;
  return cost - (order.likes[step % order.likes.length] ?? 0) * 1.1;
}

/** 3 on the one, 2.5 on the three, 2 on other beats, 1 between, 0 on sixteenths. */
export function strengthOf(step: number): number {
  if (step % 16 === 0) return 3;
  if (step % 8 === 0) return 2.5;
  if (step % 4 === 0) return 2;
  return step % 2 === 0 ? 1 : 0;
}

function gapCost(gap: number, ideal: number): number {
  const ratio = Math.log2(gap / ideal);
  return 0.7 * ratio * ratio;
}
