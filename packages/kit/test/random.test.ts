// Seeded randomness: pinned numbers, because pictures, songs and films of earlier versions depend on them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type Chance, chanceFromNumber, chanceFromText, hashText, mulberry32 } from '../src/index.ts';

const draw = (chance: Chance) => Array.from({ length: 3 }, () => Math.round(chance() * 1e6));

test('a seed gives the numbers that it has always given', () => {
  assert.deepEqual(draw(mulberry32(1)), [627074, 2736, 527447]);
  assert.deepEqual(draw(chanceFromNumber(7)), draw(mulberry32(7 ^ 0x9e3779b9)));
  assert.deepEqual(draw(chanceFromText('rain')), draw(mulberry32(hashText('rain'))));
  assert.equal(hashText('a'), 0xe40c292c);
});

test('numbers lie in [0, 1) and spread evenly', () => {
  const chance = chanceFromNumber(3);
  const counts = new Array<number>(10).fill(0);
  for (let index = 0; index < 10_000; index += 1) {
    const value = chance();
    assert.ok(value >= 0 && value < 1);
    const bin = Math.floor(value * 10);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  for (const count of counts) assert.ok(count > 850 && count < 1150, counts.join(' '));
});
