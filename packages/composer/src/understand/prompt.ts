// Reads an order: explicit fields first, then the words of the prompt, then a suggestion by a model.

import { findGenre, GENRES } from '../genres/catalogue.ts';
import type { GenreStyle } from '../genres/style.ts';
import type { MusicOrder } from '../order.ts';
import { Random } from '../score/random.ts';
import { isMinorish, type Key, type Mode, nameKey, parseKey } from '../score/theory.ts';
import { INSTRUMENTS, MOODS, type Mood, type NamedInstrument } from './moods.ts';

export interface Understanding {
  style: GenreStyle;
  mood: Mood | undefined;
  tempo: number;
  key: Key;
  instruments: readonly NamedInstrument[];
  /** Where each decision came from, for the customer. */
  sources: Record<string, string>;
}

/** The guess of a language model or an embedding, for a prompt that names no genre. */
export interface Suggestion {
  genre?: string;
  mood?: string;
  source: string;
}

const TEMPO_BOUNDS = { low: 40, high: 220 };

export function readOrder(order: MusicOrder, suggestion?: Suggestion): Understanding {
  const sources: Record<string, string> = {};
  const text = ` ${order.prompt.toLowerCase().replace(/[^\p{L}\p{N}&#'-]+/gu, ' ')} `;
  const style = chooseGenre(order, { text, suggestion }, sources);
  const mood = chooseMood(order, { text, suggestion }, sources);
  const random = new Random(order.seed, 'plan');
  const tempo = chooseTempo(order, { text, style, mood, random }, sources);
  const key = chooseKey(order, { style, mood, random }, sources);
  const instruments = INSTRUMENTS.filter((instrument) => instrument.words.some((word) => hasWord(text, word))).slice(
    0,
    3,
  );
  return { style, mood, tempo, key, instruments, sources };
}

/** The genre that the prompt's own words name, if any: asked before a suggestion is sought. */
export function genreInWords(prompt: string): GenreStyle | undefined {
  const text = ` ${prompt.toLowerCase().replace(/[^\p{L}\p{N}&#'-]+/gu, ' ')} `;
  let best: GenreStyle | undefined;
  let bestScore = 0;
  for (const genre of GENRES) {
    let score = [genre.id, genre.id.replaceAll('-', ' '), genre.name].some((name) => hasWord(text, name.toLowerCase()))
      ? 10 + genre.id.length / 10
      : 0;
    for (const word of genre.words) if (hasWord(text, word)) score += word.includes(' ') ? 3 : 2;
    if (score > bestScore) {
      best = genre;
      bestScore = score;
    }
  }
  return best;
}

function chooseGenre(
  order: MusicOrder,
  { text, suggestion }: { text: string; suggestion: Suggestion | undefined },
  sources: Record<string, string>,
): GenreStyle {
  const asked = order.genre ? findGenre(order.genre) : undefined;
  if (asked) {
    sources.genre = 'asked for';
    return asked;
  }
  const named = genreInWords(text);
  if (named) {
    sources.genre = 'words of the prompt';
    return named;
  }
  const suggested = suggestion?.genre ? findGenre(suggestion.genre) : undefined;
  if (suggested) {
    sources.genre = suggestion?.source ?? 'suggested';
    return suggested;
  }
  sources.genre = 'chosen for the mood';
  const mood = MOODS.find((one) => one.words.some((word) => hasWord(text, word)));
  const byMood: Record<string, string> = {
    sad: 'folk',
    dark: 'electronic',
    calm: 'lo-fi',
    energetic: 'k-pop',
    angry: 'metal',
    romantic: 'r-and-b',
    epic: 'cinematic',
    dreamy: 'ambient',
    nostalgic: 'indie',
    mysterious: 'cinematic',
    playful: 'funk',
  };
  return findGenre(byMood[mood?.id ?? ''] ?? 'pop') ?? firstGenre();
}

function firstGenre(): GenreStyle {
  const [first] = GENRES;
  if (!first) throw new RangeError('There are no genres.');
  return first;
}

function chooseMood(
  order: MusicOrder,
  { text, suggestion }: { text: string; suggestion: Suggestion | undefined },
  sources: Record<string, string>,
): Mood | undefined {
  const asked = order.mood ? findMood(` ${order.mood.toLowerCase()} `) : undefined;
  const mood = asked ?? findMood(text) ?? (suggestion?.mood ? findMood(` ${suggestion.mood} `) : undefined);
  if (mood) sources.mood = asked ? 'asked for' : 'words of the prompt';
  return mood;
}

function findMood(text: string): Mood | undefined {
  const scored = MOODS.map((mood) => ({ mood, score: mood.words.filter((word) => hasWord(text, word)).length }));
  scored.sort((a, b) => b.score - a.score);
  return scored[0] && scored[0].score > 0 ? scored[0].mood : undefined;
}

function chooseTempo(
  order: MusicOrder,
  { text, style, mood, random }: { text: string; style: GenreStyle; mood: Mood | undefined; random: Random },
  sources: Record<string, string>,
): number {
  const drawn = random.between(0.3, 0.7);
  if (order.tempo !== undefined) {
    sources.tempo = 'asked for';
    return order.tempo;
  }
  const written = /\s(\d{2,3})\s?bpm\s/.exec(text);
  const bpm = Number(written?.[1]);
  if (bpm >= TEMPO_BOUNDS.low && bpm <= TEMPO_BOUNDS.high) {
    sources.tempo = 'words of the prompt';
    return bpm;
  }
  sources.tempo = mood ? 'genre and mood' : 'genre';
  const place = Math.min(1, Math.max(0, drawn + (mood?.pace ?? 0) * 0.35));
  return Math.round(style.tempo[0] + (style.tempo[1] - style.tempo[0]) * place);
}

function chooseKey(
  order: MusicOrder,
  { style, mood, random }: { style: GenreStyle; mood: Mood | undefined; random: Random },
  sources: Record<string, string>,
): Key {
  const tonic = random.whole(0, 11);
  const drawn = random.next();
  const asked = order.key ? parseKey(order.key) : undefined;
  if (asked) {
    sources.key = 'asked for';
    return asked;
  }
  const written =
    /\bin (?:the key of )?([a-g](?:#|b|-sharp|-flat| sharp| flat)?) (major|minor|dorian|mixolydian)\b/i.exec(
      order.prompt,
    );
  const key = written ? parseKey(`${written[1]} ${written[2]}`) : undefined;
  if (key) {
    sources.key = 'words of the prompt';
    return key;
  }
  sources.key = mood ? 'genre and mood' : 'genre';
  return { tonic, mode: chooseMode(style, mood, drawn) };
}

function chooseMode(style: GenreStyle, mood: Mood | undefined, drawn: number): Mode {
  const wanted = mood && Math.abs(mood.brightness) >= 0.5 ? mood.brightness < 0 : undefined;
  const fitting = wanted === undefined ? style.modes : style.modes.filter((mode) => isMinorish(mode) === wanted);
  const choices = fitting.length > 0 ? fitting : style.modes;
  return choices[Math.floor(drawn * choices.length)] ?? 'major';
}

function hasWord(text: string, word: string): boolean {
  return text.includes(` ${word} `);
}

/** What was understood, as the customer sees it. */
export function describeUnderstanding(understood: Understanding): Record<string, unknown> {
  return {
    genre: understood.style.id,
    mood: understood.mood?.id ?? null,
    tempo: understood.tempo,
    key: nameKey(understood.key),
    instruments: understood.instruments.map((instrument) => instrument.words[0]),
    from: understood.sources,
  };
}
