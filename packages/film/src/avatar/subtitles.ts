// Words with their times, gathered into lines that can be read, and written as WebVTT with every word at its own moment.
import type { TimedPhoneme } from '@atelier/voice';

export interface TimedWord {
  text: string;
  start: number;
  end: number;
}

export interface Cue {
  start: number;
  end: number;
  words: readonly TimedWord[];
}

const LONGEST_LINE = 42;
const LONGEST_CUE_SECONDS = 6;

/** How many of the phonemes each word has, as its pronunciation says. */
export type CountSounds = (words: readonly string[]) => Promise<number[]>;

/** The sounds go to the words in order; where the counts differ from what was said, in proportion. */
export async function timeWords(
  text: string,
  phonemes: readonly TimedPhoneme[],
  countSounds: CountSounds,
): Promise<TimedWord[]> {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const counts = (await countSounds(words)).map((count) => Math.max(1, count));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const scale = phonemes.length / Math.max(1, total);
  const timed: TimedWord[] = [];
  let before = 0;
  for (const [index, word] of words.entries()) {
    const count = counts[index] ?? 1;
    const first = phonemes[Math.min(phonemes.length - 1, Math.round(before * scale))];
    before += count;
    const last = phonemes[Math.min(phonemes.length, Math.max(1, Math.round(before * scale))) - 1];
    if (!first || !last) continue;
    timed.push({ text: word, start: first.startSeconds, end: Math.max(last.endSeconds, first.startSeconds + 0.02) });
  }
  return timed;
}

/** Lines end with a sentence, a pause, or when they are full. */
export function gatherCues(words: readonly TimedWord[]): Cue[] {
  const cues: Cue[] = [];
  let open: TimedWord[] = [];
  const close = (): void => {
    const [first, last] = [open[0], open.at(-1)];
    if (first && last) cues.push({ start: first.start, end: last.end, words: open });
    open = [];
  };
  for (const word of words) {
    const [first, last] = [open[0], open.at(-1)];
    const length = open.reduce((sum, one) => sum + one.text.length + 1, 0);
    const isFull = length + word.text.length > LONGEST_LINE || word.end - (first?.start ?? 0) > LONGEST_CUE_SECONDS;
    if (last && (isFull || word.start - last.end > 0.6 || /[.!?…]["'”’)]*$/.test(last.text))) close();
    open.push(word);
  }
  close();
  return cues;
}

/** Each word carries its own time, which players show as it is spoken. */
export function writeWebVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, words }, index) => {
    const text = words
      .map((word, place) => (place === 0 ? '' : `<${clock(word.start)}>`) + escaped(word.text))
      .join(' ');
    return `${index + 1}\n${clock(start)} --> ${clock(end)}\n${text}\n`;
  });
  return ['WEBVTT\n', ...blocks].join('\n');
}

function clock(seconds: number): string {
  const ms = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, '0');
  return `${part(ms / 3_600_000, 2)}:${part((ms / 60_000) % 60, 2)}:${part((ms / 1000) % 60, 2)}.${part(ms % 1000, 3)}`;
}

export function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
