// Asks a text model about a prompt that names no genre; whatever it cannot answer is left to the next guess.
import { askTextModel, type TextModelFacts, type TextModelSource } from '@atelier/kit';
import type { Genre } from '../order.ts';
import { MOODS } from './moods.ts';
import type { Suggestion } from './prompt.ts';

export type Suggest = (
  prompt: string,
  genres: readonly Genre[],
  signal: AbortSignal,
) => Promise<Suggestion | undefined>;

const TIMEOUT_MS = 10_000;
const MAX_TOKENS = 60;
const MAX_CHARACTERS = 2_000;
/** Smaller models guess worse than the meaning of the words does. */
const LEAST_WINDOW = 8_000;

export function suggestByModel(
  engine: TextModelSource,
  otherwise: Suggest | undefined,
  timeoutMs = TIMEOUT_MS,
): Suggest {
  return async (prompt, genres, signal) => {
    const said = await ask(engine, { prompt, genres, timeoutMs }, signal).catch(() => undefined);
    signal.throwIfAborted();
    return said ?? otherwise?.(prompt, genres, signal);
  };
}

async function ask(
  engine: TextModelSource,
  { prompt, genres, timeoutMs }: { prompt: string; genres: readonly Genre[]; timeoutMs: number },
  signal: AbortSignal,
): Promise<Suggestion | undefined> {
  const model = engine.models().find(isGoodEnough);
  if (!model) return undefined;
  const ids = genres.map(({ id }) => id);
  const moods = MOODS.map(({ id }) => id);
  const schema = {
    type: 'object',
    properties: { genre: { enum: ids }, mood: { enum: moods } },
    required: ['genre', 'mood'],
    additionalProperties: false,
  };
  const reply = await askTextModel(
    engine,
    {
      model: model.id,
      messages: [
        { role: 'system', content: 'You choose music for a description. Answer with JSON only.' },
        {
          role: 'user',
          content: `Which genre (${ids.join(', ')}) and which mood (${moods.join(', ')}) fit this best? ${prompt}`,
        },
      ],
      maxTokens: MAX_TOKENS,
      temperature: 0,
      responseFormat: { type: 'json_schema', json_schema: { name: 'music', schema } },
    },
    { timeoutMs, mostCharacters: MAX_CHARACTERS, signal },
  );
  const said = JSON.parse(reply) as { genre?: unknown; mood?: unknown };
  const genre = ids.find((id) => id === said.genre);
  const mood = moods.find((id) => id === said.mood);
  return genre ? { genre, ...(mood ? { mood } : {}), source: `read by ${model.id}` } : undefined;
}

/** Canned sandbox answers do not count. */
function isGoodEnough({ id, ready, contextWindow, capabilities }: TextModelFacts): boolean {
  const isReal = ready && !id.startsWith('sandbox-');
  return isReal && contextWindow >= LEAST_WINDOW && capabilities.includes('json_schema');
}
