// Compares two versions, and merges a regenerated app into files that were edited by other means.
import { diffTexts } from '../../core/text-diff.ts';
import type { ProjectFile } from '../../store/projects.ts';

export function changedPaths(before: readonly ProjectFile[], after: readonly ProjectFile[]): string[] {
  const old = new Map(before.map((file) => [file.path, file.content]));
  const now = new Set(after.map((file) => file.path));
  return [
    ...after.filter((file) => old.get(file.path) !== file.content).map((file) => file.path),
    ...before.filter((file) => !now.has(file.path)).map((file) => file.path),
  ].sort();
}

/** Replaces only files that the regeneration changed, so that other edits stay. */
export function mergeRegenerated(
  current: readonly ProjectFile[],
  writtenBefore: readonly ProjectFile[],
  writtenNow: readonly ProjectFile[],
): ProjectFile[] {
  const before = new Map(writtenBefore.map((file) => [file.path, file.content]));
  const now = new Map(writtenNow.map((file) => [file.path, file.content]));
  const kept = current.filter((file) => now.has(file.path) || !before.has(file.path));
  const merged = new Map(kept.map((file) => [file.path, file.content]));
  for (const [path, content] of now) if (before.get(path) !== content || !merged.has(path)) merged.set(path, content);
  return [...merged].map(([path, content]) => ({ path, content })).sort((a, b) => a.path.localeCompare(b.path));
}

/** One unified diff over all files, for `git apply`. */
export async function diffFiles(
  before: readonly ProjectFile[],
  after: readonly ProjectFile[],
  signal: AbortSignal,
): Promise<string> {
  const old = new Map(before.map((file) => [file.path, file.content]));
  const now = new Map(after.map((file) => [file.path, file.content]));
  const paths = changedPaths(before, after);
  const pairs = paths.map((path) => ({
    oldName: old.has(path) ? `a/${path}` : '/dev/null',
    newName: now.has(path) ? `b/${path}` : '/dev/null',
    before: old.get(path) ?? '',
    after: now.get(path) ?? '',
  }));
  const patches = await diffTexts(pairs, signal);
  return patches.map((patch, at) => `diff --git a/${paths[at]} b/${paths[at]}\n${patch}`).join('');
}
