// Extracts the bare code from a model's answer: no fences, no "Sure, here is", no explanations around it.
import { type CodeLanguage, findLanguage } from './languages.ts';

export interface Extracted {
  code: string;
  /** The language that the model named on its fence. */
  tag: string | undefined;
  /** Prose around the code. */
  prose: string;
}

interface Block {
  tag: string;
  code: string;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n]*$/;
const CHATTER_START =
  /^(sure|certainly|of course|absolutely|okay|ok|here('s| is| are)|below is|the following|this is|you can|to (solve|do|create|write|implement)|i('ll| will| have|'ve)|great|yes|output|answer|solution|code|refactored code|explanation)\b[^;{}]*[:.!]?\s*$/i;
const CHATTER_END =
  /^(this (code|function|program|script|will|class|implementation|example|version|creates|defines)|explanation|note( that)?|in this|the (above|code|function|program|output)|here,|you can|i hope|hope this|let me know|example usage:|output:|usage:|changes( made)?:|key changes)/i;

export function extractCode(answer: string, language: CodeLanguage | undefined): Extracted {
  const text = answer.replaceAll('\r\n', '\n');
  const { blocks, outside } = readFences(text);
  const block = chooseBlock(blocks, language);
  if (block) return { code: trimBlankLines(block.code), tag: block.tag || undefined, prose: outside.trim() };
  if (isProse(text, language)) return { code: '', tag: undefined, prose: text.trim() };
  const single = /^\s*`([^`\n]+)`\s*$/.exec(text)?.[1];
  return { code: single ?? trimBlankLines(dropChatter(text)), tag: undefined, prose: '' };
}

const TEXT_LANGUAGES = new Set([
  'markdown',
  'text',
  'latex',
  'html',
  'xml',
  'asciidoc',
  'restructuredtext',
  'yaml',
  'toml',
  'ini',
]);
const CODE_MARKS =
  /[{}()[\]<>=;|\\@$]|^\s*(#|\/\/|--)|^\s*(import|from|def|class|let|const|var|func|fn|return|if|for|while|select|insert|update|end|begin)\b/i;
const LEAST_SENTENCES = 2;

/** Whole sentences and hardly a line that could be code: the model talked about code instead of writing it. */
export function isProse(text: string, language?: CodeLanguage): boolean {
  if (language && TEXT_LANGUAGES.has(language.id)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const sentences = lines.flatMap((line) => line.match(/[^.!?:]+[.!?:](?=\s|$)/g) ?? []);
  const whole = sentences.filter((sentence) => sentence.trim().split(/\s+/).length > 4);
  const code = lines.filter((line) => CODE_MARKS.test(line));
  return whole.length >= LEAST_SENTENCES && code.length * 5 < lines.length;
}

/** A fence that never closes, because the tokens ran out, extends to the end. */
export function readFences(text: string): { blocks: Block[]; outside: string; isOpen: boolean } {
  const blocks: Block[] = [];
  const outside: string[] = [];
  let open: { mark: string; tag: string; lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const [, mark = '', tag = ''] = FENCE.exec(line) ?? [];
    if (open && mark.startsWith(open.mark) && tag === '') {
      blocks.push({ tag: open.tag, code: open.lines.join('\n') });
      open = undefined;
    } else if (open) open.lines.push(line);
    else if (mark) open = { mark, tag, lines: [] };
    else outside.push(line);
  }
  const isOpen = open !== undefined && open.lines.join('').trim() !== '';
  if (open && isOpen) blocks.push({ tag: open.tag, code: open.lines.join('\n') });
  return { blocks, outside: outside.join('\n'), isOpen };
}

/** The longest block in the wanted language, otherwise the longest of all: small models often add a usage example. */
function chooseBlock(blocks: readonly Block[], language: CodeLanguage | undefined): Block | undefined {
  const matching = language ? blocks.filter(({ tag }) => findLanguage(tag)?.id === language.id) : [];
  const candidates = matching.length > 0 ? matching : blocks;
  return [...candidates].sort((a, b) => b.code.length - a.code.length)[0];
}

function dropChatter(text: string): string {
  const lines = text.split('\n');
  let start = 0;
  while (start < lines.length && (lines[start]?.trim() === '' || CHATTER_START.test(lines[start]?.trim() ?? '')))
    start += 1;
  if (start === lines.length) return text;
  let end = lines.length;
  for (let index = start + 1; index < lines.length; index += 1) {
    const isAfterBlank = lines[index - 1]?.trim() === '';
    if (isAfterBlank && CHATTER_END.test(lines[index] ?? '')) {
      end = index;
      break;
    }
  }
  return lines.slice(start, end).join('\n');
}

/** Keeps the indentation of the first line and drops empty lines around the code. */
function trimBlankLines(code: string): string {
  return code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
}

/** Many models repeat the end of the code that they should continue: that part is removed. */
export function withoutRepetition(prefix: string, continuation: string): string {
  if (prefix !== '' && continuation.startsWith(prefix)) return continuation.slice(prefix.length);
  const lines = prefix.split('\n');
  for (let count = Math.min(lines.length, 40); count > 0; count -= 1) {
    const tail = lines.slice(-count).join('\n');
    if (tail.trim().length < 3) continue;
    if (continuation.startsWith(tail)) return continuation.slice(tail.length);
    if (continuation.trimStart().startsWith(tail.trim())) return continuation.trimStart().slice(tail.trim().length);
  }
  return continuation;
}
