// Asks a text model for lyrics and keeps only sections with the right shape, singable lengths and whole sentences.
import { askTextModel, type TextModelSource } from '@atelier/kit';
import type { LyricSection, LyricsBrief, LyricsWriter, WrittenLyrics } from '../vocal-part.ts';
import { isDecent } from './decency.ts';
import { phonesOf, plainWord } from './pronunciations.ts';
import { countSyllables } from './scansion.ts';

export interface ModelLyricsOptions {
  engine: TextModelSource;
  /** The first ready chat model when left out. */
  model?: string;
  fallback: LyricsWriter;
  timeoutMs?: number;
}

const TIMEOUT_MS = 45_000;
const MAX_TOKENS = 900;
const MAX_REPLY_CHARACTERS = 20_000;
const LONGEST_TITLE = 60;
const LEAST_KNOWN_WORDS = 0.8;
const PLACEHOLDER = /lorem|ipsum|\bline \d|\binsert\b|\[|\]|https?:|as an ai|verse \d|chorus/i;

/** Any doubt, delay or failure of the model falls back to the other writer, for the whole song or for single sections. */
export class ModelLyrics implements LyricsWriter {
  readonly #options: ModelLyricsOptions;

  constructor(options: ModelLyricsOptions) {
    this.#options = options;
  }

  async write(brief: LyricsBrief, signal: AbortSignal): Promise<WrittenLyrics> {
    const own = await this.#options.fallback.write(brief, signal);
    const model = this.#readyModel();
    if (!model) return own;
    const reply = await this.#ask(model, brief, signal).catch(() => undefined);
    signal.throwIfAborted();
    const draft = reply === undefined ? undefined : readDraft(reply);
    if (!draft) return own;
    let taken = 0;
    const sections = brief.sections.map((wanted, index): LyricSection => {
      const lines = draft.sections[index] ?? [];
      const fits = isSingable(lines, wanted);
      taken += fits ? 1 : 0;
      const kept = fits ? lines.slice(0, wanted.lines) : (own.sections[index]?.lines ?? []);
      return { kind: wanted.kind, label: wanted.label, lines: kept };
    });
    if (taken === 0) return own;
    const title = brief.title ?? (isTitle(draft.title) ? draft.title : own.title);
    const source = taken === sections.length ? model : `${model} and ${own.source}`;
    return { title, sections, source };
  }

  #readyModel(): string | undefined {
    const { engine, model } = this.#options;
    return engine.models().find((one) => one.ready && (model ? one.id === model : one.capabilities.includes('chat')))
      ?.id;
  }

  #ask(model: string, brief: LyricsBrief, signal: AbortSignal): Promise<string> {
    return askTextModel(
      this.#options.engine,
      {
        model,
        messages: [
          { role: 'system', content: 'You write song lyrics. Answer with JSON only.' },
          { role: 'user', content: describeBrief(brief) },
        ],
        maxTokens: MAX_TOKENS,
        temperature: 0.8,
        seed: brief.seed,
        responseFormat: { type: 'json_schema', json_schema: { name: 'lyrics', schema: schemaFor(brief) } },
      },
      { timeoutMs: this.#options.timeoutMs ?? TIMEOUT_MS, mostCharacters: MAX_REPLY_CHARACTERS, signal },
    );
  }
}

function describeBrief(brief: LyricsBrief): string {
  const sections = brief.sections.map(
    (one) => `${one.label}: ${one.lines} lines of about ${one.syllablesPerLine} syllables, rhyming in pairs`,
  );
  const title = brief.title ? ` Its title is "${brief.title}".` : '';
  return `Write the words of a ${brief.mood} ${brief.genre} song: ${brief.prompt}.${title} The chorus begins with the title. Sections in order:\n${sections.join('\n')}`;
}

function schemaFor(brief: LyricsBrief): Record<string, unknown> {
  const lines = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 12 };
  const section = { type: 'object', properties: { lines }, required: ['lines'] };
  const count = brief.sections.length;
  const sections = { type: 'array', items: section, minItems: count, maxItems: count };
  return { type: 'object', properties: { title: { type: 'string' }, sections }, required: ['title', 'sections'] };
}

function readDraft(reply: string): { title: string; sections: string[][] } | undefined {
  try {
    const parsed: unknown = JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1));
    if (typeof parsed !== 'object' || parsed === null || !('sections' in parsed) || !Array.isArray(parsed.sections))
      return undefined;
    const title = 'title' in parsed && typeof parsed.title === 'string' ? parsed.title.trim() : '';
    const sections = parsed.sections.map((section: unknown) => {
      const lines = typeof section === 'object' && section !== null && 'lines' in section ? section.lines : [];
      return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string').map((line) => line.trim()) : [];
    });
    return { title, sections };
  } catch {
    return undefined; // not JSON: the other writer's words are sung
  }
}

function isTitle(title: string): boolean {
  return title.length > 1 && title.length <= LONGEST_TITLE && isSentence(title);
}

function isSingable(lines: readonly string[], wanted: LyricsBrief['sections'][number]): boolean {
  if (lines.length < wanted.lines || wanted.lines === 0) return false;
  const kept = lines.slice(0, wanted.lines);
  const repeats = kept.length > 2 && new Set(kept).size <= kept.length / 2;
  return !repeats && kept.every((line) => isSentence(line) && hasRightLength(line, wanted.syllablesPerLine));
}

function isSentence(line: string): boolean {
  const words = line.split(/\s+/).filter((word) => /[a-z]/i.test(word));
  const known = words.filter((word) => phonesOf(plainWord(word)) !== undefined).length;
  return words.length > 0 && known / words.length >= LEAST_KNOWN_WORDS && isDecent(line) && !PLACEHOLDER.test(line);
}

function hasRightLength(line: string, wanted: number): boolean {
  const count = countSyllables(line);
  return count >= wanted * 0.6 && count <= wanted * 1.4 + 1;
}
