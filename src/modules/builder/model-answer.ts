// Reads a model's answer without trusting it: finds the JSON, checks every path, applies edits whose search text occurs exactly once.
import { type ErrorCode, ServiceError } from '../../core/errors.ts';
import type { Problem, SourceFile } from '../../engines/preview/port.ts';

const MAX_FILES = 200;
const MAX_BYTES = 2_000_000;
const MAX_PATH = 300;
const GOOD_PATH = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w@()[\].+-][\w@()[\].+ -]*(?:\/[\w@()[\].+-][\w@()[\].+ -]*)*$/;

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
    if (typeof path !== 'string' || typeof content !== 'string' || !isGoodPath(path))
      problems.push(problem(String(path), 'This is not a usable file path with content.'));
    else files.set(path, content);
  }
  for (const each of listOf(answer.edits)) applyEdit(files, each, problems);
  for (const path of Array.isArray(answer.removed) ? answer.removed : []) files.delete(String(path));
  const list = [...files].map(([path, content]) => ({ path, content }));
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
  const count = content === undefined || search === '' ? 0 : content.split(search).length - 1;
  if (content === undefined) problems.push(problem(path, 'An edit names a file that does not exist.'));
  else if (count !== 1)
    problems.push(
      problem(path, `An edit's search text occurs ${count} times instead of once: ${search.slice(0, 120)}`),
    );
  else
    files.set(
      path,
      content.replace(search, () => replace),
    );
}

/** A path inside of the project, which no part of it leaves. */
export function isGoodPath(path: string): boolean {
  return path.length <= MAX_PATH && GOOD_PATH.test(path);
}

export function refuseTooLarge(
  files: readonly SourceFile[],
  code: ErrorCode = 'engine_failed',
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
    const value: unknown = JSON.parse(text.slice(start, end + 1));
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
