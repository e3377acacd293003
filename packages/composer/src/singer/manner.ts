// Reads a customer's wish for the voice ("breathy", "powerful", "opera") as a manner of singing.
import type { VocalRole } from '../vocal-part.ts';
import type { Manner } from './pitch-curve.ts';

const WISHES: readonly { words: RegExp; change: Partial<Manner> }[] = [
  { words: /breath|whisper|soft|intimate|gentle|tender|hush/i, change: { push: -1.2, vibratoDepth: 0.16 } },
  { words: /power|belt|strong|anthem|epic|loud|shout|rock/i, change: { push: 0.7, vibratoDepth: 0.36 } },
  { words: /opera|classical|gospel|soul/i, change: { push: 0.4, vibratoDepth: 0.5 } },
  { words: /robot|flat|straight|deadpan|spoken/i, change: { vibratoDepth: 0 } },
];
const USUAL: Manner = { push: 0, vibratoDepth: 0.27 };

/** Voices behind the lead sing straighter: two vibratos at once blur the chord. */
export function readManner(style: string | undefined, role: VocalRole): Manner {
  const wish = style ? WISHES.find(({ words }) => words.test(style)) : undefined;
  const manner = { ...USUAL, ...wish?.change };
  return role === 'lead' ? manner : { ...manner, vibratoDepth: manner.vibratoDepth * 0.6 };
}
