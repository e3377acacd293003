// What moves in a film moves through the world, measured on the pixels of the subject: how far it gets, whether it hovers or slides.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { readPrompt } from '@atelier/reader';
import { Compositor } from '../../src/compose/compositor.ts';
import type { Travel } from '../../src/motion/travel.ts';
import { readActs, readClauses } from '../../src/storyboard/clauses.ts';
import { directFilm } from '../../src/storyboard/direct.ts';
import { filmFeet, WatchedPool } from '../support/film-feet.ts';
import { type Track, trackSubject } from '../support/track-subject.ts';

/** At 24 frames a second, feet hover and slide by the same, within a hundredth of the subject's height. */
const SIZE = { width: 320, height: 180, fps: 12 };
/** A quarter of the frame; the most that feet may hover or slide, in heights of the subject. */
const QUARTER = 0.25;
const LOOSE = 0.02;

let compositor: Compositor;
let pool: WatchedPool;
before(() => {
  compositor = new Compositor(2);
  pool = new WatchedPool(new AbortController().signal, 2);
});
after(async () => {
  await compositor.close();
  pool.close();
});

/** `feet`: they stand while they touch the ground. `ground`: wheels, skis and balls roll or glide on it. `air`: nothing touches. */
type Contact = 'feet' | 'hops' | 'ground' | 'air';

const MOTIONS: readonly [verb: string, prompt: string, subject: string, contact: Contact][] = [
  ['run', 'a red fox running through a snowy meadow', 'red fox', 'feet'],
  ['walk', 'a man walking in the desert', 'man', 'feet'],
  ['walk', 'an elephant walking in the desert', 'elephant', 'feet'],
  ['walk', 'a chicken walking in the desert', 'chicken', 'feet'],
  ['walk', 'a penguin walking in the desert', 'penguin', 'feet'],
  ['walk', 'a robot walking in the desert', 'robot', 'feet'],
  ['run', 'a woman running in the desert', 'woman', 'feet'],
  ['run', 'a dog running in the desert', 'dog', 'feet'],
  ['crawl', 'a turtle crawling in the desert', 'turtle', 'feet'],
  ['gallop', 'a horse galloping in the desert', 'horse', 'feet'],
  ['jump', 'a rabbit jumping in the desert', 'rabbit', 'hops'],
  ['dance', 'a woman dancing in the desert', 'woman', 'hops'],
  ['drive', 'a red car driving in the desert', 'car', 'ground'],
  ['roll', 'a red ball rolling in the desert', 'ball', 'ground'],
  ['slide', 'a penguin sliding in the desert', 'penguin', 'ground'],
  ['fly', 'a bird flying over the desert', 'bird', 'air'],
  ['swim', 'a shark swimming in the sea', 'shark', 'air'],
  ['sail', 'a sailboat sailing on the sea', 'sailboat', 'air'],
  ['float', 'a balloon floating over the desert', 'balloon', 'air'],
  ['rise', 'a rocket rising over the desert', 'rocket', 'air'],
  ['fall', 'an apple falling in the desert', 'apple', 'air'],
];
const UPRIGHT = new Set(['rise', 'fall']);

async function trackMotion(prompt: string, subject: string, pace = 1): Promise<Track> {
  const clauses = await readActs(readClauses(prompt), readPrompt);
  const direction = { seconds: 3, fps: SIZE.fps, aspect: 16 / 9, seed: 5, rhythm: { tempo: 90, beatsPerBar: 4 } };
  const [, shot] = directFilm(clauses, direction);
  assert.ok(shot);
  const { stage, feet } = await filmFeet(pool, { shot, subject }, SIZE);
  const plates = stage.plates.map((plate) => ({ ...plate, ...hastened(plate.travel, pace) }));
  return trackSubject(compositor, { stage: { ...stage, plates }, feet }, subject);
}

/** Goes further with each step than its feet do. */
function hastened(travel: Travel | undefined, pace: number): { travel?: Travel } {
  return travel?.reach === undefined ? {} : { travel: { ...travel, reach: travel.reach * pace } };
}

test('a body that outruns its feet by a twentieth is seen to slide', async () => {
  const track = await trackMotion('a red fox running through a snowy meadow', 'red fox', 1.05);
  assert.ok(track.slide > LOOSE, `only ${track.slide}`);
});

for (const [verb, prompt, subject, contact] of MOTIONS)
  test(`${verb}: ${prompt}`, async (t) => {
    const track = await trackMotion(prompt, subject);
    const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
    t.diagnostic(
      `${verb}: ${percent(track.across)} of the width, ${percent(track.along)} of the height; hover ${percent(track.hover)}, ` +
        `at a step ${percent(track.touch)}; slide ${percent(track.slide)}; whole in ${percent(track.seen)} of the frames`,
    );
    const way = UPRIGHT.has(verb) ? track.along : track.across;
    assert.ok(way >= QUARTER, `it gets ${percent(way)} of the frame`);
    if (!UPRIGHT.has(verb)) assert.ok(track.seen > 0.9, `the camera loses it: whole in ${percent(track.seen)}`);
    if (contact === 'air') return;
    const gap = contact === 'hops' ? track.touch : track.hover;
    assert.ok(gap < LOOSE, `it hovers by ${percent(gap)} of its height`);
    if (contact !== 'ground') assert.ok(track.slide < LOOSE, `a foot slides by ${percent(track.slide)}`);
  });

test('what is said to stand, or never moves, stays where it is', async () => {
  for (const [prompt, subject] of [
    ['a horse standing in the desert', 'horse'],
    ['a castle rising over the desert', 'castle'],
  ] as const) {
    const track = await trackMotion(prompt, subject);
    assert.ok(track.across < 0.03 && track.along < 0.06, `${prompt}: ${track.across}, ${track.along}`);
  }
});
