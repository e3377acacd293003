// Estimates of songs: runs of sung songs do not shorten, nor those of instrumental ones lengthen, what the other kind is said to take.
import assert from 'node:assert/strict';
import test from 'node:test';
import { estimateRunMs } from '../../src/jobs/estimate.ts';
import { workOf } from '../../src/modules/music/song-work.ts';

const HERE = 'this machine';
const run = (durationSeconds: number, instrumental: boolean, runMs: number) => ({
  size: workOf({ durationSeconds, instrumental }),
  runMs,
  machine: HERE,
});

test('sung and instrumental songs are estimated by their own kind', () => {
  const played = Array.from({ length: 12 }, () => run(60, true, 30_000));
  const sung = Array.from({ length: 12 }, () => run(60, false, 480_000));
  const runs = [...played, ...sung];
  assert.equal(estimateRunMs(runs, workOf({ durationSeconds: 60, instrumental: true }), HERE), 30_000);
  assert.equal(estimateRunMs(runs, workOf({ durationSeconds: 60, instrumental: false }), HERE), 480_000);
  assert.equal(estimateRunMs(runs, workOf({ durationSeconds: 90, instrumental: false }), HERE), 720_000);
});
