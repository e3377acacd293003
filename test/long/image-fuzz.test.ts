// 500 damaged pictures: each gets a picture or a plain refusal; the studio neither dies nor grows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { ServiceError } from '../../src/core/errors.ts';
import { createStudio } from '../../src/engines/image/studio/studio.ts';
import { smallPhoto } from '../support/pictures.ts';

const FILES = 500;
const MEMORY_BOUND_MB = 1536;
const studio = createStudio();
after(() => studio.close());

test('500 mutated pictures crash nothing and stay within memory', async () => {
  const seeds = await makeSeeds();
  const random = randomFrom(20_261_115);
  const counts = { picture: 0, refused: 0 };
  const children = new Set<string>();
  for (let index = 0; index < FILES; index += 1) {
    const seed = seeds[index % seeds.length];
    if (!seed) throw new Error('no seed');
    const image = mutate(seed, random);
    const task = { kind: 'recode', image, format: 'png' } as const;
    const outcome = await studio
      .run(task, () => undefined, AbortSignal.timeout(60_000))
      .then(
        (made) => {
          assert.ok(made.width > 0);
          return 'picture' as const;
        },
        (error: unknown) => {
          assert.ok(error instanceof ServiceError, `file ${index}: ${error}`);
          assert.ok(error.status === 400 || error.status === 413, `file ${index}: ${error.code} ${error.message}`);
          return 'refused' as const;
        },
      );
    counts[outcome] += 1;
    for (const id of childIds()) children.add(id);
  }
  const peak = Math.max(...childIds().map(peakMegabytes));
  console.log(`${counts.picture} pictures, ${counts.refused} refusals, peak ${Math.round(peak)} MB`);
  assert.equal(counts.picture + counts.refused, FILES);
  assert.ok(counts.picture > 20 && counts.refused > 100, 'both ways out were taken');
  assert.equal(children.size, 1, 'the same process served them all: none crashed it');
  assert.ok(peak < MEMORY_BOUND_MB);
});

async function makeSeeds(): Promise<Uint8Array[]> {
  const base = sharp(await smallPhoto('coffee', 96));
  return Promise.all([
    base.clone().png().toBuffer(),
    base.clone().png({ palette: true }).toBuffer(),
    base.clone().png({ progressive: true }).toBuffer(),
    base.clone().jpeg({ quality: 80 }).toBuffer(),
    base
      .clone()
      .jpeg({ progressive: true })
      .withExif({ IFD0: { Copyright: 'x' } })
      .toBuffer(),
    base.clone().webp().toBuffer(),
    base.clone().webp({ lossless: true }).toBuffer(),
    base.clone().ensureAlpha(0.5).webp().toBuffer(),
    base.clone().gif().toBuffer(),
  ]);
}

/** Flips bits, overwrites runs, cuts, doubles, splices: mostly near the front, where the headers are. */
function mutate(seed: Uint8Array, random: () => number): Uint8Array {
  let bytes = Uint8Array.from(seed);
  const place = () => Math.floor((random() < 0.5 ? random() ** 3 : random()) * bytes.length);
  const times = 1 + Math.floor(random() * 6);
  for (let time = 0; time < times; time += 1) {
    const kind = Math.floor(random() * 6);
    const at = place();
    if (kind <= 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    else if (kind === 2) bytes.fill(Math.floor(random() * 256), at, at + Math.floor(random() * 16));
    else if (kind === 3) bytes = bytes.slice(0, Math.max(12, at));
    else if (kind === 4) bytes = Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(place())]);
    else for (let step = 0; step < 4; step += 1) bytes[at + step] = [0, 255, 127, 128][Math.floor(random() * 4)] ?? 0;
  }
  return bytes;
}

/** Small and repeatable: a failure can be run again. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function childIds(): string[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
}

function peakMegabytes(pid: string): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
