// The built-in lyricist: verses and choruses about the customer's subject, in rhyme and metre, the same for the same seed.

import { type Chance, chanceFromText } from '@atelier/kit';
import type { LyricSection, LyricsBrief, LyricsWriter, WrittenLyrics } from '../vocal-part.ts';
import { isDecent } from './decency.ts';
import { clausesFor, ENDINGS, HOOKS } from './phrases.ts';
import { lastWordOf, rhymes } from './pronunciations.ts';
import { countSyllables } from './scansion.ts';
import { findSubject } from './subject.ts';

const SUBJECTS_OF_MOODS: readonly { mood: RegExp; subject: string }[] = [
  { mood: /sad|melanchol|lonely|blue/i, subject: 'memory' },
  { mood: /romantic|love|tender/i, subject: 'lover' },
  { mood: /angry|aggressive|dark|tense/i, subject: 'thunder' },
  { mood: /calm|dream|relax|peace/i, subject: 'ocean' },
];
const EVERYDAY_SUBJECTS = ['summer', 'river', 'morning', 'highway', 'starlight', 'city', 'garden', 'horizon'];
const CANDIDATES = 40;

interface Song {
  brief: LyricsBrief;
  subject: string;
  hook: string;
  chance: Chance;
  usedClauses: Set<string>;
  usedEndings: Set<string>;
}

export class Lyricist implements LyricsWriter {
  async write(brief: LyricsBrief): Promise<WrittenLyrics> {
    const chance = chanceFromText(`${brief.seed} ${brief.prompt} ${brief.genre} ${brief.mood}`);
    const subject = findSubject(brief.prompt)?.phrase ?? subjectOfMood(brief.mood, chance);
    const title = brief.title && isDecent(brief.title) ? brief.title : undefined;
    const hook = title ?? pick(HOOKS, chance).replace('{s}', subject);
    const song: Song = {
      brief,
      subject,
      hook: capitalise(hook),
      chance,
      usedClauses: new Set(),
      usedEndings: new Set(),
    };
    const sections = brief.sections.map(
      (section): LyricSection => ({
        kind: section.kind,
        label: section.label,
        lines: writeSection(song, section),
      }),
    );
    return { title: titleCase(hook), sections, source: 'the built-in lyricist' };
  }
}

type WantedSection = LyricsBrief['sections'][number];

function writeSection(song: Song, section: WantedSection): string[] {
  const isChorus = section.kind === 'chorus' || section.kind === 'post-chorus' || section.kind === 'drop';
  const lines: string[] = [];
  let group: readonly string[] = [];
  for (let index = 0; index < section.lines; index += 1) {
    if (isChorus && index % 4 === 0) {
      lines.push(fillOut(song.hook, section.syllablesPerLine));
      group = groupRhymingWith(lastWordOf(song.hook)) ?? pickGroup(song);
      continue;
    }
    if (!isChorus && index % 2 === 0) group = pickGroup(song);
    lines.push(writeLine(song, section, group));
  }
  return lines;
}

/** Several lines are tried; the one nearest to the wanted length with the least repetition is kept. */
function writeLine(song: Song, section: WantedSection, group: readonly string[]): string {
  const clauses = clausesFor(section.kind);
  let best = { line: '', clause: '', ending: '', cost: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < CANDIDATES; attempt += 1) {
    const clause = pick(clauses, song.chance);
    const ending = pick(group, song.chance);
    const line = fillOut(capitalise(`${clause.replace('{s}', song.subject)} ${ending}`), section.syllablesPerLine);
    const repeated = (song.usedClauses.has(clause) ? 3 : 0) + (song.usedEndings.has(ending) ? 4 : 0);
    const cost =
      Math.abs(countSyllables(line) - section.syllablesPerLine) + repeated - (clause.includes('{s}') ? 0.5 : 0);
    if (cost < best.cost) best = { line, clause, ending, cost };
  }
  song.usedClauses.add(best.clause);
  song.usedEndings.add(best.ending);
  return best.line;
}

/** A short line takes a small word in front, as singers do. */
function fillOut(line: string, wanted: number): string {
  const missing = wanted - countSyllables(line);
  if (missing < 1 || missing > 3) return line;
  const front = missing === 1 ? 'Oh,' : missing === 2 ? 'Oh, oh,' : 'Yeah, oh, oh,';
  return `${front} ${/^(I|I'm|I'll)\b/.test(line) ? line : line.charAt(0).toLowerCase() + line.slice(1)}`;
}

function pickGroup(song: Song): readonly string[] {
  const fresh = ENDINGS.filter((group) => !group.some((ending) => song.usedEndings.has(ending)));
  return pick(fresh.length > 0 ? fresh : ENDINGS, song.chance);
}

function groupRhymingWith(word: string): readonly string[] | undefined {
  const found = ENDINGS.flat().filter((ending) => rhymes(lastWordOf(ending), word));
  return found.length >= 2 ? found : undefined;
}

function subjectOfMood(mood: string, chance: Chance): string {
  return SUBJECTS_OF_MOODS.find((one) => one.mood.test(mood))?.subject ?? pick(EVERYDAY_SUBJECTS, chance);
}

function pick<T>(items: readonly [T, ...T[]] | readonly T[], chance: Chance): T {
  const item = items[Math.floor(chance() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

function capitalise(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1).replace(/\bi\b/g, 'I');
}

function titleCase(text: string): string {
  const small = new Set(['a', 'an', 'the', 'and', 'or', 'of', 'to', 'in', 'on', 'at', 'by', 'for', 'is', 'my', 'me']);
  return text
    .split(' ')
    .map((word, index) => (index > 0 && small.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}
