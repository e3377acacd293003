// The entry point of every npm script: installs missing dependencies, then runs the command with the project's own Node 24.
// Plain JavaScript without dependencies, because it must run on the machine's Node before anything is installed.
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDashboard } from './build-dashboard.mjs';
import { handOver } from './hand-over.mjs';
import { ensureInstalled } from './install.mjs';
import { findRuntime } from './runtime.mjs';
import { testArguments } from './test-arguments.mjs';

// Not import.meta.dirname, which Node 20 has only since 20.11.
const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const SERVICE_COMMANDS = [
  'start',
  'serve',
  'work',
  'migrate',
  'accounts',
  'keys',
  'models',
  'prices',
  'import',
  'doctor',
  'backup',
  'restore',
  'rotate-secret',
  'docs',
];
// A small young generation saves 20 MB when idle, for machines with other work. Dedicated nodes (deploy/Dockerfile)
// use Node's default, which streams faster (bench gateway), and keep their compiled code in quiet times (docs/decisions/0067).
// The second flag is for both (docs/decisions/0138).
const SERVICE_FLAGS = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring'];
const TEST_COMMANDS = ['test', 'test:full', 'test:long'];
const COMMANDS_WITH_DASHBOARD = ['start', 'serve', 'test', 'test:full'];
const COMMANDS_WITH_COMPILE_CACHE = [...SERVICE_COMMANDS, ...TEST_COMMANDS];

const [command = '', ...args] = process.argv.slice(2);
try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function run() {
  await ensureInstalled(ROOT, { development: !SERVICE_COMMANDS.includes(command) });
  const runtime = findRuntime(ROOT);
  if (COMMANDS_WITH_DASHBOARD.includes(command)) await buildDashboard(ROOT, runtime);
  // Caches compiled code between starts, from the first file on: with a warm cache, Node does not load its TypeScript parser,
  // which saves time and 15 MB.
  if (COMMANDS_WITH_COMPILE_CACHE.includes(command))
    process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache');
  await handOver(runtime, nodeArguments(), ROOT);
}

function nodeArguments() {
  if (SERVICE_COMMANDS.includes(command)) return [...SERVICE_FLAGS, 'src/main.ts', command, ...args];
  if (TEST_COMMANDS.includes(command)) return testArguments(ROOT, command, args);
  if (command === 'generate') return generateArguments();
  if (command === 'test:repeat') return ['scripts/repeat-tests.mjs', ...args];
  if (command === 'bench') return benchArguments();
  if (command === 'check') return ['scripts/check.mjs', ...args];
  if (command === 'mutate') return ['scripts/mutate.mjs', ...args];
  if (command === 'release') return ['scripts/release.mjs', ...args];
  if (command === 'soak') return soakArguments();
  if (command === 'clients') return ['scripts/clients.mjs', ...args];
  if (command === 'sheets') return ['scripts/contact-sheets.mjs', ...args];
  const known = [
    ...SERVICE_COMMANDS,
    ...TEST_COMMANDS,
    'generate',
    'test:repeat',
    'bench',
    'check',
    'clients',
    'mutate',
    'release',
    'sheets',
    'soak',
  ];
  throw new Error(`Unknown command "${command}". Known: ${known.join(', ')}.`);
}

/** The tests that compare generated files with their sources write them instead. */
function generateArguments() {
  process.env.UPDATE = '1';
  const names = ['client-generated', 'client-third-party', 'generated-pages', 'kubernetes-rendered'];
  return testArguments(
    ROOT,
    'test',
    names.map((name) => `test/contract/${name}.test.ts`),
  );
}

/** `soak 4h` or `soak 90m`: the long test of everything at once, for that time. */
function soakArguments() {
  const [, count, unit] = /^(\d+)([mh])$/.exec(args[0] ?? '') ?? [];
  if (!count) throw new Error('Name a time: npm run soak -- 90m, or 4h.');
  process.env.SOAK_MINUTES = String(Number(count) * (unit === 'h' ? 60 : 1));
  return testArguments(ROOT, 'test:long', ['test/long/soak.test.ts']);
}

function benchArguments() {
  const [name, ...rest] = args;
  if (name && existsSync(join(ROOT, 'bench', `${name}.ts`))) return [`bench/${name}.ts`, ...rest];
  const names = readdirSync(join(ROOT, 'bench')).filter((file) => file.endsWith('.ts'));
  const list = names.map((file) => file.slice(0, -'.ts'.length)).join(', ');
  throw new Error(`Name a benchmark: npm run bench -- <name>. Known: ${list || 'none yet'}.`);
}
