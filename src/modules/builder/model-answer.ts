// Reads a model's answer without trusting it: finds the JSON, checks every path, applies edits whose search text occurs exactly once.
import { parseBounded } from '../../core/bounded-json.ts';
import { type ErrorCode, ServiceError } from '../../core/errors.ts';
import { findUnsafePath, isProjectPath } from '../../core/project-path.ts';
import type { Problem, SourceFile } from '../../engines/preview/port.ts';

const MAX_FILES = 200;
const MAX_BYTES = 2_000_000;
/** Answers never need more, and each is searched for in a whole file. */
const MAX_EDITS = 200;

export interface AppliedAnswer {
  files: SourceFile[];
  summary: string;
  problems: Problem[];
}

export function applyAnswer(text: string, before: readonly SourceFile[]): AppliedAnswer {
  const answer = readJson(text);
  if (!answer)
    return {
      files: [...before],
      summary: '',
      problems: [problem(null, 'The answer was not a JSON object of the requested shape.')],
    };
  const files = new Map(before.map((file) => [file.path, file.content]));
  const problems: Problem[] = [];
  for (const each of listOf(answer.files)) {
    const { path, content } = each;
    if (typeof path !== 'string' || typeof content !== 'string' || !isProjectPath(path))
      problems.push(problem(String(path), 'This is not a usable file path with content.'));
    else files.set(path, content);
  }
  for (const each of listOf(answer.edits).slice(0, MAX_EDITS)) applyEdit(files, each, problems);
  for (const path of Array.isArray(answer.removed) ? answer.removed : []) files.delete(String(path));
  const list = [...files].map(([path, content]) => ({ path, content }));
  const unsafe = findUnsafePath(list);
  if (unsafe !== undefined)
    problems.push(problem(unsafe, 'A project may not hold this file: unpacked, it could run a command.'));
  refuseTooLarge(list);
  return {
    files: list.sort((a, b) => a.path.localeCompare(b.path)),
    summary: String(answer.summary ?? ''),
    problems,
  };
}

function applyEdit(files: Map<string, string>, edit: Record<string, unknown>, problems: Problem[]): void {
  const { path, search, replace } = edit;
  if (typeof path !== 'string' || typeof search !== 'string' || typeof replace !== 'string') return;
  const content = files.get(path);
  const count = content === undefined || search === '' ? 0 : countUpTo2(content, search);
  if (content === undefined) problems.push(problem(path, 'An edit names a file that does not exist.'));
  else if (count !== 1)
    problems.push(
      problem(
        path,
        `An edit's search text occurs ${count === 0 ? 'nowhere' : 'more than once'} instead of once: ${search.slice(0, 120)}`,
      ),
    );
  else
    files.set(
      path,
      content.replace(search, () => replace),
    );
}

function countUpTo2(text: string, part: string): number {
  const at = text.indexOf(part);
  if (at < 0) return 0;
  return text.indexOf(part, at + part.length) < 0 ? 1 : 2;
}

export function refuseTooLarge(
  files: readonly SourceFile[],
  code: ErrorCode = 'build_failed',
  message = 'The model wrote more files than a project may have. Ask for a smaller application.',
): void {
  const bytes = files.reduce((sum, file) => sum + file.content.length, 0);
  if (files.length > MAX_FILES || bytes > MAX_BYTES) throw new ServiceError(code, message);
}

function readJson(text: string): Record<string, unknown> | null {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  if (start < 0 || end < start) return null;
  try {
    const value: unknown = parseBounded(text.slice(start, end + 1));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

function problem(file: string | null, message: string): Problem {
  return { stage: 'files', file, line: null, message };
}
