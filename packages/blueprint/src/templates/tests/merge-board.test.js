// The rules of 2048.
import assert from 'node:assert/strict';
import test from 'node:test';
import { isStuck, mergeLine, newBoard, slide } from '../src/lib/merge-board.js';

test('equal neighbours merge once', () => {
  assert.deepEqual(mergeLine([2, 2, 4, 0]), { values: [4, 4, 0, 0], points: 4 });
  assert.deepEqual(mergeLine([2, 2, 2, 2]), { values: [4, 4, 0, 0], points: 8 });
});

test('a new board has two tiles, and a full one without pairs is stuck', () => {
  assert.equal(newBoard().filter((value) => value > 0).length, 2);
  assert.ok(isStuck([2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2]));
  assert.equal(slide([0, 2, 0, 0, ...new Array(12).fill(0)], 'left').board[0], 2);
});
