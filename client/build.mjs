// Builds the package: one module for Node and browsers, and its declarations.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

const HERE = import.meta.dirname;
rmSync(join(HERE, 'dist'), { recursive: true, force: true });
await build({
  entryPoints: [join(HERE, 'src/entry.ts')],
  outfile: join(HERE, 'dist/atelier-client.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
});
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const { status } = spawnSync(process.execPath, [tsc, '-p', join(HERE, 'tsconfig.json')], { stdio: 'inherit' });
process.exitCode = status ?? 1;
