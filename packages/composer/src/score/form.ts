// The form: sections, their lengths and densities, so that the song has exactly the requested duration.

import type { GenreStyle } from '../genres/style.ts';
import type { LyricSection, SectionKind } from '../vocal-part.ts';
import type { Section } from './score.ts';

export const BEATS_PER_BAR = 4;
/** A sung line, or a phrase of the lead, lasts about this long; sections are counted in lines. */
const LINE_SECONDS = 4;
/** The last chord rings at least this long. */
const TAIL_SECONDS = 1.2;

export interface Form {
  barsPerLine: number;
  totalBars: number;
  sections: Section[];
  warnings: string[];
}

interface Slot {
  kind: SectionKind;
  lines: number;
  label?: string;
}

// Letters as in the genres' `where`; the number is how many lines.
const TEMPLATES = [
  'v1 c1',
  'v2 c2',
  'i1 v2 c2',
  'i1 v2 c4',
  'i1 v4 c4',
  'i1 v2 c3 v2 c3',
  'i1 v2 c4 v2 c4',
  'i1 v4 c4 v2 c4',
  'i2 v4 c4 v4 c4',
  'i2 v4 p2 c4 v4 p2 c4',
  'i2 v4 p2 c4 v2 p2 c4 b2 c4',
  'i2 v4 p2 c4 v4 p2 c4 b4 c4 o2',
  'i2 v4 p2 c4 v4 p2 c4 s4 b2 c4 c4 o2',
  'i2 v4 p2 c4 v4 p2 c4 s4 v4 p2 c4 b4 c4 o2',
  'i4 v4 p2 c4 v4 p2 c4 s4 v4 p2 c4 b4 s4 c4 c4 o4',
];

const LETTER_KINDS: Record<string, SectionKind> = {
  i: 'intro',
  v: 'verse',
  p: 'pre-chorus',
  c: 'chorus',
  b: 'bridge',
  s: 'solo',
  k: 'break',
  o: 'outro',
};

const ENERGY: Record<SectionKind, number> = {
  intro: 0.35,
  verse: 0.52,
  'pre-chorus': 0.66,
  chorus: 0.9,
  'post-chorus': 0.9,
  bridge: 0.45,
  solo: 0.82,
  break: 0.3,
  drop: 1,
  outro: 0.42,
};

export function planForm(
  style: GenreStyle,
  { seconds, tempo, lyrics }: { seconds: number; tempo: number; lyrics?: readonly LyricSection[] | undefined },
): Form {
  const barSeconds = (60 * BEATS_PER_BAR) / tempo;
  const totalBars = Math.max(4, Math.floor((seconds - TAIL_SECONDS) / barSeconds));
  const warnings: string[] = [];
  let barsPerLine = chooseBarsPerLine(barSeconds);
  let slots: Slot[];
  if (lyrics && lyrics.length > 0) {
    const needed = lyrics.reduce((sum, section) => sum + section.lines.length, 1);
    while (barsPerLine > 1 && needed * barsPerLine > totalBars) barsPerLine /= 2;
    slots = fitLyrics(lyrics, { room: Math.floor(totalBars / barsPerLine), style }, warnings);
  } else {
    slots = fitTemplate(style, Math.floor(totalBars / barsPerLine));
  }
  return { barsPerLine, totalBars, sections: laySections(slots, style, { barsPerLine, totalBars }), warnings };
}

function chooseBarsPerLine(barSeconds: number): number {
  const choices = [1, 2, 4];
  choices.sort(
    (a, b) => Math.abs(Math.log((a * barSeconds) / LINE_SECONDS)) - Math.abs(Math.log((b * barSeconds) / LINE_SECONDS)),
  );
  return choices[0] ?? 2;
}

function fitTemplate(style: GenreStyle, room: number): Slot[] {
  const verseLines = linesPerRound(style);
  const candidates = TEMPLATES.map((template) => readTemplate(template, style, verseLines));
  let best = candidates[0] ?? [];
  for (const candidate of candidates) if (countLines(candidate) <= room) best = candidate;
  return spread(best, room - countLines(best));
}

// A twelve-bar blues has three lines to a round, not four.
function linesPerRound(style: GenreStyle): number {
  const chords = style.verse[0]?.split(' ').length ?? 4;
  return (chords / style.chordsPerLine) % 3 === 0 ? 3 : 4;
}

function readTemplate(template: string, style: GenreStyle, verseLines: number): Slot[] {
  const slots: Slot[] = [];
  for (const word of template.split(' ')) {
    const kind = LETTER_KINDS[word[0] ?? ''];
    if (!kind || (kind === 'pre-chorus' && !style.pre)) continue;
    const lines = Number(word.slice(1));
    slots.push({ kind, lines: lines === 4 ? verseLines : lines });
  }
  return slots;
}

