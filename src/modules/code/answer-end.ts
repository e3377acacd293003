// Finds where a small model's answer is over: its code block is closed, or it talks instead of writing code.
import { isProse, readFences } from './extract-code.ts';
import { type CodeLanguage, findLanguage } from './languages.ts';

/** Enough to tell prose from code. */
const TALK_CHARACTERS = 600;

/** What a small model adds behind its code is a repetition of it more often than not, and takes a minute. */
export function isAnswerOver(answer: string, language: CodeLanguage | undefined): boolean {
  const { blocks, isOpen } = readFences(answer);
  const closed = isOpen ? blocks.slice(0, -1) : blocks;
  if (closed.some(({ tag, code }) => code.trim() !== '' && isWanted(tag, language))) return true;
  return blocks.length === 0 && !isOpen && answer.length >= TALK_CHARACTERS && isProse(answer, language);
}

/** `pip install` in a block of its own comes before the program. */
function isWanted(tag: string, language: CodeLanguage | undefined): boolean {
  const written = findLanguage(tag);
  return !language || !written || written.id === language.id;
}
