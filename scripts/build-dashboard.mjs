// Builds the dashboard if it was never built or a source file is newer than the build.
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './hand-over.mjs';

const KEEP_ASSETS_MS = 24 * 3600 * 1000;
// The client is part of the pages.
const SOURCES = ['src', 'public', 'index.html', 'package.json', 'vite.config.ts', '../client/src'];

export async function buildDashboard(root, runtime) {
  const dashboard = join(root, 'dashboard');
  if (!existsSync(join(dashboard, 'package.json')) || isFresh(dashboard)) return;
  process.stderr.write('Building the dashboard (once)…\n');
  const vite = [join(root, 'node_modules'), join(dashboard, 'node_modules')]
    .map((modules) => join(modules, 'vite', 'bin', 'vite.js'))
    .find(existsSync);
  if (!vite) throw new Error('The dashboard cannot be built: vite is not installed. Run npm install.');
  const fresh = join(dashboard, `.dist-${process.pid}`);
  const args = [vite, 'build', '--logLevel', 'error', '--outDir', fresh];
  const { code } = await runChild(runtime, args, { cwd: dashboard });
  if (code !== 0) throw new Error('Building the dashboard failed; see the output above.');
  replaceBuild(fresh, join(dashboard, 'dist'));
}

/** Replaces the old build by renaming, so that a running server never serves an incomplete build. */
export function replaceBuild(fresh, target) {
  const old = `${fresh}-old`;
  // Two simultaneous builds replace each other's result, and may briefly find none.
  ignoring(['ENOENT'], () => {
    keepAssets(join(target, 'assets'), join(fresh, 'assets'));
    renameSync(target, old);
  });
  const isReplaced = ignoring(['ENOTEMPTY', 'EEXIST'], () => renameSync(fresh, target));
  if (!isReplaced) rmSync(fresh, { recursive: true, force: true });
  rmSync(old, { recursive: true, force: true });
}

/** False if the work failed with one of these codes. */
function ignoring(codes, work) {
  try {
    work();
    return true;
  } catch (error) {
    if (!codes.includes(error.code)) throw error;
    return false;
  }
}

/** Pages that are open in browsers still request the assets of the build that they were loaded from. */
function keepAssets(from, to) {
  if (!existsSync(from)) return;
  const isRecent = (name) => Date.now() - statSync(join(from, name)).mtimeMs < KEEP_ASSETS_MS;
  for (const name of readdirSync(from).filter((one) => !existsSync(join(to, one)) && isRecent(one))) {
    copyFileSync(join(from, name), join(to, name));
    const { atime, mtime } = statSync(join(from, name));
    utimesSync(join(to, name), atime, mtime);
  }
}

function isFresh(dashboard) {
  const page = join(dashboard, 'dist', 'index.html');
  if (!existsSync(page)) return false;
  const builtMs = statSync(page).mtimeMs;
  return SOURCES.every((source) => newestMs(join(dashboard, source)) <= builtMs);
}

function newestMs(path) {
  if (!existsSync(path)) return 0;
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  return Math.max(
    0,
    ...readdirSync(path, { recursive: true }).map((name) => statSync(join(path, String(name))).mtimeMs),
  );
}
