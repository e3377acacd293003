// Judges a written song: its subject against the nouns that the brief allows, its lines by grammar, its couplets by sound.
import { readFileSync } from 'node:fs';
import { readPrompt } from '@atelier/reader';
import { lastWordOf, rhymes } from '../../src/lyrics/pronunciations.ts';
import { themeFrom, themeText } from '../../src/lyrics/subject.ts';
import type { LyricsBrief, LyricsWriter } from '../../src/vocal-part.ts';
import { faultsOf, lacksArticle } from './grammar.ts';

export interface SongBrief {
  source: string;
  text: string;
  /** The nouns that the song may be about; empty where the brief names none. */
  about: string[];
}

export interface Verdict {
  brief: string;
  title: string;
  /** Undefined where the song is about nothing that the brief names. */
  subject: string | undefined;
  hasWrongSubject: boolean;
  /** Lines with what is wrong with them. */
  faults: string[];
  lines: number;
  unrhymed: string[];
  /** Sections of which no line names the subject. */
  strayed: string[];
  sharedLines: string[];
}

export const SONG_BRIEFS: readonly SongBrief[] = (
  JSON.parse(readFileSync(new URL('../data/song-briefs.json', import.meta.url), 'utf8')) as { briefs: SongBrief[] }
).briefs;

const FORM: LyricsBrief['sections'] = [
  { kind: 'verse', label: 'Verse 1', lines: 4, syllablesPerLine: 8 },
  { kind: 'pre-chorus', label: 'Pre-Chorus', lines: 2, syllablesPerLine: 8 },
  { kind: 'chorus', label: 'Chorus', lines: 4, syllablesPerLine: 7 },
  { kind: 'verse', label: 'Verse 2', lines: 4, syllablesPerLine: 8 },
  { kind: 'bridge', label: 'Bridge', lines: 4, syllablesPerLine: 8 },
];

export async function judgeSong(writer: LyricsWriter, brief: SongBrief, seed: number): Promise<Verdict> {
  const written = await writer.write(
    { prompt: brief.text, genre: 'pop', mood: 'neutral', seed, duet: false, sections: FORM },
    new AbortController().signal,
  );
  const text = themeText(brief.text);
  const subject = text ? themeFrom(readPrompt(text)).subject : undefined;
  const lines = written.sections.flatMap((section) => section.lines);
  const verses = written.sections.filter(({ kind }) => kind === 'verse').map((section) => section.lines);
  return {
    brief: brief.text,
    title: written.title,
    subject: subject?.phrase,
    hasWrongSubject: subject !== undefined && !brief.about.includes(subject.words[0] ?? ''),
    faults: lines.flatMap((line) => judgeLine(line, subject?.words[0]).map((fault) => `${line} (${fault})`)),
    lines: lines.length,
    unrhymed: written.sections.flatMap((section) => unrhymedIn(section.lines, section.kind === 'chorus')),
    strayed: written.sections
      .filter(({ kind }) => kind === 'verse' || kind === 'chorus')
      .filter((section) => subject && !section.lines.some((line) => namesAny(line, subject.words)))
      .map(({ label }) => label),
    sharedLines: (verses[0] ?? []).filter((line) => verses[1]?.includes(line)),
  };
}

function judgeLine(line: string, noun: string | undefined): string[] {
  return [...faultsOf(line), ...(noun && lacksArticle(line, noun) ? [`"${noun}" lacks its article`] : [])];
}

/** Couplets rhyme; in a chorus every line rhymes with some other line or comes twice. */
function unrhymedIn(lines: readonly string[], isChorus: boolean): string[] {
  return lines.filter((line, index) => {
    const others = isChorus
      ? lines.filter((_, other) => other !== index)
      : [lines[index % 2 === 0 ? index + 1 : index - 1]];
    return !others.some(
      (other) => other === undefined || other === line || rhymes(lastWordOf(line), lastWordOf(other)),
    );
  });
}

function namesAny(line: string, words: readonly string[]): boolean {
  const said = line.toLowerCase();
  return words.some((word) => said.includes(word));
}
