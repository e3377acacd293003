// Asks a text model what a prompt means whose words name no genre; whatever it cannot say is left to the next guess.
import type { TextEngine } from '../../text/port.ts';
import type { Genre } from '../port.ts';
import { MOODS } from './moods.ts';
import type { Suggestion } from './prompt.ts';

export type Suggest = (
  prompt: string,
  genres: readonly Genre[],
  signal: AbortSignal,
) => Promise<Suggestion | undefined>;

const TIMEOUT_MS = 10_000;
const MOST_TOKENS = 60;
const MOST_CHARACTERS = 2_000;
/** Smaller models guess worse than the meaning of the words does. */
const LEAST_WINDOW = 8_000;

export function suggestByModel(engine: TextEngine, otherwise: Suggest | undefined, timeoutMs = TIMEOUT_MS): Suggest {
  return async (prompt, genres, signal) => {
    const said = await ask(engine, prompt, genres, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])).catch(
      () => undefined,
    );
    signal.throwIfAborted();
    return said ?? otherwise?.(prompt, genres, signal);
  };
}

async function ask(
  engine: TextEngine,
  prompt: string,
  genres: readonly Genre[],
  signal: AbortSignal,
): Promise<Suggestion | undefined> {
  const model = engine
    .models()
    .find(
      (one) =>
        one.ready &&
        one.contextWindow >= LEAST_WINDOW &&
        one.capabilities.includes('json_schema') &&
        !one.id.startsWith('sandbox-'),
    );
  if (!model) return undefined;
  const ids = genres.map(({ id }) => id);
  const moods = MOODS.map(({ id }) => id);
  const schema = {
    type: 'object',
    properties: { genre: { enum: ids }, mood: { enum: moods } },
    required: ['genre', 'mood'],
    additionalProperties: false,
  };
  const order = {
    model: model.id,
    messages: [
      { role: 'system' as const, content: 'You choose music for a description. Answer with JSON only.' },
      {
        role: 'user' as const,
        content: `Which genre (${ids.join(', ')}) and which mood (${moods.join(', ')}) fit this best? ${prompt}`,
      },
    ],
    maxTokens: MOST_TOKENS,
    temperature: 0,
    responseFormat: { type: 'json_schema' as const, json_schema: { name: 'music', schema } },
  };
  let reply = '';
  for await (const event of engine.stream(order, signal)) {
    if (event.type === 'text') reply += event.text;
    if (reply.length > MOST_CHARACTERS) return undefined;
  }
  const said = JSON.parse(reply) as { genre?: unknown; mood?: unknown };
  const genre = ids.find((id) => id === said.genre);
  const mood = moods.find((id) => id === said.mood);
  return genre ? { genre, ...(mood ? { mood } : {}), source: `read by ${model.id}` } : undefined;
}
