// Reads a customer's lyrics: [Verse], [Chorus] and other tags become sections, everything else is sung.

import { nameSection } from '../score/form.ts';
import type { LyricSection, SectionKind } from '../vocal-part.ts';

const TAG = /^\s*[[(]\s*([a-z][a-z -]*?)\s*(\d*)\s*(?::.*)?[\])]\s*$/i;
const MAX_LINE_CHARACTERS = 70;

const KINDS: Record<string, SectionKind> = {
  intro: 'intro',
  verse: 'verse',
  strophe: 'verse',
  prechorus: 'pre-chorus',
  build: 'pre-chorus',
  chorus: 'chorus',
  refrain: 'chorus',
  hook: 'chorus',
  drop: 'chorus',
  postchorus: 'post-chorus',
  bridge: 'bridge',
  middleeight: 'bridge',
  solo: 'solo',
  instrumental: 'solo',
  interlude: 'solo',
  break: 'break',
  breakdown: 'break',
  outro: 'outro',
  end: 'outro',
};

/** Sections in the order written; a chorus tag without words repeats the words of the chorus before. */
export function readLyrics(text: string): LyricSection[] {
  const sections: LyricSection[] = [];
  let current: LyricSection | undefined;
  for (const raw of text.split(/\r?\n/)) {
    const tag = TAG.exec(raw);
    const kind = tag ? KINDS[(tag[1] ?? '').toLowerCase().replace(/[ -]/g, '')] : undefined;
    if (tag && kind) {
      current = { kind, label: `${nameSection(kind)}${tag[2] ? ` ${tag[2]}` : ''}`, lines: [] };
      sections.push(current);
      continue;
    }
    const line = raw.replace(/\s+/g, ' ').trim();
    if (!/\p{L}/u.test(line)) continue;
    if (!current) {
      current = { kind: 'verse', label: 'Verse', lines: [] };
      sections.push(current);
    }
    current.lines.push(...splitLong(line));
  }
  repeatEmpty(sections);
  numberVerses(sections);
  return sections;
}

function splitLong(line: string): string[] {
  if (line.length <= MAX_LINE_CHARACTERS) return [line];
  const words = line.split(' ');
  const half = Math.ceil(words.length / 2);
  if (half === words.length) return [line];
  return [...splitLong(words.slice(0, half).join(' ')), ...splitLong(words.slice(half).join(' '))];
}

function repeatEmpty(sections: LyricSection[]): void {
  for (const [index, section] of sections.entries()) {
    if (section.lines.length > 0 || section.kind !== 'chorus') continue;
    const earlier = sections.slice(0, index).findLast((other) => other.kind === 'chorus' && other.lines.length > 0);
    if (earlier) section.lines = [...earlier.lines];
  }
}

function numberVerses(sections: LyricSection[]): void {
  const verses = sections.filter((section) => section.kind === 'verse');
  if (verses.length < 2) return;
  for (const [index, verse] of verses.entries()) verse.label = `Verse ${index + 1}`;
}

/** The sheet as people read it. */
export function writeSheet(sections: readonly LyricSection[]): string {
  return sections
    .filter((section) => section.lines.length > 0)
    .map((section) => `[${section.label}]\n${section.lines.join('\n')}`)
    .join('\n\n');
}
