// Plans a song before its notes are written: genre and mood, voices, form and lyrics.

import { chooseVoices } from '../lyrics/choose-voices.ts';
import { customerSections, type Stage, scanWords, titleFrom, wantsVocals, writeWords } from '../lyrics/words.ts';
import type { Genre, MusicOrder } from '../order.ts';
import { type Form, planForm } from '../score/form.ts';
import type { LyricSection, ScannedWord, SingingVoice } from '../vocal-part.ts';
import { genreInWords, readOrder, type Understanding } from './prompt.ts';
import type { Suggest } from './suggest-by-model.ts';

export interface PlanHelp extends Partial<Stage> {
  /** Asked only when neither a field nor the prompt's words name a genre. */
  suggest?: Suggest;
}

export interface Plan {
  understood: Understanding;
  form: Form;
  voices: SingingVoice[];
  title: string;
  words: Record<string, ScannedWord[][]>;
  lyrics: LyricSection[];
  source: string | undefined;
  warnings: string[];
}

export async function planSong(
  order: MusicOrder,
  { help, genres }: { help: PlanHelp; genres: readonly Genre[] },
  signal: AbortSignal,
): Promise<Plan> {
  const warnings: string[] = [];
  const isOpen = !order.genre && !genreInWords(order.prompt);
  const suggestion = isOpen ? await help.suggest?.(order.prompt, genres, signal).catch(() => undefined) : undefined;
  signal.throwIfAborted();
  const understood = readOrder(order, suggestion);
  const stage: Stage = {
    singer: help.singer,
    writer: help.writer,
    scansion: help.scansion,
  };
  let voices = wantsVocals(order, understood.style) ? chooseVoices(order, stage, warnings) : [];
  const given = voices.length > 0 ? customerSections(order) : undefined;
  const form = planForm(understood.style, { seconds: order.durationSeconds, tempo: understood.tempo, lyrics: given });
  warnings.push(...form.warnings);
  const plan = {
    understood,
    form,
    warnings,
    title: order.title ?? titleFrom(order.prompt),
    words: {},
    lyrics: [] as LyricSection[],
    source: undefined,
  };
  const { scansion, writer } = stage;
  if (voices.length === 0 || !scansion) return { ...plan, voices: [] };
  if (!given && !writer) {
    warnings.push('Nobody is there to write lyrics: a lead instrument carries the melody.');
    voices = [];
    return { ...plan, voices };
  }
  const written =
    given || !writer
      ? { title: undefined, sections: given ?? [], source: 'yours' }
      : await writeWords(order, { understood, form, writer }, signal);
  return {
    ...plan,
    voices,
    title: order.title ?? written.title ?? plan.title,
    words: scanWords(written.sections, form, scansion),
    lyrics: written.sections,
    source: written.source,
  };
}
