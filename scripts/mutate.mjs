// Changes the code of an area in one place at a time and runs its tests: a change that no test notices is a gap in the tests.
// npm run mutate -- <area> [--sample <count>] [--jobs <count>] [--from <index>]
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listMutants } from './mutants.mjs';

const ROOT = join(import.meta.dirname, '..');
const RUN_LIMIT_MS = 5 * 60_000;
/** Folders that the tests write to, or that would only cost time to link. */
const NOT_LINKED = new Set(['.git', 'node_modules', 'test-results', 'out', 'data', 'models']);
/** Per area: the files that are changed, and the tests that must notice. */
const AREAS = {
  money: {
    files: /^src\/money\/[^/]+\.ts$/,
    tests: [
      'contract/money-properties',
      'api/ledger',
      'api/depletion',
      'api/spending-caps',
      'api/price-factors',
      'api/chat',
      'api/jobs',
      'api/team',
      'attacks/leased-streams',
      'attacks/waiver-price',
      'attacks/relayed-limits',
      'contract/money-fence',
      'api/offers',
      'api/payments',
    ],
  },
  auth: {
    files:
      /^src\/(http\/(auth|access|role-table|allowance)|modules\/account\/(session-caller|one-time-token|key-bounds|team-actor|session-recent|sign-up|welcome-link))\.ts$/,
    tests: [
      'api/access',
      'api/sessions',
      'api/gate',
      'api/team',
      'api/limits',
      'attacks/key-limits',
      'attacks/session-cookies',
      'attacks/sign-up-gates',
      'attacks/sign-in-links',
      'attacks/owner-account',
      'attacks/identity-again',
      'attacks/email-change',
    ],
  },
  webhooks: {
    files: /^src\/(outbox\/[^/]+|modules\/webhooks\/(delivery-service|service|event-watch))\.ts$/,
    tests: ['api/webhooks', 'attacks/service-webhooks', 'api/operators-work', 'api/depletion'],
  },
};

const { area, sample, jobs, from } = readArguments(process.argv.slice(2));
const { files, tests } = AREAS[area];
const testFiles = tests.map((name) => `test/${name}.test.ts`);
const folder = mkdtempSync(join(tmpdir(), 'atelier-mutate-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const mutants = choose(sources().flatMap((file) => listMutants(file, readFileSync(join(ROOT, file), 'utf8'))));
const trees = Array.from({ length: jobs }, (_, index) => linkTree(join(folder, `tree-${index}`)));
const unchanged = await runTests(trees[0]);
if (!unchanged.passed) throw new Error(`The tests fail without a change:\n${unchanged.output.slice(-3000)}`);
process.stdout.write(
  `${area}: ${mutants.length} changes, ${testFiles.length} test files, ${unchanged.seconds} s a run\n`,
);
const survivors = [];
let next = 0;
await Promise.all(trees.map(work));
const share = (100 * (mutants.length - survivors.length)) / mutants.length;
process.stdout.write(
  `\n${area}: ${mutants.length - survivors.length} of ${mutants.length} noticed, ${share.toFixed(1)} %\n`,
);
for (const { file, line, was, is } of survivors) process.stdout.write(`survived ${file}:${line}  ${was}  →  ${is}\n`);

async function work(tree) {
  for (;;) {
    const mutant = mutants[next];
    if (!mutant) return;
    next += 1;
    const at = next;
    const source = readFileSync(join(ROOT, mutant.file), 'utf8');
    replaceFile(join(tree, mutant.file), mutant.apply(source));
    const { passed, seconds } = await runTests(tree);
    replaceFile(join(tree, mutant.file), source);
    if (passed) survivors.push(mutant);
    const { file, line, was, is } = mutant;
    process.stdout.write(`${at} ${passed ? 'SURVIVED' : 'noticed'} ${seconds} s ${file}:${line}  ${was}  →  ${is}\n`);
  }
}

/** Ends at the first failure: one is enough. */
function runTests(tree) {
  const startedMs = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['scripts/run.mjs', 'test', ...testFiles], {
      cwd: tree,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let failed = false;
    const end = () => {
      failed = true;
      try {
        process.kill(-child.pid, 'SIGTERM');
      } catch {
        // Ended by itself.
      }
    };
    const impatience = setTimeout(end, RUN_LIMIT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece) => {
        output += piece;
        if (!failed && /^✖ /m.test(output)) end();
      });
    child.once('close', (code) => {
      clearTimeout(impatience);
      resolve({ passed: code === 0 && !failed, output, seconds: Math.round((Date.now() - startedMs) / 1000) });
    });
  });
}

/** A checkout of its own by hard links; a file that is changed is replaced, so the original stays as it is. */
function linkTree(target) {
  mkdirSync(target);
  for (const name of readdirSync(ROOT).filter((entry) => !NOT_LINKED.has(entry)))
    execFileSync('cp', ['--archive', '--link', join(ROOT, name), target]);
  symlinkSync(join(ROOT, 'node_modules'), join(target, 'node_modules'));
  return target;
}

function replaceFile(path, text) {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function sources() {
  return readdirSync(join(ROOT, 'src'), { recursive: true })
    .map((file) => `src/${file}`)
    .filter((file) => files.test(file))
    .sort();
}

/** The same ones every time: those with the smallest hashes. */
function choose(all) {
  const hashed = all.map((mutant) => ({ mutant, hash: hashOf(`${mutant.file} ${mutant.start} ${mutant.is}`) }));
  const chosen = hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ mutant }) => mutant);
  return chosen.slice(from, sample ? from + sample : undefined);
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex');
}

function readArguments(args) {
  const numberAfter = (flag) => (args.includes(flag) ? Number(args[args.indexOf(flag) + 1]) : undefined);
  if (!(args[0] in AREAS)) {
    process.stderr.write(
      `Usage: npm run mutate -- <${Object.keys(AREAS).join('|')}> [--sample <count>] [--jobs <count>] [--from <index>]\n`,
    );
    process.exit(2);
  }
  return {
    area: args[0],
    sample: numberAfter('--sample'),
    jobs: numberAfter('--jobs') ?? 1,
    from: numberAfter('--from') ?? 0,
  };
}
