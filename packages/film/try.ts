// Makes one silent film: node packages/film/try.ts "a sailboat at sunset" [folder] [seconds] [seed]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FilmMaker } from './src/index.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [prompt = 'a sailboat at sunset', folder = 'film', seconds = '4', seed = '1'] = positionals;

await mkdir(folder, { recursive: true });
const film = await new FilmMaker().make(
  {
    type: 'text-to-video',
    prompt,
    durationSeconds: Number(seconds),
    resolution: '720p',
    aspectRatio: '16:9',
    fps: 24,
    format: 'mp4',
    seed: Number(seed),
    audio: false,
  },
  folder,
  (fraction, stage) => process.stderr.write(`\r${stage} ${Math.round(fraction * 100)} %   `),
  AbortSignal.timeout(600_000),
);
console.log(`\n${join(folder, film.files.video)}: ${film.durationSeconds} s, ${film.width} × ${film.height}`);
for (const warning of film.warnings) console.log(warning);
