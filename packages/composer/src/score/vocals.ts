// Writes what is sung: the lead, doubles and harmonies in choruses, and who sings what in a duet.
import type { SingingVoice, SungNote, SungWord, VocalPart, VocalPhrase } from '../vocal-part.ts';
import { pitchClasses } from './chords.ts';
import type { MelodyLine, MelodyNote, Score } from './score.ts';
import { chordAt, secondsOf } from './score.ts';
import { swingBeat } from './steps.ts';
import { scaleMembers } from './theory.ts';

const SHORTEST_NOTE_SECONDS = 0.06;

export function writeVocals(score: Score, voices: readonly SingingVoice[], style?: string): VocalPart[] {
  const [first, second] = voices;
  if (!first) return [];
  const lines = score.melody.filter((line) => line.words.length > 0);
  const choruses = lines.filter((line) => isChorus(score, line));
  const firstLines = second
    ? lines.filter((line) => isChorus(score, line) || versesBefore(score, line) % 2 === 0)
    : lines;
  const parts: VocalPart[] = [
    part(
      first,
      'lead',
      firstLines.map((line) => writePhrase(score, line, 0)),
    ),
  ];
  if (second) {
    const shift = octaveShift(first, second);
    const alone = lines.filter((line) => !firstLines.includes(line));
    parts.push(
      part(
        second,
        'lead',
        alone.map((line) => writePhrase(score, line, shift)),
      ),
    );
    parts.push(
      part(
        second,
        'harmony',
        choruses.map((line) => writePhrase(score, harmonise(score, line), shift)),
      ),
    );
  } else {
    parts.push(
      part(
        first,
        'double',
        choruses.map((line) => writePhrase(score, line, 0)),
      ),
    );
    parts.push(
      part(
        first,
        'harmony',
        choruses.map((line) => writePhrase(score, harmonise(score, line), 0)),
      ),
    );
  }
  const sung = parts.filter((one) => one.phrases.length > 0);
  return style ? sung.map((one) => ({ ...one, style })) : sung;
}

function part(voice: SingingVoice, role: VocalPart['role'], phrases: VocalPhrase[]): VocalPart {
  return { voice: voice.id, role, phrases };
}

function isChorus(score: Score, line: MelodyLine): boolean {
  return score.sections[line.section]?.kind === 'chorus';
}

function versesBefore(score: Score, line: MelodyLine): number {
  return score.sections
    .slice(0, line.section)
    .filter((section) => section.kind === 'verse' || section.kind === 'bridge').length;
}

/** Whole octaves, so that both sing the same tune where each is comfortable. */
function octaveShift(first: SingingVoice, second: SingingVoice): number {
  const middle = (voice: SingingVoice): number => (voice.range.low + voice.range.high) / 2;
  return Math.round((middle(second) - middle(first)) / 12) * 12;
}

/** A third above where it is in the chord or the scale, else the next chord tone. */
function harmonise(score: Score, line: MelodyLine): MelodyLine {
  const lift = score.sections[line.section]?.lift ?? 0;
  const scale = scaleMembers({ ...score.key, tonic: (score.key.tonic + lift) % 12 });
  const notes = line.notes.map((note): MelodyNote => {
    const chord = pitchClasses(chordAt(score.chords, note.beat).chord);
    const inChord = [3, 4, 5, 8, 9].find((interval) => chord.includes((note.midi + interval) % 12));
    const inScale = [4, 3].find((interval) => scale[(note.midi + interval) % 12]);
    const interval = note.beats >= 0.75 ? (inChord ?? inScale ?? 4) : (inScale ?? 4);
    return { ...note, midi: note.midi + interval, velocity: note.velocity * 0.85 };
  });
  return { ...line, notes };
}

function writePhrase(score: Score, line: MelodyLine, shift: number): VocalPhrase {
  const bySyllable = new Map<number, SungNote[]>();
  for (const [index, note] of line.notes.entries()) {
    const sung = sungNote(score, { note, next: line.notes[index + 1] }, shift);
    bySyllable.set(note.syllable, [...(bySyllable.get(note.syllable) ?? []), sung]);
  }
  let syllable = 0;
  const words = line.words.map(
    (word): SungWord => ({
      text: word.text,
      syllables: word.syllables.map((one) => {
        const notes = bySyllable.get(syllable) ?? [];
        syllable += 1;
        return { text: one.text, stress: one.stress, notes };
      }),
    }),
  );
  const all = [...bySyllable.values()].flat();
  return {
    startSeconds: all[0]?.startSeconds ?? 0,
    endSeconds: all.at(-1)?.endSeconds ?? 0,
    text: line.words.map((word) => word.text).join(' '),
    words,
  };
}

function sungNote(
  score: Score,
  { note, next }: { note: MelodyNote; next: MelodyNote | undefined },
  shift: number,
): SungNote {
  const { swing, swingUnit } = score.style;
  const at = (beat: number): number => secondsOf(score, swingBeat(beat, swing, swingUnit));
  const startSeconds = at(note.beat);
  const end = at(note.beat + note.beats);
  const limit = next ? at(next.beat) : end;
  const joins = next?.syllable === note.syllable;
  const endSeconds = Math.max(startSeconds + SHORTEST_NOTE_SECONDS, joins ? limit : Math.min(end, limit));
  return { midi: note.midi + shift, startSeconds, endSeconds, velocity: note.velocity };
}
