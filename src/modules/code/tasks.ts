// The four code tasks: the prompt of each, and how its answer is used.
import { ServiceError } from '../../core/errors.ts';
import { diffTexts } from '../../core/text-diff.ts';
import type { TextModel, TextOrder } from '../../engines/text/port.ts';
import { detectLanguage, languageInPrompt } from './detect-language.ts';
import { extractCode, withoutRepetition } from './extract-code.ts';
import { type CodeLanguage, findLanguage, LANGUAGES } from './languages.ts';
import { completeMessages, explainMessages, generateMessages, refactorMessages } from './prompts.ts';
import type { CompleteBody, ExplainBody, GenerateBody, RefactorBody } from './schema.ts';

export interface CodeTask {
  object: 'code.generation' | 'code.completion' | 'code.refactoring' | 'code.explanation';
  order: Omit<TextOrder, 'model'>;
  /** Whether the answer is code, whose fences are removed in a stream. */
  givesCode: boolean;
  /** The most tokens of an answer if the client sets no limit. */
  defaultMaxTokens: number;
  /** Whether an answer that does not parse is requested once more. */
  mayRepair: boolean;
  /** The language that the code must be in, if it is known before the answer. */
  language?: CodeLanguage | undefined;
  finish(answer: string): Finished | Promise<Finished>;
}

export interface Finished {
  language: CodeLanguage;
  code: string;
  /** Additional members of the reply. */
  extra: { completion?: string; explanation?: string; diff?: string };
}

const WHOLE_PROGRAM_TOKENS = 1024;
const EXPLANATION_TOKENS = 768;
const COMPLETION_TOKENS = 128;
// A model that only continues text would never stop by itself: two empty lines end a piece of code.
const ENDS_A_PIECE = ['\n\n\n'];
const DEFAULT_GOAL = 'make it clearer and simpler, with good names';

export function generateTask(body: GenerateBody): CodeTask {
  const asked = body.language === undefined ? languageInPrompt(body.prompt) : namedLanguage(body.language);
  return {
    object: 'code.generation',
    order: { messages: generateMessages(body.prompt, asked, body.instruction) },
    givesCode: true,
    defaultMaxTokens: WHOLE_PROGRAM_TOKENS,
    mayRepair: true,
    language: asked,
    finish(answer) {
      const { code, tag, prose } = extractCode(answer, asked);
      const language = asked ?? (tag === undefined ? undefined : findLanguage(tag)) ?? detectLanguage(code);
      return { language, code, extra: prose ? { explanation: prose } : {} };
    },
  };
}

export function completeTask(body: CompleteBody, model: TextModel): CodeTask {
  const language = languageOf(body);
  const { prefix, suffix } = placeOf(body);
  const fillsIn = model.capabilities.includes('fill_in_the_middle');
  const continues = suffix === '' && model.capabilities.includes('completion') && !body.instruction;
  const isRaw = fillsIn || continues;
  return {
    object: 'code.completion',
    order: isRaw
      ? { prompt: prefix, ...(suffix === '' ? { stop: ENDS_A_PIECE } : { suffix }) }
      : { messages: completeMessages({ prefix, suffix }, language, body.instruction) },
    givesCode: !isRaw,
    defaultMaxTokens: COMPLETION_TOKENS,
    mayRepair: false,
    finish(answer) {
      const completion = isRaw ? answer : withoutRepetition(prefix, extractCode(answer, language).code);
      return { language, code: prefix + completion + suffix, extra: { completion } };
    },
  };
}

export function refactorTask(body: RefactorBody): CodeTask {
  const language = languageOf(body);
  const goal = [body.goal, body.instruction].filter(Boolean).join('. ') || DEFAULT_GOAL;
  return {
    object: 'code.refactoring',
    order: { messages: refactorMessages(body.code, goal, language) },
    givesCode: true,
    defaultMaxTokens: WHOLE_PROGRAM_TOKENS,
    mayRepair: true,
    language,
    async finish(answer) {
      const { code, prose } = extractCode(answer, language);
      // A file keeps its final line break.
      const whole = body.code.endsWith('\n') && code !== '' ? `${code}\n` : code;
      const file = `code.${language.extensions[0] ?? 'txt'}`;
      const names = { oldName: `a/${file}`, newName: `b/${file}` };
      const [diff = ''] = await diffTexts([{ ...names, before: body.code, after: whole }]);
      return { language, code: whole, extra: { diff, ...(prose ? { explanation: prose } : {}) } };
    },
  };
}

export function explainTask(body: ExplainBody): CodeTask {
  const language = languageOf(body);
  const wanted = { detail: body.detail ?? 'normal', instruction: body.instruction };
  return {
    object: 'code.explanation',
    order: { messages: explainMessages(body.code, language, wanted) },
    givesCode: false,
    defaultMaxTokens: EXPLANATION_TOKENS,
    mayRepair: false,
    finish: (answer) => ({ language, code: body.code, extra: { explanation: answer.trim() } }),
  };
}

function languageOf(body: { language?: string; code: string }): CodeLanguage {
  return body.language === undefined ? detectLanguage(body.code) : namedLanguage(body.language);
}

function namedLanguage(name: string): CodeLanguage {
  const language = findLanguage(name);
  if (language) return language;
  throw new ServiceError(
    'invalid_parameter',
    `"${name}" is not one of the ${LANGUAGES.length} languages of GET /code/languages. Leave it out to have it detected.`,
    { param: 'language' },
  );
}

function placeOf(body: CompleteBody): { prefix: string; suffix: string } {
  const at = body.cursor === undefined ? body.code.length : offsetOf(body.code, body.cursor);
  return { prefix: body.code.slice(0, at), suffix: body.code.slice(at) + (body.suffix ?? '') };
}

function offsetOf(code: string, cursor: NonNullable<CompleteBody['cursor']>): number {
  const lines = code.split('\n');
  const offset =
    typeof cursor === 'number'
      ? cursor
      : lines.slice(0, cursor.line - 1).reduce((sum, line) => sum + line.length + 1, 0) + cursor.column - 1;
  if (offset <= code.length && (typeof cursor === 'number' || cursor.line <= lines.length)) return offset;
  throw new ServiceError('invalid_parameter', 'The cursor is beyond the end of the code.', { param: 'cursor' });
}
