// The drummer: grooves per section, fills into the next one, crashes where it opens, restraint where it begins.

import type { DrumStyle, Groove } from '../genres/style.ts';
import { Hand, isLoud, loudnessOf, type Sheet } from './band.ts';
import { BEATS_PER_BAR } from './form.ts';
import type { Note, Section } from './score.ts';
import { readSteps } from './steps.ts';

/** Lanes to the General MIDI drum map. */
export const DRUM_KEYS: Record<string, number> = {
  k: 36,
  s: 38,
  r: 37,
  c: 39,
  h: 42,
  o: 46,
  p: 44,
  d: 51,
  e: 53,
  t: 43,
  m: 47,
  n: 50,
  S: 82,
  T: 54,
  g: 64,
  G: 63,
  B: 60,
  w: 56,
  v: 75,
  M: 70,
  q: 73,
  a: 67,
  C: 49,
  y: 65,
};

export function playDrums(sheet: Sheet, drums: DrumStyle): Note[] {
  const hand = new Hand(sheet, 'drums');
  const notes: Note[] = [];
  for (const [index, section] of sheet.form.sections.entries()) {
    const groove = chooseGroove(section, drums);
    const next = sheet.form.sections[index + 1];
    for (let bar = 0; bar < section.bars; bar += 1) {
      const at = section.startBar + bar;
      const isLast = bar === section.bars - 1;
      const fillFrom =
        isLast && next && next.kind !== 'outro' && section.kind !== 'intro' ? fillStart(drums, next) : BEATS_PER_BAR;
      const isSparse = section.kind === 'intro' && bar < section.bars / 2;
      playBar(notes, { hand, groove }, { at, until: fillFrom, loudness: loudnessOf(section), isSparse });
      if (fillFrom < BEATS_PER_BAR) playFill(notes, { hand, drums }, { bar: at, from: fillFrom });
      if (bar === 0 && drums.crash && (isLoud(section) || section.kind === 'bridge'))
        notes.push(hand.playAt({ beat: at * BEATS_PER_BAR, beats: 2, midi: DRUM_KEYS.C ?? 49, velocity: 0.85 }));
    }
  }
  const end = sheet.form.totalBars * BEATS_PER_BAR;
  if (Object.keys(drums.chorus).length > 0 && drums.crash) {
    notes.push(
      hand.playAt({ beat: end, beats: 2, midi: DRUM_KEYS.k ?? 36, velocity: 0.9 }),
      hand.playAt({ beat: end, beats: 4, midi: DRUM_KEYS.C ?? 49, velocity: 0.8 }),
    );
  }
  return notes;
}

export function playPercussion(sheet: Sheet, percussion: { verse: Groove; chorus: Groove }): Note[] {
  const hand = new Hand(sheet, 'percussion');
  const notes: Note[] = [];
  for (const section of sheet.form.sections) {
    const groove = isLoud(section) ? percussion.chorus : section.kind === 'intro' ? {} : percussion.verse;
    for (let bar = 0; bar < section.bars; bar += 1) {
      playBar(
        notes,
        { hand, groove },
        {
          at: section.startBar + bar,
          until: BEATS_PER_BAR,
          loudness: loudnessOf(section),
          isSparse: false,
        },
      );
    }
  }
  return notes;
}

function chooseGroove(section: Section, drums: DrumStyle): Groove {
  if (isLoud(section)) return drums.chorus;
  if (section.kind === 'bridge' || section.kind === 'break') return drums.bridge ?? drums.verse;
  if (section.kind === 'intro') return drums.intro ?? drums.verse;
  return drums.verse;
}

interface BarPlace {
  at: number;
  until: number;
  loudness: number;
  isSparse: boolean;
}

function playBar(notes: Note[], { hand, groove }: { hand: Hand; groove: Groove }, place: BarPlace): void {
  for (const [lane, pattern] of Object.entries(groove)) {
    // The band comes in one by one: before the middle of an intro only what ticks is heard.
    if (place.isSparse && (lane === 's' || lane === 'c' || lane === 'k')) continue;
    const key = DRUM_KEYS[lane];
    if (key === undefined) continue;
    for (const step of readSteps(pattern, place.at)) {
      if (step.beat >= place.until) continue;
      const isGhost = step.symbol === 'o';
      if (isGhost && hand.random.chance(0.15)) continue;
      notes.push(
        hand.play(
          { ...step, beats: lane === 'o' ? 0.5 : 0.25 },
          { bar: place.at, midi: key, loudness: place.loudness },
        ),
      );
    }
  }
}

function fillStart(drums: DrumStyle, next: Section): number {
  if (drums.fill === 'none') return BEATS_PER_BAR;
  if (drums.fill === 'stop') return 3.5;
  return isLoud(next) ? 2 : 3;
}

function playFill(
  notes: Note[],
  { hand, drums }: { hand: Hand; drums: DrumStyle },
  { bar, from }: { bar: number; from: number },
): void {
  if (drums.fill === 'stop') return;
  const lanes: Record<string, string> = {
    toms: 'snnmmttk',
    snare: 'ssssssss',
    roll: 'ssssssss',
    timbale: 'yyyyyyyy',
    brush: 'ssssssss',
  };
  const path = lanes[drums.fill] ?? 'ssssssss';
  const stepBeats =
    drums.fill === 'brush'
      ? 1 / 3
      : drums.fill === 'roll' || drums.fill === 'toms'
        ? 0.25
        : hand.random.pick([0.25, 0.5]);
  const steps = Math.round((BEATS_PER_BAR - from) / stepBeats);
  for (let step = 0; step < steps; step += 1) {
    if (drums.fill !== 'roll' && hand.random.chance(0.18)) continue;
    const lane = path[Math.floor((step / steps) * path.length)] ?? 's';
    const rise = 0.5 + (0.45 * step) / Math.max(1, steps - 1);
    notes.push(
      hand.playAt({
        beat: bar * BEATS_PER_BAR + from + step * stepBeats,
        beats: 0.25,
        midi: DRUM_KEYS[lane] ?? 38,
        velocity: rise,
        isTriplet: drums.fill === 'brush',
      }),
    );
  }
}
