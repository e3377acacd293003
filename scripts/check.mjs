// `npm run check`: runs every static check, even if one fails, and prints a summary.
import { join } from 'node:path';
import { runChild } from './hand-over.mjs';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');

const CHECKS = [
  { name: 'biome', program: join(BIN, 'biome'), args: ['check', '.'] },
  { name: 'tsc', program: join(BIN, 'tsc'), args: ['--noEmit', '-p', '.'] },
  { name: 'tsc dashboard', program: join(BIN, 'tsc'), args: ['--noEmit', '-p', 'dashboard'] },
  { name: 'tsc docs', program: join(BIN, 'tsc'), args: ['--noEmit', '-p', 'src/modules/docs/browser'] },
  { name: 'fence', program: process.execPath, args: ['scripts/check-fence.mjs'] },
  { name: 'parameters', program: process.execPath, args: ['scripts/count-parameters.mjs'] },
  { name: 'glossary', program: process.execPath, args: ['scripts/check-glossary.mjs'] },
  { name: 'deploy', program: process.execPath, args: ['scripts/check-deploy.mjs'] },
  {
    name: 'knip',
    program: process.execPath,
    args: [join(ROOT, 'node_modules', 'knip', 'bin', 'knip.js'), '--no-progress'],
  },
];

const results = [];
for (const { name, program, args } of CHECKS) {
  console.log(`── ${name}`);
  const { code, signal } = await runChild(program, args, { cwd: ROOT });
  if (signal) process.exit(code);
  results.push({ name, isGreen: code === 0 });
}
console.log(`── ${results.map(({ name, isGreen }) => `${name} ${isGreen ? 'ok' : 'FAILED'}`).join(' · ')}`);
process.exitCode = results.every(({ isGreen }) => isGreen) ? 0 : 1;
