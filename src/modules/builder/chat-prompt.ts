// The prompt of a coding conversation: the code that fits the model's window, the latest turns, and the question.
import type { TextMessage, TextModel } from '../../engines/text/port.ts';
import type { BuilderMessage } from '../../store/builder-messages.ts';
import type { ProjectFile } from '../../store/projects.ts';
import { printFiles } from './model-prompts.ts';
import { sortByRelevance } from './project-answer.ts';

export interface ChatScene {
  files: readonly ProjectFile[];
  earlier: readonly BuilderMessage[];
  message: string;
}

const MAX_FILES = 200;
const MAX_CONTEXT_CHARACTERS = 60_000;
const MAX_ANSWER_TOKENS = 2_000;
/** Code has more characters per token than prose, in every common tokenizer. */
const CHARACTERS_PER_TOKEN = 2.5;
/** The share of the prompt for earlier turns; the code gets the rest. */
const EARLIER_SHARE = 0.4;

/** A quarter of a small window; the rest is for the code and the turns. */
export function mostAnswerTokens(model: TextModel): number {
  return Math.max(1, Math.min(MAX_ANSWER_TOKENS, model.maxOutputTokens, Math.floor(model.contextWindow / 4)));
}

export function chatMessages(scene: ChatScene, model: TextModel): TextMessage[] {
  const budget = (model.contextWindow - mostAnswerTokens(model)) * CHARACTERS_PER_TOKEN - scene.message.length;
  const earlier = latestThatFit(scene.earlier, Math.max(0, budget * EARLIER_SHARE));
  const used = earlier.reduce((sum, turn) => sum + turn.content.length, 0);
  const room = Math.max(0, Math.min(MAX_CONTEXT_CHARACTERS, budget - used));
  const code = printFiles(sortByRelevance(scene.message, scene.files)).slice(0, room);
  const system = code
    ? `You help with the code below. Answer the question about it exactly and briefly.\n\n${code}`
    : 'You help with code. Answer exactly and briefly.';
  return [{ role: 'system', content: system }, ...earlier, { role: 'user', content: scene.message }];
}

function latestThatFit(turns: readonly BuilderMessage[], characters: number): BuilderMessage[] {
  let left = characters;
  const first = turns.findLastIndex((turn) => {
    left -= turn.content.length;
    return left < 0;
  });
  return turns.slice(first + 1);
}

/** Code sent by the client: files, one piece of code, or anything else unchanged. */
export function filesOfContext(given: object | undefined): ProjectFile[] {
  const { files, code, path, ...rest } = (given ?? {}) as Record<string, unknown>;
  const listed = Array.isArray(files) ? files.filter(isFile) : [];
  const single = typeof code === 'string' ? [{ path: typeof path === 'string' ? path : 'code', content: code }] : [];
  const found = [...listed.map(({ path: name, content }) => ({ path: name, content })), ...single];
  const others = Object.keys(rest).length > 0 ? [{ path: 'context.json', content: JSON.stringify(rest) }] : [];
  return [...found, ...others].slice(0, MAX_FILES);
}

function isFile(value: unknown): value is ProjectFile {
  const file = value as Partial<ProjectFile> | null;
  return typeof file?.path === 'string' && typeof file.content === 'string';
}

/** A later question may be about the same code, so the code is remembered with its message. */
export function rememberedMessage(message: string, sent: readonly ProjectFile[]): string {
  return sent.length === 0 ? message : `${message}\n\n${printFiles(sent)}`.slice(0, MAX_CONTEXT_CHARACTERS);
}
