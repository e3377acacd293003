// Runs the quick tests again and again beside busy processes, and prints how long each run took and what failed.
// --stall also stops the processes of the tests at random for up to 0.6 s, which finds in minutes what busy processes find in hours.
// npm run test:repeat -- 30 --busy 4 [--stall] [-- arguments of npm test]
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stallDescendants } from './stall-processes.mjs';

const ROOT = join(import.meta.dirname, '..');
const RUN_LIMIT_MS = 60 * 60_000;
/** The whole output of runs that failed. */
const LOGS = join(ROOT, 'test-results', 'repeat');

const { runs, busyCount, isStalled, rest } = readArguments(process.argv.slice(2));
const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
process.on('exit', endAll);

const rows = [];
for (let run = 1; run <= runs; run += 1) {
  const busy = Array.from({ length: busyCount }, startBusy);
  const row = await runTests(run);
  for (const child of busy) child.kill('SIGKILL');
  rows.push(row);
  process.stdout.write(`run ${run} of ${runs}: ${row.seconds} s, ${row.failures.length} failures\n`);
  for (const failure of row.failures) process.stdout.write(`  ${failure}\n`);
}
printTable();
process.exitCode = rows.every(({ code, failures }) => code === 0 && failures.length === 0) ? 0 : 1;

function readArguments(args) {
  const divide = args.indexOf('--');
  const { values, positionals } = parseArgs({
    args: divide < 0 ? args : args.slice(0, divide),
    options: { busy: { type: 'string', default: '0' }, stall: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const runs = Number(positionals[0] ?? 1);
  const busyCount = Number(values.busy);
  if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(busyCount) || busyCount < 0)
    throw new Error('Usage: npm run test:repeat -- <runs> [--busy <processes>] [--stall] [-- <arguments of npm test>]');
  if (values.stall && process.platform !== 'linux') throw new Error('--stall works on Linux only.');
  return { runs, busyCount, isStalled: values.stall, rest: divide < 0 ? [] : args.slice(divide + 1) };
}

/** Ends by itself when this process has ended in any way, because its pipe closes. */
function startBusy() {
  const code = `process.stdin.resume().on('end', () => process.exit()).on('error', () => process.exit());
(function burn() { const stop = Date.now() + 50; while (Date.now() < stop); setImmediate(burn); })();`;
  return keep(spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'ignore', 'ignore'] }));
}

function runTests(run) {
  const startedMs = Date.now();
  return new Promise((resolve) => {
    const child = keep(
      spawn(process.execPath, [join(ROOT, 'scripts', 'run.mjs'), 'test', ...rest], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
    );
    const endStalls = isStalled ? stallDescendants(child.pid) : () => 0;
    process.once('exit', endStalls);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      output += piece;
    });
    const impatience = setTimeout(() => child.kill('SIGTERM'), RUN_LIMIT_MS);
    child.once('close', (code) => {
      clearTimeout(impatience);
      process.off('exit', endStalls);
      const stalls = endStalls();
      const failures = [
        ...new Set([...output.matchAll(/^✖ ((?:test|test-results|packages)\/.+: .+)$/gm)].map(([, line]) => line)),
      ];
      if (code !== 0 && failures.length === 0) failures.push(`ended with ${code}: ${output.slice(-500)}`);
      if (failures.length > 0) keepLog(run, output);
      const seconds = Math.round((Date.now() - startedMs) / 1000);
      resolve({ run, code, seconds, stalls, tests: countOf(output), failures });
    });
  });
}

function keepLog(run, output) {
  mkdirSync(LOGS, { recursive: true });
  writeFileSync(join(LOGS, `run-${run}.log`), output);
}

function countOf(output) {
  return Number(/^# tests (\d+)$/m.exec(output)?.[1] ?? 0);
}

function keep(child) {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function endAll() {
  for (const child of children) child.kill('SIGTERM');
}

function printTable() {
  process.stdout.write('\n| run | seconds | stalls | tests | failures |\n|---:|---:|---:|---:|---|\n');
  for (const { run, seconds, stalls, tests, failures } of rows)
    process.stdout.write(`| ${run} | ${seconds} | ${stalls} | ${tests} | ${failures.join('; ') || 'none'} |\n`);
  const times = rows.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const failed = rows.filter(({ failures }) => failures.length > 0).length;
  process.stdout.write(
    `\n${rows.length} runs beside ${busyCount} busy processes: ${failed} failed; median ${times[Math.floor(times.length / 2)]} s, longest ${times.at(-1)} s.\n`,
  );
}
