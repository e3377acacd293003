// Writes an order for ACE-Step, and lists the parts of it that ACE-Step does not support.
import type { MusicOrder } from '../port.ts';

const INSTRUMENTAL = '[Instrumental]';

export function writeSongTask(order: MusicOrder): Readonly<Record<string, unknown>> {
  const lyrics = isSung(order) ? order.lyrics : INSTRUMENTAL;
  return {
    prompt: captionOf(order),
    lyrics,
    duration: order.durationSeconds,
    seed: order.seed,
    ...(order.tempo ? { bpm: Math.round(order.tempo) } : {}),
    ...(order.key ? { keyscale: order.key } : {}),
  };
}

/** The requested features that the customer does not get. */
export function warningsOf(order: MusicOrder): string[] {
  const warnings = ['ACE-Step makes no stems and no MIDI.'];
  if (!order.instrumental && !order.lyrics?.trim())
    warnings.push('ACE-Step sings only the words in `lyrics`: without them this song is instrumental.');
  return warnings;
}

function isSung({ instrumental, lyrics }: MusicOrder): boolean {
  return !instrumental && Boolean(lyrics?.trim());
}

function captionOf(order: MusicOrder): string {
  const { prompt, genre, mood, vocals } = order;
  const gender = vocals?.gender === 'any' ? undefined : vocals?.gender;
  const singing = isSung(order) ? [gender && `${gender} vocals`, vocals?.style] : ['instrumental'];
  return [prompt, genre, mood, ...singing].filter(Boolean).join(', ');
}
