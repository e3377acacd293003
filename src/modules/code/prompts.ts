// The prompts of the four code tasks, short enough for a small model.
import type { SyntaxProblem } from '../../engines/syntax/port.ts';
import type { TextMessage } from '../../engines/text/port.ts';
import type { CodeLanguage } from './languages.ts';

const ONLY_CODE = 'Answer with one code block that holds the complete code, and nothing else.';

export function generateMessages(
  prompt: string,
  language: CodeLanguage | undefined,
  instruction: string | undefined,
): TextMessage[] {
  const name = language ? ` in ${language.name}` : '';
  return chat(
    `You are an expert programmer. You write correct, complete, idiomatic code${name}. ${ONLY_CODE}`,
    `Write code${name} for this:\n${prompt}${more(instruction)}`,
  );
}

export function completeMessages(
  place: { prefix: string; suffix: string },
  language: CodeLanguage,
  instruction: string | undefined,
): TextMessage[] {
  const { prefix, suffix } = place;
  if (suffix === '') {
    return chat(
      `You complete ${language.name} code. You answer only with the code that comes next, without repeating what is there.`,
      `Continue this ${language.name} code exactly where it stops:\n${fenced(prefix, language)}${more(instruction)}`,
    );
  }
  return chat(
    `You complete ${language.name} code. You answer only with the code that belongs at the mark <CURSOR>, without repeating what is there.`,
    `What belongs at <CURSOR>?\n${fenced(`${prefix}<CURSOR>${suffix}`, language)}${more(instruction)}`,
  );
}

export function refactorMessages(code: string, goal: string, language: CodeLanguage): TextMessage[] {
  return chat(
    `You are an expert ${language.name} programmer. You refactor code without changing what it does. ${ONLY_CODE}`,
    `Refactor this ${language.name} code. Goal: ${goal}.\n${fenced(code, language)}`,
  );
}

const DETAIL = {
  brief: 'in at most three sentences',
  normal: 'in a few short paragraphs: its purpose, then how it works',
  thorough: 'step by step: its purpose, each part, the complexity, edge cases and possible problems',
};

export function explainMessages(
  code: string,
  language: CodeLanguage,
  wanted: { detail: keyof typeof DETAIL; instruction: string | undefined },
): TextMessage[] {
  return chat(
    'You explain code to a programmer, plainly and correctly.',
    `Explain this ${language.name} code ${DETAIL[wanted.detail]}.\n${fenced(code, language)}${more(wanted.instruction)}`,
  );
}

export function repairMessages(code: string, language: CodeLanguage, errors: readonly SyntaxProblem[]): TextMessage[] {
  const list = errors.slice(0, 5).map(({ line, column, message }) => `- line ${line}, column ${column}: ${message}`);
  return chat(
    `You repair ${language.name} code that does not parse. ${ONLY_CODE}`,
    `This ${language.name} code has syntax errors:\n${list.join('\n')}\n${fenced(code, language)}\nGive the corrected complete code.`,
  );
}

function chat(system: string, user: string): TextMessage[] {
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

function fenced(code: string, language: CodeLanguage): string {
  // Code that contains fences gets a longer one.
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.id}\n${code}\n${fence}`;
}

function more(instruction: string | undefined): string {
  return instruction ? `\n${instruction}` : '';
}
