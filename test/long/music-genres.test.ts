// Genres are told apart by ear: a nearest-centroid listener who heard two songs of each knows the third.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { listen } from '../../bench/music-features.ts';
import { GENRES } from '../../packages/composer/src/genres/catalogue.ts';
import type { GenreStyle } from '../../packages/composer/src/genres/style.ts';
import { composeScore } from '../../packages/composer/src/score/compose.ts';
import { planForm } from '../../packages/composer/src/score/form.ts';
import { mixBand } from '../../packages/composer/src/sound/mixer.ts';
import { Sampler } from '../../packages/composer/src/sound/sampler.ts';
import { readOrder } from '../../packages/composer/src/understand/prompt.ts';
import { soundBankPath } from '../support/sound-probe.ts';

const SAMPLE_RATE = 44_100;
const SECONDS = 30;
const SEEDS = [101, 202, 303];
const WANTED = 0.8;

interface Example {
  genre: string;
  seed: number;
  features: number[];
}

async function hear(genre: GenreStyle, seed: number, sampler: Sampler): Promise<Example> {
  const understood = readOrder({
    prompt: 'music',
    genre: genre.id,
    durationSeconds: SECONDS,
    seed,
    instrumental: true,
    voices: [],
    mastering: { preset: 'off' },
  });
  const form = planForm(understood.style, { seconds: SECONDS, tempo: understood.tempo });
  const score = composeScore({
    title: '',
    ...understood,
    form,
    seconds: SECONDS,
    seed,
    words: {},
    isSung: false,
    range: { low: 60, high: 79 },
  });
  const sound = await mixBand(score, sampler, {
    sampleRate: SAMPLE_RATE,
    seed,
    onStem: async () => undefined,
    onTrack: () => undefined,
  });
  return { genre: genre.id, seed, features: listen(sound, SAMPLE_RATE).features };
}

/** Every feature counts alike: divided by how much it varies within a genre. */
function scaleOf(examples: readonly Example[]): number[] {
  const length = examples[0]?.features.length ?? 0;
  return Array.from({ length }, (_, index) => {
    let inside = 1e-6;
    for (const example of examples)
      inside += ((example.features[index] ?? 0) - (centroid(examples, example.genre)[index] ?? 0)) ** 2;
    return Math.sqrt(inside / examples.length) + 0.05;
  });
}

function centroid(examples: readonly Example[], genre: string): number[] {
  const own = examples.filter((example) => example.genre === genre);
  return (own[0]?.features ?? []).map(
    (_, index) => own.reduce((sum, example) => sum + (example.features[index] ?? 0), 0) / own.length,
  );
}

test('genres are told apart by what is measured of their sound', async (t) => {
  const bank = await readFile(await soundBankPath());
  const sampler = Sampler.load(new Uint8Array(bank).buffer, SAMPLE_RATE);
  const examples: Example[] = [];
  for (const genre of GENRES) for (const seed of SEEDS) examples.push(await hear(genre, seed, sampler));
  const mistakes: string[] = [];
  for (const held of SEEDS) {
    const known = examples.filter((example) => example.seed !== held);
    const scale = scaleOf(known);
    const centroids = GENRES.map((genre) => ({ genre: genre.id, place: centroid(known, genre.id) }));
    for (const example of examples.filter((one) => one.seed === held)) {
      const ranked = centroids
        .map(({ genre, place }) => ({
          genre,
          far: place.reduce(
            (sum, value, index) => sum + ((value - (example.features[index] ?? 0)) / (scale[index] ?? 1)) ** 2,
            0,
          ),
        }))
        .sort((a, b) => a.far - b.far);
      if (ranked[0]?.genre !== example.genre)
        mistakes.push(`${example.genre} (seed ${held}) heard as ${ranked[0]?.genre}`);
    }
  }
  const right = 1 - mistakes.length / examples.length;
  t.diagnostic(`${GENRES.length} genres, ${examples.length} songs, ${(right * 100).toFixed(1)} % right`);
  for (const mistake of mistakes) t.diagnostic(mistake);
  assert.ok(right >= WANTED, `${(right * 100).toFixed(1)} % right\n${mistakes.join('\n')}`);
});
