// Lays chords under every section: one progression for each kind, a dominant that leads into what follows, a close at the end.

import type { GenreStyle } from '../genres/style.ts';
import type { SectionKind } from '../vocal-part.ts';
import { type Chord, parseProgression, transposeChord } from './chords.ts';
import { BEATS_PER_BAR, type Form } from './form.ts';
import { Random } from './random.ts';
import type { ChordSpan, Section } from './score.ts';
import { isMinorish, type Key } from './theory.ts';

export function layChords(
  form: Form,
  { style, key, seed }: { style: GenreStyle; key: Key; seed: number },
): ChordSpan[] {
  const progressions = chooseProgressions(style, key, seed);
  const lineBeats = form.barsPerLine * BEATS_PER_BAR;
  const chordBeats = lineBeats / style.chordsPerLine;
  const spans: ChordSpan[] = [];
  for (const [index, section] of form.sections.entries()) {
    const chords = progressions(section.kind).map((chord) => transposeChord(chord, section.lift));
    const start = section.startBar * BEATS_PER_BAR;
    const beats = section.bars * BEATS_PER_BAR;
    const first = spans.length;
    for (let offset = 0, place = 0; offset < beats; offset += chordBeats, place += 1) {
      const chord = chords[place % chords.length];
      if (chord) spans.push({ beat: start + offset, beats: Math.min(chordBeats, beats - offset), chord });
    }
    const next = form.sections[index + 1];
    if (next) leadInto(spans, { first, section, next }, { key, style });
    else closeSong(spans, section.lift, { key, style });
  }
  return spans;
}

/** The genre's modes mix major and minor numerals: only progressions that fit the key are drawn from. */
function chooseProgressions(style: GenreStyle, key: Key, seed: number): (kind: SectionKind) => Chord[] {
  const chosen = new Map<string, Chord[]>();
  const draw = (name: string, choices: readonly string[]): void => {
    const fitting = choices.filter((choice) => fitsMode(choice, key));
    const pick = new Random(seed, `chords:${name}`).pick(fitting.length > 0 ? fitting : choices);
    chosen.set(name, parseProgression(pick, key, style.colour));
  };
  draw('verse', style.verse);
  draw('pre-chorus', style.pre ?? style.verse);
  draw('chorus', style.chorus);
  draw('bridge', style.bridge);
  const fallback: Partial<Record<SectionKind, string>> = {
    intro: 'verse',
    solo: 'chorus',
    outro: 'chorus',
    break: 'bridge',
    drop: 'chorus',
    'post-chorus': 'chorus',
  };
  return (kind) => chosen.get(kind) ?? chosen.get(fallback[kind] ?? 'verse') ?? [];
}

function fitsMode(progression: string, key: Key): boolean {
  const minor = isMinorish(key.mode);
  const hasMinorHome = /(^|\s)i(?![iv])/.test(progression);
  const hasMajorHome = /(^|\s)I(?![IV])/.test(progression);
  if (minor) return !hasMajorHome && !/(^|\s)(vi|ii\d?|iii)(?![a-zø])/.test(progression.replace(/ii9 V7b9/g, ''));
  return !hasMinorHome && !/(^|\s)(VI|III|VII)(?![a-z])/.test(progression);
}

// The last chord before a chorus or a change of key pulls towards it.
function leadInto(
  spans: ChordSpan[],
  { first, section, next }: { first: number; section: Section; next: Section },
  { key, style }: { key: Key; style: GenreStyle },
): void {
  const last = spans.at(-1);
  const wantsPull =
    next.lift !== section.lift || (next.kind === 'chorus' && style.form === 'song' && style.colour !== 'power');
  if (!last || !wantsPull || spans.length - first < 2) return;
  const target = { tonic: (key.tonic + next.lift) % 12, mode: key.mode };
  const [dominant] = parseProgression(
    style.colour === 'triad' || style.colour === 'add9' ? 'V' : 'V7',
    target,
    'triad',
  );
  if (!dominant) return;
  const half = last.beats / 2;
  spans[spans.length - 1] = { ...last, beats: last.beats - half };
  spans.push({ beat: last.beat + last.beats - half, beats: half, chord: dominant });
}

function closeSong(spans: ChordSpan[], lift: number, { key, style }: { key: Key; style: GenreStyle }): void {
  const last = spans.at(-1);
  const home = { tonic: (key.tonic + lift) % 12, mode: key.mode };
  const [tonic] = parseProgression(isMinorish(key.mode) ? 'i' : 'I', home, style.colour);
  if (!last || !tonic) return;
  // One more bar: the chord that rings out.
  spans.push({ beat: last.beat + last.beats, beats: BEATS_PER_BAR * 2, chord: tonic });
}
