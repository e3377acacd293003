// Finds the test files that run a place of the source, from V8's coverage of each of them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const RUN_LIMIT_MS = 10 * 60_000;

/**
 * Runs each test file once on unchanged code, to measure its time and its coverage. Results are kept until the test
 * file or a source changes.
 */
export async function measureTests(tree, tests, { folder, sources }) {
  const kept = join(ROOT, 'test-results', 'mutate-coverage');
  mkdirSync(kept, { recursive: true });
  const measured = [];
  for (const test of tests) {
    const path = join(kept, `${hashOf([`test/${test}.test.ts`, ...sources])}.json`);
    if (!existsSync(path)) writeFileSync(path, JSON.stringify(await measure(tree, test, { folder, sources })));
    measured.push({ test, ...JSON.parse(readFileSync(path, 'utf8')) });
  }
  return measured;
}

async function measure(tree, test, { folder, sources }) {
  const coverage = join(folder, 'coverage');
  mkdirSync(coverage, { recursive: true });
  const { killedBy, output, seconds } = await tree.run([test], { coverage, limitMs: RUN_LIMIT_MS });
  if (killedBy) throw new Error(`${test} fails without a change (${killedBy}):\n${output.slice(-3000)}`);
  const functions = readCoverage(coverage, sources);
  rmSync(coverage, { recursive: true });
  return { seconds, functions };
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

/** V8 counts these with their right side, which may never run although the operator does. */
const LOGICAL = ['||', '&&', '??'];

/** Whether one of the test's processes ran the place. */
export function isReached({ functions }, { file, start, was }) {
  const place = LOGICAL.includes(was) ? start - 2 : start;
  return (functions[file] ?? []).some((process) => countAt(process, place) > 0);
}

/** By file, the functions of each process. */
function readCoverage(folder, sources) {
  const found = Object.fromEntries(sources.map((file) => [file, []]));
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    for (const { url, functions } of result)
      for (const file of sources) if (url.endsWith(`/${file}`)) found[file].push(functions);
  }
  return found;
}

/** The smallest range around the place says how often it ran. */
function countAt(functions, offset) {
  let best;
  for (const { ranges } of functions)
    for (const range of ranges) {
      if (range.startOffset > offset || range.endOffset <= offset) continue;
      if (!best || range.endOffset - range.startOffset <= best.endOffset - best.startOffset) best = range;
    }
  return best?.count ?? 0;
}
