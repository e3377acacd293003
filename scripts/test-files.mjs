// Decides which test files run, and which of them share a process.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Files that need a process of their own, with the reason. */
const ALONE = new Map([['api/embedded-postgres.test.ts', 'starts and kills database servers']]);
const GROUP_SIZE = 14;

/** A file that is in no folder of its own suite is quick. Nothing may take longer than its suite's limit: no test, and no process with all its files. */
export const SUITES = {
  test: { isMember: (file) => !/^(full|long)\//.test(file), timeoutMs: 20 * 60_000, sharesProcesses: true },
  'test:full': { isMember: (file) => file.startsWith('full/'), timeoutMs: 30 * 60_000, sharesProcesses: false },
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

/** Entries for node's test runner, each of which runs its files in one process: starting and loading the service costs more than most tests. */
export function groupTests(root, files) {
  // Not below node_modules, where node looks for no tests.
  const folder = join(root, 'test-results', 'groups');
  mkdirSync(folder, { recursive: true });
  const support = pathToFileURL(join(root, 'test', 'support', 'group.ts')).href;
  return groupsOf(files).map(([name, members]) => {
    const entry = join(folder, `${name}.mjs`);
    const addresses = members.map((file) => pathToFileURL(join(root, 'test', file)).href);
    const code = `import { runTogether } from '${support}';\nrunTogether(${JSON.stringify(addresses, null, 2)});\n`;
    writeFileSync(entry, code);
    return entry;
  });
}

/** Browser files together, so that they share one browser, and first, because they take longest. */
function groupsOf(files) {
  const alone = files.filter((file) => ALONE.has(file)).map((file) => [nameOf(file), [file]]);
  const rest = files.filter((file) => !ALONE.has(file));
  const browser = rest.filter((file) => file.startsWith('browser/'));
  const others = rest.filter((file) => !file.startsWith('browser/'));
  const count = Math.ceil(others.length / GROUP_SIZE);
  // Every nth file: neighbours in the list are alike, and so would be the groups.
  const groups = Array.from({ length: count }, (_, index) => [
    `group-${index + 1}`,
    others.filter((_file, at) => at % count === index),
  ]);
  return [...(browser.length > 0 ? [['browser', browser]] : []), ...groups, ...alone];
}

function nameOf(file) {
  return file.replace(/\.test\.ts$/, '').replaceAll('/', '-');
}
