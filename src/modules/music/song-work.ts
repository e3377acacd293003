// The work of a song, in seconds of an instrumental one: what estimates of its time are made from.
import type { MusicOrder } from '../../engines/music/port.ts';

/** A voice is synthesised word by word: it takes the processor many times as long as the instruments. */
const SUNG_TIMES = 8;

/** Runs of a similar size estimate each other, so songs that are sung must not count as those that are not. */
export function workOf({
  durationSeconds,
  instrumental,
}: Pick<MusicOrder, 'durationSeconds' | 'instrumental'>): number {
  return instrumental ? durationSeconds : durationSeconds * SUNG_TIMES;
}
