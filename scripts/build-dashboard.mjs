// Builds the dashboard's pages when there are none yet or a source file is newer than they are.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './hand-over.mjs';

const SOURCES = ['src', 'public', 'index.html', 'package.json', 'vite.config.ts'];

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
  if (code !== 0) throw new Error('The dashboard could not be built; see the lines above.');
  putInPlace(fresh, join(dashboard, 'dist'));
}

/** Built beside and moved at once: a server that is running never finds half of it. */
function putInPlace(fresh, place) {
  const old = `${fresh}-old`;
  if (existsSync(place)) renameSync(place, old);
  renameSync(fresh, place);
  rmSync(old, { recursive: true, force: true });
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
