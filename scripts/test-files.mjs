// Decides which test files run, and which of them share a process.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files that need a process of their own, with the reason. */
const ALONE = new Map([
  ['api/embedded-postgres.test.ts', 'starts and kills database servers'],
  ['attacks/identity-again.test.ts', 'uses up the sign-ins that the process allows this machine in a minute'],
]);
/** Each of them takes many seconds. A file that is missing here only ends the run a little later. */
const LONGEST = [
  '../packages/painter/test/painter.test.ts',
  'api/npm-start.test.ts',
  'api/batches.test.ts',
  'contract/music-upstream.test.ts',
  'api/builder.test.ts',
  'api/access.test.ts',
  'api/jobs.test.ts',
  'attacks/openapi-fuzz.test.ts',
];
const KEEP_QUEUES_MS = 24 * 3_600_000;

/** A file that is in no folder of its own suite is quick. Nothing may take longer than its suite's limit: no test, and no process with all its files. */
export const SUITES = {
  test: { isMember: (file) => !/^(full|long)\//.test(file), timeoutMs: 60 * 60_000, sharesProcesses: true },
  'test:full': { isMember: (file) => file.startsWith('full/'), timeoutMs: 20 * 60_000, sharesProcesses: false },
  'test:long': { isMember: (file) => file.startsWith('long/'), timeoutMs: 24 * 3_600_000, sharesProcesses: false },
};

/** Paths as seen from the folder `test`; the packages' own tests lie beside them. */
export function findTests(root, isWanted) {
  const packages = readdirSync(join(root, 'packages')).map((name) => `../packages/${name}/test/`);
  return ['', ...packages].flatMap((folder) =>
    readdirSync(join(root, 'test', folder), { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.test.ts') && !file.startsWith('fixtures/') && isWanted(file))
      .sort()
      .map((file) => `${folder}${file}`),
  );
}

/**
 * Entries for node's test runner. Starting and loading the service costs more than most tests, so a few processes run all
 * files: each takes the next file from a queue (test/support/group.ts) until none is left.
 */
export function queueTests(root, files, processes) {
  if (files.length === 0) return [];
  const results = join(root, 'test-results');
  removeOldQueues(results);
  // Named after this run: another one in the same checkout has its own. Not below node_modules, where node looks for no tests.
  const folder = join(results, `queue-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { recursive: true });
  const alone = files.filter((file) => ALONE.has(file));
  const shared = inOrder(files.filter((file) => !ALONE.has(file)));
  const queues = [...alone.map((file) => [nameOf(file), [[file]]]), ['shared', shared]];
  return queues.flatMap(([name, queue]) =>
    writeQueue(root, join(folder, name), { queue, processes: Math.min(processes, queue.length) }),
  );
}

function writeQueue(root, folder, { queue, processes }) {
  const addressOf = (file) => pathToFileURL(join(root, 'test', file)).href;
  const support = addressOf('support/group.ts');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'queue.json'),
    JSON.stringify(
      queue.map((entry) => entry.map(addressOf)),
      null,
      2,
    ),
  );
  return Array.from({ length: processes }, (_, index) => {
    const entry = join(folder, `process-${index + 1}.mjs`);
    writeFileSync(entry, `import { runQueue } from '${support}';\nrunQueue(import.meta.dirname);\n`);
    return entry;
  });
}

/** What takes long comes first, so that the processes end together. Browser files stay together: they share one browser. */
function inOrder(files) {
  const browser = files.filter((file) => file.startsWith('browser/'));
  const others = files.filter((file) => !file.startsWith('browser/'));
  const first = LONGEST.filter((file) => others.includes(file));
  const rest = others.filter((file) => !LONGEST.includes(file));
  return [...(browser.length > 0 ? [browser] : []), ...[...first, ...rest].map((file) => [file])];
}

function removeOldQueues(results) {
  mkdirSync(results, { recursive: true });
  for (const name of readdirSync(results).filter((one) => one.startsWith('queue-'))) {
    const startedMs = Number(name.split('-').at(-1));
    if (Date.now() - startedMs > KEEP_QUEUES_MS) rmSync(join(results, name), { recursive: true, force: true });
  }
}

function nameOf(file) {
  return file.replace(/\.test\.ts$/, '').replaceAll('/', '-');
}
