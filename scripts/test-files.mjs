// Decides which test files run, and which of them share a process.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LONG = 'takes minutes: in a queue, the other processes could wait for it at the end';
const KILLS = 'starts and kills processes';
const MODELS = 'computes with a model: while the shared processes run, it takes several times as long';
/** Files that need a process of their own, with the reason. */
const ALONE = new Map([
  ['api/embedded-postgres.test.ts', KILLS],
  ['full/api/audio.test.ts', LONG],
  ['full/api/batch-crash.test.ts', KILLS],
  ['full/api/diffusion.test.ts', LONG],
  ['full/api/openapi-examples.test.ts', LONG],
  ['full/api/responses-crash.test.ts', KILLS],
  ['full/api/video-crash.test.ts', KILLS],
  ['full/api/video.test.ts', LONG],
  ['full/attacks/one-data-folder.test.ts', KILLS],
  ['full/attacks/slow-stop.test.ts', KILLS],
  ['full/contract/avatar.test.ts', LONG],
  ['full/contract/builder-bombs.test.ts', KILLS],
  ['full/contract/client-guide-code.test.ts', MODELS],
  ['full/contract/client-newcomer.test.ts', MODELS],
  ['full/contract/diffusion-process.test.ts', LONG],
  ['full/contract/diffusion.test.ts', LONG],
  ['full/contract/docs-code.test.ts', MODELS],
  ['full/contract/mcp-tools.test.ts', LONG],
  ['full/contract/model-upgrade.test.ts', KILLS],
  ['full/contract/music-composer.test.ts', LONG],
  ['full/contract/singing.test.ts', LONG],
  ['full/contract/speech.test.ts', LONG],
  ['full/contract/stop-at-once.test.ts', KILLS],
  ['full/contract/text-families.test.ts', MODELS],
  ['full/contract/text-local.test.ts', MODELS],
  ['full/contract/text-memory.test.ts', MODELS],
  ['full/contract/upgrade-from-journal.test.ts', KILLS],
  ['full/contract/upgrade.test.ts', KILLS],
  ['full/contract/video-engine.test.ts', LONG],
  ['full/contract/whisper-large.test.ts', MODELS],
]);
/** Each of them takes many seconds. If a file is missing here, the run only ends a little later. */
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
  test: { isMember: (file) => !/^(full|long)\//.test(file), timeoutMs: 60 * 60_000, isShared: () => true },
  'test:full': {
    isMember: (file) => file.startsWith('full/'),
    timeoutMs: 30 * 60_000,
    // The packages' own tests render films and images.
    isShared: (file) => file.startsWith('full/'),
  },
  'test:long': { isMember: (file) => file.startsWith('long/'), timeoutMs: 24 * 3_600_000, isShared: () => false },
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
 * Entries for node's test runner. Starting and loading the service costs more than most tests, so a few processes share
 * files: each takes the next file from a queue (test/support/group.ts) until none is left. Node begins with them.
 */
export function queueTests(root, files, { processes, isShared }) {
  const shared = files.filter((file) => isShared(file) && !ALONE.has(file));
  const alone = files.filter((file) => !shared.includes(file)).map((file) => join('test', file));
  return [...alone, ...queueOf(root, inOrder(shared), processes)];
}

function queueOf(root, queue, processes) {
  if (queue.length === 0) return [];
  const results = join(root, 'test-results');
  removeOldQueues(results);
  // Named after this run: another one in the same checkout has its own. Not below node_modules, where node looks for no tests.
  const folder = join(results, `queue-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { recursive: true });
  return writeQueue(root, folder, { queue, processes: Math.min(processes, queue.length) });
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

/**
 * Slow files come first, so that the processes end together. The quick browser files stay together, because they share
 * one browser.
 */
function inOrder(files) {
  const together = files.filter((file) => file.startsWith('browser/'));
  const first = LONGEST.filter((file) => files.includes(file));
  const browser = files.filter((file) => file.startsWith('full/browser/'));
  const rest = files.filter((file) => ![...together, ...first, ...browser].includes(file));
  return [...(together.length > 0 ? [together] : []), ...[...first, ...browser, ...rest].map((file) => [file])];
}

function removeOldQueues(results) {
  mkdirSync(results, { recursive: true });
  for (const name of readdirSync(results).filter((one) => one.startsWith('queue-'))) {
    const startedMs = Number(name.split('-').at(-1));
    if (Date.now() - startedMs > KEEP_QUEUES_MS) rmSync(join(results, name), { recursive: true, force: true });
  }
}
