// The entry of every npm script: makes sure the dependencies are there, then hands over to the project's own Node 24.
// Plain JavaScript without dependencies, because it must run on the machine's Node before anything is installed.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildDashboard } from './build-dashboard.mjs';
import { handOver } from './hand-over.mjs';
import { ensureInstalled } from './install.mjs';
import { findRuntime } from './runtime.mjs';
import { testArguments } from './test-arguments.mjs';

const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const SERVICE_COMMANDS = [
  'start',
  'serve',
  'work',
  'migrate',
  'accounts',
  'keys',
  'models',
  'doctor',
  'backup',
  'restore',
  'rotate-secret',
];
// A small young generation: 20 MB less when idle, for a machine that does other things too. Nodes of their own
// (deploy/Dockerfile) run with Node's default, which streams faster (bench gateway).
const SERVICE_FLAGS = ['--max-semi-space-size=4'];
const TEST_COMMANDS = ['test', 'test:full', 'test:long'];
const COMMANDS_WITH_PAGES = ['start', 'serve', 'test', 'test:full'];
const COMPILED_ONCE = [...SERVICE_COMMANDS, ...TEST_COMMANDS];

const [command = '', ...args] = process.argv.slice(2);
try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function run() {
  await ensureInstalled(ROOT);
  const runtime = findRuntime(ROOT);
  if (COMMANDS_WITH_PAGES.includes(command)) await buildDashboard(ROOT, runtime);
  // Compiled code is kept between starts, from the very first file on: whoever finds it needs neither the time nor the 15 MB of
  // the reader of TypeScript.
  if (COMPILED_ONCE.includes(command)) process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  await handOver(runtime, nodeArguments(), ROOT);
}

function nodeArguments() {
  if (SERVICE_COMMANDS.includes(command)) return [...SERVICE_FLAGS, 'src/main.ts', command, ...args];
  if (TEST_COMMANDS.includes(command)) return testArguments(ROOT, command, args);
  if (command === 'test:repeat') return ['scripts/repeat-tests.mjs', ...args];
  if (command === 'bench') return benchArguments();
  if (command === 'check') return ['scripts/check.mjs', ...args];
  const known = [...SERVICE_COMMANDS, ...TEST_COMMANDS, 'test:repeat', 'bench', 'check'];
  throw new Error(`Unknown command "${command}". Known: ${known.join(', ')}.`);
}

function benchArguments() {
  const [name, ...rest] = args;
  if (name && existsSync(join(ROOT, 'bench', `${name}.ts`))) return [`bench/${name}.ts`, ...rest];
  const names = readdirSync(join(ROOT, 'bench')).filter((file) => file.endsWith('.ts'));
  const list = names.map((file) => file.slice(0, -'.ts'.length)).join(', ');
  throw new Error(`Say which bench: npm run bench -- <name>. Known: ${list || 'none yet'}.`);
}
