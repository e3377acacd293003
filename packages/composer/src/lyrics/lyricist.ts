// The built-in lyricist: verses and choruses about the customer's subject, rhymed and metrical, reproducible for a
// seed.

import { type Chance, chanceFromText } from '@atelier/kit';
import { PromptReader, type Reading } from '@atelier/reader';
import type { LyricSection, LyricsBrief, LyricsWriter, WrittenLyrics } from '../vocal-part.ts';
import { ABOUT_THE_SUBJECT, ANSWERS, BRIDGE_COUPLETS, CHORUS_COUPLETS, RISING_COUPLETS, THEMES } from './couplets.ts';
import { isDecent } from './decency.ts';
import { lastWordOf, rhymes } from './pronunciations.ts';
import { capitalise, putInSubject, titleCase } from './put-in-subject.ts';
import { countSyllables } from './scansion.ts';
import { type SongTheme, type Subject, themeFrom, themeText } from './subject.ts';
import { subjectOfMood, themesOf } from './theme.ts';
import { chooseHook, type Hook } from './title.ts';

type Couplet = readonly [string, string];
type WantedSection = LyricsBrief['sections'][number];
export type ReadText = (text: string, signal: AbortSignal) => Promise<Reading> | Reading;

interface Song {
  subject: Subject;
  hook: Hook;
  /** Couplets of the song's themes, the nearest theme first. */
  stock: readonly Couplet[];
  chance: Chance;
  used: Set<Couplet | string>;
}

export class Lyricist implements LyricsWriter {
  readonly #read: ReadText;

  /** Prompts are read in a thread unless another reader is handed in. */
  constructor(read?: ReadText) {
    const reader = new PromptReader();
    this.#read = read ?? ((text, signal) => reader.read(text, signal));
  }

  async write(brief: LyricsBrief, signal: AbortSignal): Promise<WrittenLyrics> {
    const chance = chanceFromText(`${brief.seed} ${brief.prompt} ${brief.genre} ${brief.mood}`);
    const text = themeText(brief.prompt);
    const theme: SongTheme = text
      ? themeFrom(await this.#read(text, signal))
      : { subject: undefined, activity: undefined };
    const subject = theme.subject ?? subjectOfMood(brief.mood, chance);
    const title = brief.title && isDecent(brief.title) ? brief.title : undefined;
    const song: Song = {
      subject,
      hook: title ? { title, line: title } : chooseHook({ subject, activity: theme.activity }, chance),
      stock: themesOf(`${text ?? ''} ${subject.phrase}`, brief.mood).flatMap((one) => shuffle(THEMES[one], chance)),
      chance,
      used: new Set(),
    };
    const sections = brief.sections.map(
      (section): LyricSection => ({ kind: section.kind, label: section.label, lines: writeSection(song, section) }),
    );
    return { title: title ?? titleCase(song.hook.title), sections, source: 'the built-in lyricist' };
  }
}

function writeSection(song: Song, section: WantedSection): string[] {
  const isChorus = section.kind === 'chorus' || section.kind === 'post-chorus' || section.kind === 'drop';
  const lines = isChorus ? writeChorus(song, section) : writeCouplets(song, section);
  return lines.slice(0, section.lines).map((line) => fillOut(capitalise(line), section.syllablesPerLine));
}

/** A verse names its subject in its second couplet, or in its only one. */
function writeCouplets(song: Song, section: WantedSection): string[] {
  const lines: string[] = [];
  while (lines.length < section.lines) {
    const place = lines.length / 2;
    const isVerse = section.kind === 'verse';
    const namesIt = isVerse && (place % 2 === 1 || section.lines <= 3);
    const own = section.kind === 'pre-chorus' ? RISING_COUPLETS : namesIt ? ABOUT_THE_SUBJECT : song.stock;
    const couplets = section.kind === 'bridge' && place % 2 === 1 ? BRIDGE_COUPLETS : own;
    lines.push(...takeCouplet(song, couplets, section.syllablesPerLine));
  }
  return lines;
}

/** The title, a line that rhymes with it, and a couplet; a title without rhymes is repeated at the end. */
function writeChorus(song: Song, section: WantedSection): string[] {
  const { line } = song.hook;
  const lines: string[] = [];
  while (lines.length < section.lines) {
    const answer = takeAnswer(song, line);
    const couplet = takeCouplet(song, CHORUS_COUPLETS, section.syllablesPerLine);
    lines.push(...(answer ? [line, answer, ...couplet] : [line, ...couplet, line]));
  }
  return lines;
}

function takeAnswer(song: Song, line: string): string | undefined {
  const answers = ANSWERS.filter((one) => rhymes(lastWordOf(one), lastWordOf(line)));
  const fresh = answers.filter((one) => !song.used.has(one));
  const chosen = pick(fresh.length > 0 ? fresh : answers, song.chance);
  if (chosen) song.used.add(chosen);
  return chosen;
}

/** An unused couplet of about the right length; the stock of themes is in order of their nearness. */
function takeCouplet(song: Song, couplets: readonly Couplet[], wanted: number): [string, string] {
  const nearness = couplets === song.stock ? 0.6 : 0;
  let best: Couplet = ['', ''];
  let least = Number.POSITIVE_INFINITY;
  for (const [place, couplet] of couplets.entries()) {
    const length = couplet.reduce((sum, line) => sum + Math.abs(syllablesOf(line, song.subject) - wanted), 0);
    const cost = length + (song.used.has(couplet) ? 40 : 0) + place * nearness + song.chance() * 4;
    if (cost >= least) continue;
    best = couplet;
    least = cost;
  }
  song.used.add(best);
  return [putInSubject(best[0], song.subject), putInSubject(best[1], song.subject)];
}

/** Lines of the stock without their subject: scanning them for every song took most of its time. */
const counted = new Map<string, number>();

function syllablesOf(line: string, { inSentence }: Subject): number {
  const own = counted.get(line) ?? countSyllables(line.replace('{s}', ''));
  counted.set(line, own);
  return own + (line.includes('{s}') ? countSyllables(inSentence) : 0);
}

/** A short line gets a small word in front, as singers do. */
function fillOut(line: string, wanted: number): string {
  const missing = wanted - countSyllables(line);
  if (missing < 1 || missing > 3 || line.startsWith('Oh')) return line;
  const front = missing === 1 ? 'Oh,' : missing === 2 ? 'Oh, oh,' : 'Yeah, oh, oh,';
  const isFixed = /^(I|I'm|I'll|I've|DJ)\b/.test(line) || /^\p{Lu}\p{L}*\p{Lu}/u.test(line);
  return `${front} ${isFixed ? line : line.charAt(0).toLowerCase() + line.slice(1)}`;
}

function shuffle<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, key: chance() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function pick<T>(items: readonly T[], chance: Chance): T | undefined {
  return items[Math.floor(chance() * items.length)];
}
