// Puts a subject into a line, and writes lines and titles as people do.
import type { Subject } from './subject.ts';

export function putInSubject(line: string, { inSentence }: Subject): string {
  return line.replaceAll('{s}', inSentence);
}

export function capitalise(line: string): string {
  return line.charAt(0).toUpperCase() + line.slice(1).replace(/\bi\b/g, 'I');
}

const SMALL = new Set('a an the and or of to in on at by for with from till along'.split(' '));

export function titleCase(text: string): string {
  return text
    .split(' ')
    .map((word, index) => (index > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}
