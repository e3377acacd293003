// Decides which moment of the spoken guide sounds at which moment of the song: consonants as spoken, vowels held for their notes.
import type { StudiedLine } from '@atelier/voice';
import type { Span, SpokenVowel } from './hold-points.ts';
import { isVowel } from './sounds.ts';
import { guideHertz, type Nucleus } from './syllables.ts';

export interface Stretch {
  kind: 'vowel' | 'consonant' | 'rest';
  from: Span;
  to: Span;
  /** For a vowel: the part that can be held, as moments of the guide. */
  hold?: Span;
  /** 1 is the usual strength. */
  strength?: number;
}

const SHORTEST_REST_SECONDS = 0.12;
const MAX_CONSONANTS_OF_A_NOTE = 0.55;
const LEAD_SECONDS = 0.05;
const SOFTEST = 0.6;
const USUAL_VELOCITY = 0.8;

export interface SpokenLine {
  line: StudiedLine;
  nuclei: readonly Nucleus[];
  /** Where each symbol begins in the guide; one more for the end. */
  starts: readonly number[];
  hearVowel(label: Span, symbol: string, hertz: number): SpokenVowel;
}

export function mapTime({ line, nuclei, starts, hearVowel }: SpokenLine): Stretch[] {
  const first = nuclei[0];
  if (!first) return [];
  const at = (index: number): number => starts[index] ?? 0;
  const stretches: Stretch[] = [];
  const leadStart = Math.max(0, at(1) - LEAD_SECONDS);
  const firstOnset = first.notes[0]?.startSeconds ?? 0;
  const leadLength = at(first.first) - leadStart;
  stretches.push(
    piece('consonant', { start: leadStart, end: at(first.first) }, { start: firstOnset - leadLength, end: firstOnset }),
  );
  nuclei.forEach((nucleus, index) => {
    const next = nuclei[index + 1];
    const last = lastSungSymbol(line) + 1;
    const boundary = next ? wordBoundary(line, nucleus.vowel, next.first) : last;
    stretches.push(
      ...mapSyllable({
        vowel: { start: at(nucleus.first), end: at(nucleus.vowel + 1) },
        heard: hearVowel(
          { start: at(nucleus.first), end: at(nucleus.vowel + 1) },
          line.symbols[nucleus.vowel]?.symbol ?? '',
          guideHertz(nucleus),
        ),
        coda: at(boundary) - at(nucleus.vowel + 1),
        onset: next ? at(next.first) - at(boundary) : 0,
        start: nucleus.notes[0]?.startSeconds ?? 0,
        noteEnd: nucleus.notes.at(-1)?.endSeconds ?? 0,
        nextStart: next?.notes[0]?.startSeconds,
        strength: SOFTEST + (1 - SOFTEST) * ((nucleus.notes[0]?.velocity ?? USUAL_VELOCITY) / USUAL_VELOCITY),
      }),
    );
  });
  return stretches;
}

interface SyllableTimes {
  vowel: Span;
  heard: SpokenVowel;
  coda: number;
  onset: number;
  start: number;
  noteEnd: number;
  nextStart: number | undefined;
  strength: number;
}

function mapSyllable(times: SyllableTimes): Stretch[] {
  const { vowel, heard, start, noteEnd, nextStart } = times;
  const limit = nextStart ?? noteEnd;
  const shrink = Math.min(1, (MAX_CONSONANTS_OF_A_NOTE * (limit - start)) / Math.max(1e-6, times.coda + times.onset));
  const coda = times.coda * shrink;
  const onset = times.onset * shrink;
  const restFrom = noteEnd;
  const hasRest = nextStart !== undefined && nextStart - onset - restFrom >= SHORTEST_REST_SECONDS;
  const codaEnd = hasRest ? Math.max(restFrom, start + coda + 0.06) : limit - onset;
  const codaStart = codaEnd - coda;
  const codaSourceEnd = vowel.end + times.coda;
  const stretches: Stretch[] = [
    {
      ...piece('vowel', { start: heard.sounding.start, end: heard.sounding.end }, { start, end: codaStart }),
      hold: heard.hold,
      strength: times.strength,
    },
    piece('consonant', { start: vowel.end, end: codaSourceEnd }, { start: codaStart, end: codaEnd }),
  ];
  if (hasRest)
    stretches.push(piece('rest', { start: codaSourceEnd, end: codaSourceEnd }, { start: codaEnd, end: limit - onset }));
  if (nextStart !== undefined)
    stretches.push(
      piece(
        'consonant',
        { start: codaSourceEnd, end: codaSourceEnd + times.onset },
        { start: limit - onset, end: limit },
      ),
    );
  return stretches;
}

function lastSungSymbol(line: StudiedLine): number {
  return line.symbols.findLastIndex((one) => one.word >= 0);
}

/** The space after the vowel's word, or the middle of the consonants inside a word. */
function wordBoundary(line: StudiedLine, vowel: number, next: number): number {
  for (let index = vowel + 1; index < next; index += 1) if (line.symbols[index]?.symbol === ' ') return index;
  const consonants = line.symbols.slice(vowel + 1, next).filter((one) => !isVowel(one.symbol)).length;
  return vowel + 1 + (consonants > 1 ? Math.floor(consonants / 2) : 0);
}

function piece(
  kind: Stretch['kind'],
  { start: fromStart, end: fromEnd }: Span,
  { start: toStart, end: toEnd }: Span,
): Stretch {
  return { kind, from: { start: fromStart, end: fromEnd }, to: { start: toStart, end: Math.max(toStart, toEnd) } };
}

/** The guide's moment for a moment of the song; a held vowel walks to and fro through its steady part. */
export function guideMoment(stretch: Stretch, seconds: number): number {
  const { from, to, hold } = stretch;
  const since = seconds - to.start;
  const length = to.end - to.start;
  const spoken = from.end - from.start;
  if (!hold || length <= spoken * 1.05) return from.start + (since / Math.max(1e-6, length)) * spoken;
  const before = hold.start - from.start;
  const after = from.end - hold.end;
  if (since < before) return from.start + since;
  if (since > length - after) return from.end - (length - since);
  const width = hold.end - hold.start;
  const held = length - before - after;
  // An odd number of walks ends where the rest of the vowel begins.
  const walks = Math.max(1, Math.round((held / width - 1) / 2 / 1.4) * 2 + 1);
  const walked = ((since - before) / held) * walks;
  const within = walked % 2;
  return hold.start + width * (within < 1 ? within : 2 - within);
}
