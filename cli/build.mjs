// Builds the command line, with the client library, into one file that runs on Node 20 and later.
import { join } from 'node:path';
import { build } from 'esbuild';

await build({
  entryPoints: [join(import.meta.dirname, 'src/main.ts')],
  outfile: join(import.meta.dirname, 'dist/main.js'),
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
});
