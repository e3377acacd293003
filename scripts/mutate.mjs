// Changes the code of an area in one place at a time and runs its tests: a change that no test notices is a gap in the tests.
// npm run mutate -- <area> [--seed <word>] [--sample <count>] [--jobs <count>] [--again] [--tests <name,…>]
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listMutants } from './mutants.mjs';
import { AREAS } from './mutation-areas.mjs';
import { isReached, measureTests } from './mutation-coverage.mjs';
import { openTree } from './mutation-trees.mjs';

const ROOT = join(import.meta.dirname, '..');
/** A change may make a test wait: its time limit, relative to the unchanged code. */
const PATIENCE = 6;
const LEAST_LIMIT_MS = 45_000;
/** How many of the test files that run a place are tried; with --again all of them. */
const MAX_TESTS = 4;

const { area, seed, sample, jobs, again, only } = readArguments(process.argv.slice(2));
const { files, tests } = AREAS[area];
const sources = readdirSync(join(ROOT, 'src'), { recursive: true })
  .map((file) => `src/${file}`)
  .filter((file) => files.test(file))
  .sort();
const resultPath = join(ROOT, 'test-results', `mutate-${area}-${seed}.json`);
const folder = mkdtempSync(join(tmpdir(), 'mutate-'));
// The user of the database must reach its own folder inside.
chmodSync(folder, 0o711);
const trees = [];
let isClosing = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void close(130));

/** The results of earlier runs with this seed: those changes are not tried again, so that a stopped run continues. */
const results = readResults();
const mutants = choose(sources.flatMap((file) => listMutants(file, readFileSync(join(ROOT, file), 'utf8'))));
for (let index = 0; index < jobs; index += 1) trees.push(await openTree(join(folder, String(index))));
const measured = await measureTests(trees[0], only ?? tests, { folder, sources });
for (const { test, seconds } of measured) print(`${seconds.toFixed(1)} s ${test}`);

/** How many changes of a source file each test file has noticed: the best run first. */
const noticed = new Map();
const startedMs = Date.now();
let tried = 0;
await Promise.all(trees.map(work));
if (!isClosing) await close(0);

async function work(tree) {
  for (let mutant = mutants.shift(); mutant; mutant = mutants.shift()) {
    const result = await tryMutant(tree, mutant);
    // The test was ended with the run, not by the change.
    if (isClosing) return;
    tried += 1;
    keep(result);
    const { file, line, was, is, killedBy, seconds } = result;
    const outcome = killedBy ? `noticed (${killedBy})` : 'SURVIVED';
    print(`${results.length} ${outcome} ${seconds.toFixed(1)} s ${file}:${line}  ${was}  →  ${is}`);
    mkdirSync(join(ROOT, 'test-results'), { recursive: true });
    writeFileSync(resultPath, JSON.stringify(results, null, 1));
  }
}

function keep(result) {
  const index = results.findIndex((one) => isSame(one, result));
  if (index < 0) results.push(result);
  else results[index] = result;
}

function isSame(one, other) {
  return one.file === other.file && one.start === other.start && one.is === other.is;
}

/** A result is valid while its file is unchanged. */
function readResults() {
  if (!existsSync(resultPath)) return [];
  return JSON.parse(readFileSync(resultPath, 'utf8')).filter(
    ({ file, text }) => sources.includes(file) && text === textHashOf(file),
  );
}

function textHashOf(file) {
  return hashOf(readFileSync(join(ROOT, file), 'utf8'));
}

async function tryMutant(tree, mutant) {
  const { file, line, start, was, is } = mutant;
  const facts = { file, text: textHashOf(file), line, start, was, is };
  const reaching = measured
    .filter((test) => isReached(test, mutant))
    .sort((a, b) => rank(b, file) - rank(a, file))
    .slice(0, again ? undefined : MAX_TESTS);
  if (reaching.length === 0) return { ...facts, seconds: 0, isReached: false };
  const source = readFileSync(join(ROOT, file), 'utf8');
  const usualMs = reaching.reduce((sum, { seconds }) => sum + 1000 * seconds, 0);
  tree.replace(file, mutant.apply(source));
  const names = reaching.map(({ test }) => test);
  const { killedBy, seconds, ended } = await tree.run(names, { limitMs: LEAST_LIMIT_MS + PATIENCE * usualMs });
  tree.replace(file, source);
  const killer = killedBy && names[ended];
  if (killer) noticed.set(`${killer} ${file}`, (noticed.get(`${killer} ${file}`) ?? 0) + 1);
  return { ...facts, seconds, isReached: true, ...(killedBy ? { killedBy: `${killer}: ${killedBy}` } : {}) };
}

async function close(code) {
  isClosing = true;
  report();
  await Promise.all(trees.map((tree) => tree.close()));
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

/** Noticed changes per second of testing. A test whose name shares a word with the file's is likely to be about it. */
function rank({ test, seconds }, file) {
  const words = (path) => path.split(/[/.-]/).map((word) => word.slice(0, 5));
  const isNamesake = words(file.split('/').at(-1)).some((word) => word !== 'ts' && words(test).includes(word));
  return ((isNamesake ? 4 : 1) + (noticed.get(`${test} ${file}`) ?? 0)) / seconds;
}

function report() {
  print(`\n${area}: changes, noticed, in each file`);
  for (const file of sources) {
    const own = results.filter((one) => one.file === file);
    if (own.length > 0) print(`  ${own.length}  ${own.filter(({ killedBy }) => killedBy).length}  ${file}`);
  }
  const survivors = results.filter(({ killedBy }) => !killedBy);
  const share = (100 * (results.length - survivors.length)) / results.length;
  const each = tried === 0 ? 0 : (Date.now() - startedMs) / 1000 / tried;
  print(
    `${area}: ${results.length - survivors.length} of ${results.length} noticed, ${share.toFixed(1)} %, ${each.toFixed(1)} s a change`,
  );
  for (const { file, line, was, is, isReached: reached } of survivors)
    print(`survived ${file}:${line}  ${was}  →  ${is}${reached ? '' : '  (no test runs it)'}`);
}

/** The same ones every time for a seed: those with the smallest hashes. With --again, those that survived. */
function choose(all) {
  if (again) return all.filter((one) => results.some((result) => !result.killedBy && isSame(result, one)));
  const hashed = all.map((mutant) => ({ mutant, hash: hashOf(`${seed} ${mutant.file} ${mutant.start} ${mutant.is}`) }));
  const ordered = hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ mutant }) => mutant);
  return ordered.slice(0, sample).filter((one) => !results.some((result) => isSame(result, one)));
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

function readArguments(args) {
  const numberAfter = (flag) => (args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : undefined);
  if (!(args[0] in AREAS)) {
    const names = Object.keys(AREAS).join('|');
    process.stderr.write(
      `Usage: npm run mutate -- <${names}> [--seed <word>] [--sample <count>] [--jobs <count>] [--again] [--tests <name,…>]\n`,
    );
    process.exit(2);
  }
  return {
    area: args[0],
    sample: numberAfter('--sample'),
    seed: args.includes('--seed') ? args[args.indexOf('--seed') + 1] : '1',
    jobs: numberAfter('--jobs') ?? 1,
    again: args.includes('--again'),
    only: args.includes('--tests') ? args[args.indexOf('--tests') + 1].split(',') : undefined,
  };
}
