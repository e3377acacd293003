// Days in a row.
import assert from 'node:assert/strict';
import test from 'node:test';
import { streakOf } from '../src/lib/streak.js';

test('a streak counts back from today, or from yesterday while today is open', () => {
  assert.equal(streakOf(['2026-03-01', '2026-02-28', '2026-02-26'], '2026-03-01'), 2);
  assert.equal(streakOf(['2026-02-28'], '2026-03-01'), 1);
  assert.equal(streakOf([], '2026-03-01'), 0);
});
