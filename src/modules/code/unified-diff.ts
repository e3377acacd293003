// Writes the change between two versions of code as a unified diff for `git apply` and `patch`.
import { createTwoFilesPatch } from 'diff';
import type { CodeLanguage } from './languages.ts';

const CONTEXT_LINES = 3;
// This runs on the event loop: past this limit one hunk replaces the whole code, which is correct but longer.
const MAX_DIFF_MS = 20;

export function unifiedDiff(before: string, after: string, language: CodeLanguage): string {
  if (before === after) return '';
  const file = `code.${language.extensions[0] ?? 'txt'}`;
  const names = { old: `a/${file}`, new: `b/${file}` };
  const patch = createTwoFilesPatch(names.old, names.new, before, after, undefined, undefined, {
    context: CONTEXT_LINES,
    timeout: MAX_DIFF_MS,
  });
  const start = patch?.indexOf('--- ') ?? -1;
  return patch !== undefined && start !== -1 ? patch.slice(start) : wholeReplacement(before, after, names);
}

/** For two long texts with little in common: removes every old line and adds every new one. */
function wholeReplacement(before: string, after: string, names: { old: string; new: string }): string {
  const [removed, added] = [linesOf(before), linesOf(after)];
  const hunk = `@@ -${removed.length === 0 ? '0,0' : `1,${removed.length}`} +${added.length === 0 ? '0,0' : `1,${added.length}`} @@`;
  const body = [...marked(removed, '-', before), ...marked(added, '+', after)];
  return `--- ${names.old}\n+++ ${names.new}\n${hunk}\n${body.join('\n')}\n`;
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