/** Lines left over lengthen the ends first, then become a solo: never a cut section. */
function spread(slots: Slot[], spare: number): Slot[] {
  let left = spare;
  const outro = slots.find((slot) => slot.kind === 'outro');
  const intro = slots.find((slot) => slot.kind === 'intro');
  if (left >= 5) {
    const lastChorus = slots.map((slot) => slot.kind).lastIndexOf('chorus');
    const solo = Math.min(left - 1, 4);
    slots.splice(Math.max(1, lastChorus), 0, { kind: 'solo', lines: solo });
    left -= solo;
  }
  if (left > 0 && intro && intro.lines < 2) {
    intro.lines += 1;
    left -= 1;
  }
  if (left > 0 && outro) outro.lines += left;
  else if (left > 0) slots.push({ kind: 'outro', lines: left });
  return slots;
}

function fitLyrics(
  lyrics: readonly LyricSection[],
  { room, style }: { room: number; style: GenreStyle },
  warnings: string[],
): Slot[] {
  const slots: Slot[] = lyrics.map((section) => ({
    kind: section.kind,
    lines: Math.max(1, section.lines.length),
    label: section.label,
  }));
  let left = room - countLines(slots);
  while (left < 0 && slots.length > 1) {
    const dropped = slots.pop();
    left += dropped?.lines ?? 0;
    warnings.push(`The lyrics do not fit into the duration: "${dropped?.label}" was left out.`);
  }
  const last = slots.at(-1);
  if (left < 0 && last) {
    warnings.push(`The lyrics do not fit into the duration: "${last.label}" lost ${-left} of its lines.`);
    last.lines += left;
    left = 0;
  }
  const chorus = slots.find((slot) => slot.kind === 'chorus');
  if (left > 0 && slots[0]?.kind !== 'intro') {
    const lines = Math.min(left, 2);
    slots.unshift({ kind: 'intro', lines });
    left -= lines;
  }
  while (chorus && left >= chorus.lines + 4 && style.form !== 'piece') {
    slots.push({ kind: 'solo', lines: 4 }, { ...chorus });
    left -= chorus.lines + 4;
  }
  return left > 0 ? spread(slots, left) : slots;
}

function laySections(
  slots: readonly Slot[],
  style: GenreStyle,
  { barsPerLine, totalBars }: { barsPerLine: number; totalBars: number },
): Section[] {
  const sections: Section[] = [];
  const counts = new Map<SectionKind, number>();
  const choruses = slots.filter((slot) => slot.kind === 'chorus').length;
  const verses = slots.filter((slot) => slot.kind === 'verse').length;
  let startBar = 0;
  for (const slot of slots) {
    const count = (counts.get(slot.kind) ?? 0) + 1;
    counts.set(slot.kind, count);
    const isLastChorus = slot.kind === 'chorus' && count === choruses && choruses > 1;
    const numbered = slot.kind === 'verse' && verses > 1;
    sections.push({
      kind: slot.kind,
      label: slot.label ?? `${nameSection(slot.kind)}${numbered ? ` ${count}` : ''}`,
      startBar,
      bars: slot.lines * barsPerLine,
      energy: Math.min(
        1,
        ENERGY[slot.kind] + (slot.kind === 'verse' && count > 1 ? 0.08 : 0) + (isLastChorus ? 0.1 : 0),
      ),
      lift: isLastChorus && style.lifts && count >= 3 ? 2 : 0,
      lines: [],
    });
    startBar += slot.lines * barsPerLine;
  }
  keepLift(sections);
  stretchLast(sections, totalBars - startBar);
  return sections;
}

// After a modulation up, the song stays in the new key.
function keepLift(sections: Section[]): void {
  let lift = 0;
  for (const section of sections) {
    lift = Math.max(lift, section.lift);
    section.lift = lift;
  }
}

function stretchLast(sections: Section[], spareBars: number): void {
  if (spareBars <= 0) return;
  const last = sections.at(-1);
  if (last?.kind === 'outro') {
    last.bars += spareBars;
    return;
  }
  const startBar = last ? last.startBar + last.bars : 0;
  sections.push({
    kind: 'outro',
    label: 'Outro',
    startBar,
    bars: spareBars,
    energy: ENERGY.outro,
    lift: last?.lift ?? 0,
    lines: [],
  });
}

function countLines(slots: readonly Slot[]): number {
  return slots.reduce((sum, slot) => sum + slot.lines, 0);
}

export function nameSection(kind: SectionKind): string {
  return kind
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
}
