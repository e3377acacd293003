// Asks a text model for the shots of a film and takes only what holds up: scenes that can be drawn and are about the prompt.

import { askTextModel, type TextModelSource } from '@atelier/kit';
import type { SceneDescription } from '@atelier/painter';
import { describeScene } from '@atelier/painter';
import { type Clause, readClauses } from './clauses.ts';

export interface BoardOrder {
  prompt: string;
  shots: number;
  seed: number;
}

const TIMEOUT_MS = 12_000;
const MAX_TOKENS = 220;
const MAX_REPLY_CHARACTERS = 4_000;
const MAX_WORDS = 30;

/** Nothing when no model is ready, in time, or to the point: the prompt's own words are shot then. */
export async function askForBoard(
  text: TextModelSource | undefined,
  order: BoardOrder,
  signal: AbortSignal,
): Promise<{ clauses: Clause[]; model: string } | undefined> {
  const model = text?.models().find((one) => one.ready && one.capabilities.includes('chat'))?.id;
  if (!text || !model) return undefined;
  const reply = await ask(text, { model, order }, signal).catch(() => undefined);
  signal.throwIfAborted();
  const lines = reply === undefined ? [] : readLines(reply);
  const wanted = describeScene(order.prompt);
  const good = lines.filter((line) => isAbout(describeScene(line), wanted));
  if (good.length < 2) return undefined;
  // The film begins with what was asked for, word by word; the model's shots follow.
  return { model, clauses: readClauses([order.prompt.replace(/[.;!?\n]+/g, ','), ...good.slice(1)].join('. ')) };
}

function ask(
  text: TextModelSource,
  { model, order }: { model: string; order: BoardOrder },
  signal: AbortSignal,
): Promise<string> {
  const shots = { type: 'array', items: { type: 'string' }, minItems: order.shots, maxItems: order.shots };
  return askTextModel(
    text,
    {
      model,
      messages: [
        {
          role: 'system',
          content:
            'You plan short films. For each shot write one short plain sentence that says what is seen: the subject, its place, the time of day and the weather. Answer with JSON only.',
        },
        { role: 'user', content: `Film: ${order.prompt}\nShots: ${order.shots}` },
      ],
      maxTokens: MAX_TOKENS,
      temperature: 0.6,
      seed: order.seed,
      responseFormat: {
        type: 'json_schema',
        json_schema: { name: 'shots', schema: { type: 'object', properties: { shots }, required: ['shots'] } },
      },
    },
    { timeoutMs: TIMEOUT_MS, mostCharacters: MAX_REPLY_CHARACTERS, signal },
  );
}

function readLines(reply: string): string[] {
  try {
    const parsed: unknown = JSON.parse(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1));
    const shots = typeof parsed === 'object' && parsed !== null && 'shots' in parsed ? parsed.shots : [];
    return Array.isArray(shots) ? shots.filter((line) => typeof line === 'string' && line.trim() !== '') : [];
  } catch {
    return []; // not JSON: the prompt's own words are shot
  }
}

/** Something of the prompt must be in each shot, and little that cannot be drawn. */
function isAbout(scene: SceneDescription, wanted: SceneDescription): boolean {
  if (scene.abstract || scene.prompt.split(/\s+/).length > MAX_WORDS) return false;
  const kinds = new Set(wanted.subjects.map((subject) => subject.kind));
  const shares = scene.subjects.some((subject) => kinds.has(subject.kind)) || scene.place === wanted.place;
  return shares && scene.undrawn.length <= 4;
}
