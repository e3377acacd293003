// The arguments of node's test runner for each of our test commands.
import { availableParallelism } from 'node:os';
import { findTests, queueTests, SUITES } from './test-files.mjs';

const REPORTER = ['--test-reporter=./test/support/reporter.ts', '--test-reporter-destination=stdout'];
const COVERAGE = ['--experimental-test-coverage', '--test-coverage-include=src/**'];

/** Three more than cores, because tests spend half of their time waiting for timers, databases and browsers. */
const PROCESSES = Math.min(6, availableParallelism() + 3);
/** Tests of the full suite compute more and wait less. */
const PROCESSES_OF_FULL = Math.min(6, availableParallelism() + 2);

/** Files named on the command line replace the whole suite; flags are passed to node's own test runner. */
export function testArguments(root, command, args) {
  const { isMember, timeoutMs, isShared } = SUITES[command];
  const processes = command === 'test' ? PROCESSES : PROCESSES_OF_FULL;
  const named = args.filter((arg) => !arg.startsWith('-'));
  const flags = args.filter((arg) => arg.startsWith('-') && arg !== '--coverage');
  const found = named.length > 0 ? [] : findTests(root, isMember);
  const files = queueTests(root, found, { processes, isShared });
  if (files.length + named.length === 0) throw new Error('No test files found.');
  return [
    '--test',
    `--test-concurrency=${processes}`,
    `--test-timeout=${timeoutMs}`,
    // An open handle of a failed test must not keep its process alive.
    '--test-force-exit',
    '--test-global-setup=./test/support/global-setup.ts',
    ...(flags.some((flag) => flag.startsWith('--test-reporter')) ? [] : REPORTER),
    ...(args.includes('--coverage') ? COVERAGE : []),
    ...flags,
    ...named,
    ...files,
  ];
}
