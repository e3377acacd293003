// Installs the dependencies if they are missing or differ from package-lock.json, one process at a time: those of the service,
// or also those of its development.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { missingBuilds, removeOtherPlatformBuilds, thisMachine, unsupportedReason } from './platform.mjs';

const LOCK_HEARTBEAT_MS = 1_000;
const LOCK_STALE_MS = 15_000;
/** The mark in a stamp for installed development packages. */
const DEVELOPMENT = 'development';

/** `development` asks for the packages that test, check and measure the service too. */
export async function ensureInstalled(root, { development = false } = {}) {
  if (isInstalled(root, development)) return;
  const reason = unsupportedReason();
  if (reason) throw new Error(reason);
  const release = await takeLock(lockPath(root));
  try {
    // npm removes packages that it is not asked for: a checkout with the development packages keeps them.
    if (!isInstalled(root, development)) await install(root, development || hasDevelopment(root));
  } finally {
    release();
  }
}

/** Checks our stamp file first; if it differs (e.g. after an `npm install x`), compares npm's own record of the installed packages. */
function isInstalled(root, development) {
  const lockfile = readText(join(root, 'package-lock.json'));
  const digest = createHash('sha256').update(lockfile).digest('hex');
  const stamp = (kind) => `${digest} ${process.platform}-${process.arch} ${kind}\n`;
  const found = readText(stampPath(root));
  if (found === stamp(DEVELOPMENT) || (!development && found === stamp('service'))) return true;
  const record = readText(join(root, 'node_modules', '.package-lock.json'));
  if (!matchesInstalled({ root, lockfile, record, development })) return false;
  const hasAll = development || matchesInstalled({ root, lockfile, record, development: true });
  try {
    writeFileSync(stampPath(root), stamp(hasAll ? DEVELOPMENT : 'service'));
  } catch {
    // node_modules is not writable for this user: the full check is then repeated on every start.
  }
  return true;
}

function hasDevelopment(root) {
  return readText(stampPath(root)).trim().endsWith(` ${DEVELOPMENT}`);
}

function matchesInstalled({ root, lockfile, record, development }) {
  if (!lockfile || !record) return false;
  const wanted = JSON.parse(lockfile).packages;
  const present = JSON.parse(record).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || (entry.dev && !development)) return true;
    // A link to a package of this repository: a checkout from before that package was added lacks it.
    if (entry.link) return existsSync(join(root, path));
    const installed = present[path];
    // Optional packages of other platforms are in the lockfile but not installed.
    return installed ? installed.version === entry.version : Boolean(entry.optional || entry.devOptional);
  });
}

async function install(root, development) {
  process.stderr.write('Installing dependencies (once, about a minute)… ');
  const startedMs = Date.now();
  // Not `npm ci`: it refuses a lockfile that lacks builds for platforms which the configured registry does not have.
  // With --no-save the lockfile still determines every version and is not rewritten.
  const flags = ['--no-save', development ? '--include=dev' : '--omit=dev', '--include=optional', '--loglevel=error'];
  await runNpm(root, ['install', ...flags]);
  const builds = missingBuilds(root, thisMachine());
  if (builds.length > 0) await runNpm(root, ['install', ...flags, ...builds]);
  removeOtherPlatformBuilds(root, thisMachine());
  if (!isInstalled(root, development)) throw new Error('failed: the installed packages differ from package-lock.json.');
  process.stderr.write(`done in ${Math.round((Date.now() - startedMs) / 1_000)} s.\n`);
}

function runNpm(root, args) {
  // Removes our node_modules/.bin from PATH: npm may replace the Node in it during the installation.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => entry !== join(root, 'node_modules', '.bin'));
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      cwd: root,
      env: { ...process.env, PATH: path.join(delimiter) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', (error) => reject(new Error(`npm could not be run: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`failed.\n${output.trim()}\nInstalling the dependencies failed.`));
    });
  });
}

/** Takes a lock file with a heartbeat: the lock of a killed process becomes stale. */
async function takeLock(path) {
  for (;;) {
    try {
      closeSync(openSync(path, 'wx'));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (ageMs(path) > LOCK_STALE_MS) dropStale(path);
    else await wait(200);
  }
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), LOCK_HEARTBEAT_MS);
  return () => {
    clearInterval(heartbeat);
    rmSync(path, { force: true });
  };
}

/** Renames the lock before deleting it: only one of two waiters succeeds, and a lock taken in the meantime is restored. */
function dropStale(path) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (ageMs(aside) > LOCK_STALE_MS) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function lockPath(root) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(tmpdir(), `atelier-install-${userInfo().uid}-${name}.lock`);
}

function stampPath(root) {
  return join(root, 'node_modules', '.atelier-stamp');
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
