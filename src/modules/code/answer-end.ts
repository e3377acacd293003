// Finds where a small model's answer ends: its code block is closed, or it writes prose instead of code.
import { isProse, readFences } from './extract-code.ts';
import { type CodeLanguage, findLanguage } from './languages.ts';

/** Enough to tell prose from code. */
const TALK_CHARACTERS = 600;

/** Text that a small model adds after its code usually repeats it, and takes a minute. */
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
