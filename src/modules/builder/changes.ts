// Compares two versions, and merges a regenerated app into files that were edited by other means.
import { createTwoFilesPatch } from 'diff';
import type { ProjectFile } from '../../store/projects.ts';

const MAX_DIFF_MS = 500;

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
export function diffFiles(before: readonly ProjectFile[], after: readonly ProjectFile[]): string {
  const old = new Map(before.map((file) => [file.path, file.content]));
  const now = new Map(after.map((file) => [file.path, file.content]));
  return changedPaths(before, after)
    .map((path) => {
      const names = [old.has(path) ? `a/${path}` : '/dev/null', now.has(path) ? `b/${path}` : '/dev/null'] as const;
      const patch =
        createTwoFilesPatch(...names, old.get(path) ?? '', now.get(path) ?? '', undefined, undefined, {
          context: 3,
          timeout: MAX_DIFF_MS,
        }) ?? '';
      return `diff --git a/${path} b/${path}\n${patch.slice(Math.max(0, patch.indexOf('--- ')))}`;
    })
    .join('');
}
