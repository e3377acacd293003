// Fits words into a video: their duration, the necessary speed-up, and when they begin.

import { EngineError } from '@atelier/kit';
import type { Speech, SpeechEngine } from '@atelier/voice';

/** The head is visible a moment before it speaks and after. */
export const LEAD_SECONDS = 0.3;
const TAIL_SECONDS = 0.3;
/** Faster speech is hard to follow. */
const FASTEST = 1.35;
/** The estimate counts only if it is clearly exceeded: it may be a fifth too long. */
const ESTIMATE_SLACK = 0.8;
const LONGEST_FILM_SECONDS = 60;

/** From the letters, figures and marks of the text, at the pace of the voices. */
function estimateSpeechSeconds(text: string): number {
  const letters = (text.match(/[\p{L}'’]/gu) ?? []).length;
  const figures = (text.match(/\d/g) ?? []).length;
  const pauses = (text.match(/[.!?…]+(\s|$)/g) ?? []).length * 0.45 + (text.match(/[,;:—]/g) ?? []).length * 0.2;
  return letters / 13.5 + figures * 0.35 + pauses;
}

export function secondsForWords(text: string): number {
  return estimateSpeechSeconds(text) + LEAD_SECONDS + TAIL_SECONDS;
}

/** Refuses a script that is clearly too long before credits are held. */
export function checkWordsFit(text: string, filmSeconds: number): void {
  const least = (estimateSpeechSeconds(text) * ESTIMATE_SLACK) / FASTEST + LEAD_SECONDS + TAIL_SECONDS;
  if (least > filmSeconds) throw tooLong(secondsForWords(text), filmSeconds);
}

/** Speaks at the natural pace if it fits, faster if that helps, and throws otherwise. */
export async function speakWithin(
  speech: SpeechEngine,
  order: { text: string; voice: string; filmSeconds: number },
  signal: AbortSignal,
): Promise<Speech> {
  const room = order.filmSeconds - LEAD_SECONDS - TAIL_SECONDS;
  const guessed = estimateSpeechSeconds(order.text) / room;
  let speed = guessed > 1.1 ? Math.min(FASTEST, guessed) : 1;
  let spoken = await speech.speak({ text: order.text, voice: order.voice, speed }, signal);
  const needed = secondsOf(spoken) * speed;
  if (needed / FASTEST > room) throw tooLong(needed + LEAD_SECONDS + TAIL_SECONDS, order.filmSeconds);
  // Pauses do not shrink with the pace: the second try leaves them some room, the third is the fastest there is.
  for (const next of [(needed / room) * 1.03, FASTEST]) {
    if (secondsOf(spoken) <= room) return spoken;
    speed = Math.min(FASTEST, next);
    spoken = await speech.speak({ text: order.text, voice: order.voice, speed }, signal);
  }
  if (secondsOf(spoken) > room) throw tooLong(needed + LEAD_SECONDS + TAIL_SECONDS, order.filmSeconds);
  return spoken;
}

function secondsOf({ samples, sampleRate }: Speech): number {
  return samples.length / sampleRate;
}

function tooLong(neededSeconds: number, filmSeconds: number): EngineError {
  const needed = Math.ceil(neededSeconds);
  const advice =
    needed <= LONGEST_FILM_SECONDS
      ? `Ask for a duration of ${needed}, or say less.`
      : `A film has at most ${LONGEST_FILM_SECONDS}: say less.`;
  return new EngineError(
    'invalid_parameter',
    `These words need about ${needed} seconds and do not fit into ${filmSeconds}. ${advice}`,
    { param: 'script' },
  );
}
