// Reports a test run: one line per file, failures in full, what was covered and what took long, then node's closing counts.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { coverageTable } from './coverage-table.ts';
import type { TestQueue } from './group.ts';
import { type EndedTest, TestTimes } from './test-times.ts';

const COUNTS = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms'];

/** Node's words for an error that nobody awaited. */
const LATE_ERROR = /^Error: .* at (\S+\.test\.ts):\d+:\d+ generated asynchronous activity after the test ended/;

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const times = new TestTimes();
  const failures: (EndedTest & { why: string })[] = [];
  const notRun: string[] = [];
  const counts = new Map<string, string>();
  const queues = new Set<string>();
  /** Errors that came after their test had ended: they fail a process, and node names its file only in these words. */
  const late: { file: string; why: string }[] = [];
  for await (const event of source) {
    if (event.data && 'file' in event.data && event.data.file?.endsWith('.mjs'))
      queues.add(dirname(pathOf(event.data.file)));
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message;
    if (event.type === 'test:coverage') yield coverageTable(event.data.summary);
    if (event.type === 'test:diagnostic') {
      const [name = '', value = ''] = event.data.message.split(' ');
      if (event.data.nesting === 0 && COUNTS.includes(name)) counts.set(name, value);
      else yield `  ${event.data.message}\n`;
      const file = LATE_ERROR.exec(event.data.message)?.[1];
      if (file) late.push({ file, why: event.data.message });
    }
    // The end of a process: of one file, or of a group whose files have told their ends already.
    if (event.type === 'test:summary' && event.data.file?.endsWith('.test.ts'))
      yield times.endFile(placeOf(event.data.file), event.data.duration_ms, event.data.success);
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const ended = endedTest(event);
    if (event.type === 'test:fail' && !isOfItsTests(event)) {
      const culprit = ended.file.endsWith('.mjs') ? late.pop() : undefined;
      failures.push({ ...ended, why: causeOf(event.data.details.error), ...culprit });
      yield `✖ ${culprit?.file ?? ended.file}: ${ended.name}\n`;
    }
    const death = event.type === 'test:fail' && deathOf(event.data.details.error);
    if (death) {
      failures.push({ ...ended, why: death });
      yield `✖ ${ended.file}: ${death}\n`;
    }
    if (event.data.details.type === 'suite') {
      if (isFileOfGroup(event)) yield times.endFile(ended.name, ended.ms, event.type === 'test:pass');
      continue;
    }
    times.addTest(ended);
    const why = event.data.skip ?? event.data.todo;
    if (why !== undefined && why !== false)
      notRun.push(`${ended.file}: ${ended.name} (${why === true ? 'no reason' : why})`);
  }
  for (const file of filesOf(queues).filter((one) => !times.hasEnded(one)))
    failures.push({ file, name: 'the file', ms: 0, why: 'It did not run to its end: see the other failures.' });
  const mustRunAll = process.env.CI !== undefined && !['', '0', 'false'].includes(process.env.CI);
  // Not left to node, which does not count a suite that failed in a hook of its own.
  if (failures.length > 0 || (mustRunAll && notRun.length > 0)) process.exitCode = 1;
  // For .ci/run, which runs a file that failed once more, alone.
  if (process.env.FAILED_TESTS)
    writeFileSync(process.env.FAILED_TESTS, [...new Set(failures.map(({ file }) => `${file}\n`))].join(''));
  for (const { file, name, why } of failures) yield `\n✖ ${file}\n  ${name}\n${why.replace(/^/gm, '    ')}\n`;
  if (notRun.length > 0) {
    yield `\n${notRun.length} tests were skipped or are to do${mustRunAll ? ', which fails this run' : ''}:\n`;
    for (const line of notRun) yield `  ${line}\n`;
  }
  yield times.summary();
  const failed = Math.max(Number(counts.get('fail') ?? 0), failures.length);
  for (const name of COUNTS) yield `# ${name} ${name === 'fail' ? failed : (counts.get(name) ?? 0)}\n`;
}

function endedTest({ data }: Ended): EndedTest {
  return { name: data.name, file: placeOf(data.file), ms: data.details.duration_ms };
}

/** See group.ts: a file that shares its process is a suite named after it. */
function isFileOfGroup({ data }: Ended): boolean {
  return data.nesting === 0 && data.name.endsWith('.test.ts');
}

/** A suite that failed only because a test in it did: nothing new. */
function isOfItsTests(event: Ended): boolean {
  const error = 'error' in event.data.details ? (event.data.details.error as { failureType?: string }) : undefined;
  return error?.failureType === 'subtestsFailed';
}

/** How a process ended, if not by itself: 1 is the exit code of a process in which a test failed. */
function deathOf(error: Error & { exitCode?: number | null; signal?: string | null }): string | undefined {
  const { exitCode, signal } = error;
  if (signal) return `The process was ended by ${signal}.`;
  return exitCode && exitCode !== 1 ? `The process exited with ${exitCode}.` : undefined;
}

function causeOf(error: Error): string {
  const { cause } = error;
  if (cause instanceof Error) return cause.stack ?? cause.message;
  if (cause === undefined) return error.message;
  return typeof cause === 'string' ? cause : inspect(cause);
}

function placeOf(file: string | undefined): string {
  return file === undefined ? 'unknown file' : relative(process.cwd(), pathOf(file));
}

function pathOf(file: string): string {
  return file.replace(/^file:\/\//, '');
}

/** Of the queues in these folders (see group.ts): a process that dies takes its file with it, and nobody else would miss it. */
function filesOf(folders: ReadonlySet<string>): string[] {
  const queues = [...folders].map((folder) => join(folder, 'queue.json')).filter((path) => existsSync(path));
  return queues.flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as TestQueue).flat()).map(placeOf);
}
