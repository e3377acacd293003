// Paints one picture: node packages/painter/try.ts "a red balloon" [file.png] [seed]
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { Painter } from './src/index.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [prompt = 'a red balloon', path = 'picture.png', seed = '1'] = positionals;

const [picture] = await new Painter().paint(
  { prompt, width: 1024, height: 768, count: 1, seed: Number(seed), format: 'png' },
  (fraction, stage) => process.stderr.write(`\r${stage} ${Math.round(fraction * 100)} %   `),
  AbortSignal.timeout(300_000),
);
if (picture) await writeFile(path, picture.bytes);
console.log(`\n${path}: ${prompt}`, ...(picture?.warnings ?? []));
