// Builds the published package in dist: one module for Node and browsers, its declarations and its own package.json.
// The package.json beside this file points to the sources: in a checkout nothing has to be built, and nothing can be stale.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = join(HERE, 'dist');
rmSync(DIST, { recursive: true, force: true });
await build({
  entryPoints: [join(HERE, 'src/entry.ts')],
  outfile: join(DIST, 'atelier-client.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
});
const { private: _, scripts: __, ...manifest } = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'));
const exports = { '.': { types: './entry.d.ts', default: './atelier-client.js' } };
writeFileSync(join(DIST, 'package.json'), `${JSON.stringify({ ...manifest, exports }, null, 2)}\n`);
copyFileSync(join(HERE, 'README.md'), join(DIST, 'README.md'));
copyFileSync(join(HERE, '..', 'LICENSE'), join(DIST, 'LICENSE'));
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', join(HERE, 'tsconfig.json')], { stdio: 'inherit' });
process.exitCode = status ?? 1;
