// Builds the command line into one file that runs on any Node from 20 on, with the client library in it.
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
