// The thread that compares texts. What cannot be compared in time becomes one hunk that replaces the whole text, which is correct but longer.
import { createTwoFilesPatch } from 'diff';
import { serveCalls } from './call-thread.ts';
import type { TextPair } from './text-diff.ts';

const CONTEXT_LINES = 3;
/** The limit for all pairs of a call together. */
const MAX_DIFF_MS = 500;

serveCalls(diffTexts);

function diffTexts(pairs: readonly TextPair[]): string[] {
  const deadlineMs = performance.now() + MAX_DIFF_MS;
  return pairs.map((pair) => {
    if (pair.before === pair.after) return '';
    const leftMs = deadlineMs - performance.now();
    return (leftMs > 0 ? compare(pair, leftMs) : undefined) ?? replaceWhole(pair);
  });
}

function compare({ oldName, newName, before, after }: TextPair, timeout: number): string | undefined {
  const options = { context: CONTEXT_LINES, timeout };
  const patch = createTwoFilesPatch(oldName, newName, before, after, undefined, undefined, options);
  const start = patch?.indexOf('--- ') ?? -1;
  return start === -1 ? undefined : patch?.slice(start);
}

/** Removes every old line and adds every new one. */
function replaceWhole({ oldName, newName, before, after }: TextPair): string {
  const [removed, added] = [linesOf(before), linesOf(after)];
  const hunk = `@@ -${removed.length === 0 ? '0,0' : `1,${removed.length}`} +${added.length === 0 ? '0,0' : `1,${added.length}`} @@`;
  const body = [...marked(removed, '-', before), ...marked(added, '+', after)];
  return `--- ${oldName}\n+++ ${newName}\n${hunk}\n${body.join('\n')}\n`;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function marked(lines: readonly string[], mark: string, text: string): string[] {
  const shown = lines.map((line) => mark + line);
  return lines.length > 0 && !text.endsWith('\n') ? [...shown, '\\ No newline at end of file'] : shown;
}
