// Takes or writes the lyrics, and scans every line.
import type { GenreStyle } from '../genres/style.ts';
import type { MusicOrder } from '../order.ts';
import type { Form } from '../score/form.ts';
import type { Understanding } from '../understand/prompt.ts';
import type { LyricSection, LyricsWriter, ScannedWord, Scansion, SingingVoice, VocalSinger } from '../vocal-part.ts';
import { readLyrics } from './lyric-sheet.ts';

export interface Stage {
  singer: VocalSinger | undefined;
  writer: LyricsWriter | undefined;
  scansion: Scansion | undefined;
}

/** Genres without lyrics unless the order asks for them. */
const WORDLESS = new Set(['lo-fi', 'techno', 'trance', 'dubstep']);
const SUNG_KINDS = new Set(['verse', 'pre-chorus', 'chorus', 'bridge']);
/** A tune wider than this tires the voice. */
const WIDEST_RANGE = 17;

export function wantsVocals(order: MusicOrder, style: GenreStyle): boolean {
  if (order.instrumental || order.vocals?.enabled === false) return false;
  const asked = order.voices.length > 0 || order.lyrics !== undefined || order.vocals?.enabled === true;
  return asked || (style.form !== 'piece' && !WORDLESS.has(style.id));
}

export function rangeOf(voice: SingingVoice | undefined): { low: number; high: number } {
  if (!voice) return { low: 60, high: 79 };
  const { low, high } = voice.range;
  return { low: Math.max(low, high - WIDEST_RANGE), high };
}

export interface Words {
  title: string | undefined;
  sections: LyricSection[];
  source: string;
}

/** The customer's sections, known before the form is planned. */
export function customerSections(order: MusicOrder): LyricSection[] | undefined {
  if (order.lyrics === undefined) return undefined;
  const sections = readLyrics(order.lyrics);
  return sections.some((section) => section.lines.length > 0) ? sections : undefined;
}

/** Asks for words that fill the form; a repeated chorus is written once. */
export async function writeWords(
  order: MusicOrder,
  { understood, form, writer }: { understood: Understanding; form: Form; writer: LyricsWriter },
  signal: AbortSignal,
): Promise<Words> {
  const seen = new Set<string>();
  const sections = form.sections
    .filter((section) => SUNG_KINDS.has(section.kind) && !seen.has(section.label) && seen.add(section.label))
    .map((section) => ({
      kind: section.kind,
      label: section.label,
      lines: Math.floor(section.bars / form.barsPerLine),
      syllablesPerLine: understood.style.melody.density[section.kind === 'chorus' ? 1 : 0],
    }));
  const written = await writer.write(
    {
      prompt: order.prompt,
      ...(order.title ? { title: order.title } : {}),
      genre: understood.style.id,
      mood: understood.mood?.id ?? order.mood ?? 'neutral',
      seed: order.seed,
      duet: order.voices.length > 1 || order.vocals?.gender === 'duet',
      sections,
    },
    signal,
  );
  return { title: written.title, sections: written.sections, source: written.source };
}

/** Lines per label, cut to what the form has room for. */
export function scanWords(
  sections: readonly LyricSection[],
  form: Form,
  scansion: Scansion,
): Record<string, ScannedWord[][]> {
  const words: Record<string, ScannedWord[][]> = {};
  for (const section of sections) {
    const room = form.sections.find((one) => one.label === section.label);
    if (!room || words[section.label]) continue;
    const lines = Math.floor(room.bars / form.barsPerLine);
    words[section.label] = section.lines
      .slice(0, lines)
      .map((line) => scansion.scan(line))
      .filter((line) => line.length > 0);
  }
  return words;
}

export function titleFrom(prompt: string): string {
  const words = prompt
    .replace(/[^\p{L}\p{N}' -]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word.length > 0);
  const about = words.findIndex((word) => word.toLowerCase() === 'about');
  const kept = (about >= 0 && about < words.length - 1 ? words.slice(about + 1) : words).slice(0, 6);
  const title = kept.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return title || 'Untitled';
}
