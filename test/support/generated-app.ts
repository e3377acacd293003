// Makes an app in memory as a build does, looks at it, and runs its own tests outside of the service.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AppFile, Framework } from '@atelier/blueprint';
import { createBlueprintEngine } from '@atelier/blueprint';
import type { PreviewEngine, Problem } from '../../src/engines/preview/port.ts';

/** The twenty prompts of the matrix. */
export const PROMPTS: readonly string[] = [
  'An app to track my bee hives',
  'A kanban board for my team with tasks',
  'A landing page for a meditation app called Stillwater',
  'A blog about urban gardening',
  'An online shop for handmade candles with a cart',
  'A chat app for our climbing club',
  'A geography quiz',
  'A pomodoro timer with 25 minute focus and 5 minute breaks',
  'A simple calculator',
  'A snake game in green',
  'A 2048 game',
  'A photo gallery of mountain landscapes',
  'A portfolio for an illustrator in purple',
  'A booking site for a hair salon',
  'An invoice app for freelancers',
  'A weather dashboard',
  'A REST API for a bookstore with books, authors and orders',
  'A habit tracker with streaks',
  'An expense tracker with categories, charts and dark mode',
  'A recipe manager with login where each recipe has a title, ingredients, cooking time and difficulty',
];

const blueprints = createBlueprintEngine();

export interface SeenApp {
  files: AppFile[];
  problems: Problem[];
  screenshot: Uint8Array | null;
  milliseconds: number;
}

/** Reads, writes, checks, starts and looks: what a build does. */
export async function makeAndSee(
  engine: PreviewEngine,
  prompt: string,
  framework: Framework,
  signal: AbortSignal,
): Promise<SeenApp> {
  const startedMs = performance.now();
  const files = await blueprints.write(await blueprints.read(prompt, signal), framework, signal);
  const { problems, bundle } = await engine.check({ files, framework }, signal);
  const seen = (more: Problem[], screenshot: Uint8Array | null): SeenApp => ({
    files,
    problems: [...problems, ...more],
    screenshot,
    milliseconds: performance.now() - startedMs,
  });
  if (problems.length > 0) return seen([], null);
  const preview = bundle
    ? {
        request: async (request: Parameters<PreviewEngine['answerFrom']>[2]) => engine.answerFrom(bundle, '/', request),
        stop: async () => null,
      }
    : await engine.start({ files, framework }, signal);
  try {
    const look = await engine.look(preview, signal, { screenshot: true });
    return seen(look?.problems ?? [], look?.screenshot ?? null);
  } finally {
    await preview.stop();
  }
}

/** In a folder of its own; the folder is gone afterwards. */
export async function inFolder<T>(files: readonly AppFile[], work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'));
  try {
    for (const file of files) {
      await mkdir(dirname(join(folder, file.path)), { recursive: true });
      await writeFile(join(folder, file.path), file.content);
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws with the output when a test of the app fails. */
export async function runOwnTests(files: readonly AppFile[], framework: Framework): Promise<void> {
  const [program, args] =
    framework === 'python' ? ['python3', ['-m', 'unittest', '-q']] : [process.execPath, ['--test']];
  // The runner of these tests marks its children: theirs must report for themselves.
  const { NODE_TEST_CONTEXT: _context, ...environment } = process.env;
  await inFolder(files, (folder) =>
    promisify(execFile)(program as string, args as string[], { cwd: folder, timeout: 60_000, env: environment }),
  );
}
