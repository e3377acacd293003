// Answers questions about a project from its own files, if no capable text model is available.
import type { ProjectFile } from '../../store/projects.ts';

const COMMON = new Set(
  'the a an is are was where how what which who does do in of to and or for my this that it can i you me with on when why there have has be'.split(
    ' ',
  ),
);
const SHOWN_FILES = 4;
const SHOWN_LINES = 3;

export function answerFromFiles(question: string, files: readonly ProjectFile[]): string {
  const stems = stemsOf(question);
  const ranked = rankFiles(files, stems)
    .filter(({ score }) => score > 0)
    .slice(0, SHOWN_FILES);
  if (ranked.length === 0) return overview(files);
  const parts = ranked.map(({ file }) => `**${file.path}**: ${purposeOf(file)}\n${linesAbout(file, stems)}`);
  return `These parts of the project relate to your question:\n\n${parts.join('\n\n')}\n\nSay what should change, for example "add a due date to tasks", and I will change it.`;
}

/** The files, most relevant to the question first. */
export function sortByRelevance(question: string, files: readonly ProjectFile[]): ProjectFile[] {
  return rankFiles(files, stemsOf(question)).map(({ file }) => file);
}

function rankFiles(files: readonly ProjectFile[], stems: readonly string[]) {
  return files.map((file) => ({ file, score: scoreOf(file, stems) })).sort((a, b) => b.score - a.score);
}

function stemsOf(question: string): string[] {
  const words =
    question
      .toLowerCase()
      .match(/[a-z][a-z0-9]{2,}/g)
      ?.filter((word) => !COMMON.has(word)) ?? [];
  const stems = words.map((word) => word.replace(/(ation|ing|ed|es|s)$/, ''));
  return [...new Set(stems)].filter((word) => word.length > 2);
}

function scoreOf(file: ProjectFile, stems: readonly string[]): number {
  const path = file.path.toLowerCase();
  const start = file.content.slice(0, 300).toLowerCase();
  const body = file.content.toLowerCase();
  return (
    stems.reduce(
      (sum, stem) =>
        sum + (path.includes(stem) ? 6 : 0) + (start.includes(stem) ? 3 : 0) + Math.min(3, body.split(stem).length - 1),
      0,
    ) / (path.endsWith('.css') ? 4 : 1)
  );
}

/** The first sentence about the file. */
function purposeOf(file: ProjectFile): string {
  const found = /^(?:'use client';\n)?(?:<script setup>\n)?\s*(?:\/\/|"""|\/\*|#)\s*(.+?)(?:"""|\*\/)?$/m.exec(
    file.content.slice(0, 400),
  );
  return found?.[1]?.trim() ?? `${file.content.split('\n').length} lines`;
}

function linesAbout(file: ProjectFile, stems: readonly string[]): string {
  const lines = file.content.split('\n').map((text, index) => ({ text, number: index + 1 }));
  const hits = lines
    .filter(({ text }) => stems.some((stem) => text.toLowerCase().includes(stem)))
    .slice(0, SHOWN_LINES);
  return hits.map(({ text, number }) => `  ${number}: ${text.trim().slice(0, 140)}`).join('\n');
}

function overview(files: readonly ProjectFile[]): string {
  const readMe = files.find((file) => file.path === 'README.md')?.content ?? '';
  const folders = [...new Set(files.map((file) => file.path.split('/').slice(0, -1).join('/') || '(top)'))].sort();
  return `${readMe.split('\n## Run it')[0]?.trim() ?? 'This project'}\n\nIt has ${files.length} files in: ${folders.join(', ')}. Ask about a part, or say what should change.`;
}
