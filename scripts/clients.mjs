// Installs and updates the third-party programs of the client matrix: `npm run clients -- install|refresh`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** Each has its own lock, because the libraries are small and the agents take a gigabyte. */
export const CLIENT_SETS = ['sdks', 'agents'];

/** A script after the installation puts the program of this platform into place; no other script runs. */
const HAVE_SCRIPTS = { agents: ['@anthropic-ai/claude-code', 'opencode-ai'] };

/** The folder with the installed programs of a set: one for each lock, outside of the checkout, so that no test or build reads them. */
export function installClients(set) {
  const source = join(ROOT, 'test/clients', set);
  const lock = readFileSync(join(source, 'package-lock.json'));
  const name = `${set}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}-${process.platform}-${process.arch}`;
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'atelier-clients', name);
  if (!existsSync(folder)) installInto(folder, source, HAVE_SCRIPTS[set]);
  copyDrivers(join(source, 'drivers'), join(folder, 'drivers'));
  return folder;
}

/** Installed under another name and then renamed: an existing folder is complete, even if two runs install at once. */
function installInto(folder, source, withScripts) {
  const beside = `${folder}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(source, file), join(beside, file));
    // Not `npm ci`: it refuses a lock that lacks builds for platforms which the configured registry does not have.
    runNpm(beside, ['install', '--no-save', '--loglevel=error']);
    if (withScripts) runNpm(beside, ['rebuild', ...withScripts, '--ignore-scripts=false']);
    if (!existsSync(folder)) renameSync(beside, folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** A driver imports its library by name, which Node looks up beside the driver. */
function copyDrivers(from, to) {
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const file of readdirSync(from)) copyFileSync(join(from, file), join(to, file));
}

/** npm chooses versions by the Node that runs it: ours, not the machine's. */
function runNpm(cwd, args) {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}.\n${stderr}`);
  return stdout;
}

/** Updates every client to its newest version, and rewrites the lock. */
function refresh(set) {
  const folder = join(ROOT, 'test/clients', set);
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const newest = runNpm(folder, ['view', name, 'version']).trim();
    if (newest !== version) process.stdout.write(`${name}: ${version} → ${newest}\n`);
    manifest.dependencies[name] = newest;
  }
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  runNpm(folder, ['install', '--package-lock-only', '--loglevel=error']);
}

const COMMANDS = {
  install: (set) => process.stdout.write(`${installClients(set)}\n`),
  refresh,
};

if (import.meta.filename === process.argv[1]) {
  const [command = '', ...named] = process.argv.slice(2);
  const run = COMMANDS[command];
  if (!run || named.some((set) => !CLIENT_SETS.includes(set))) {
    process.stderr.write(
      `Name what to do: npm run clients -- ${Object.keys(COMMANDS).join('|')} [${CLIENT_SETS.join('|')}].\n`,
    );
    process.exit(1);
  }
  for (const set of named.length > 0 ? named : CLIENT_SETS) run(set);
}
