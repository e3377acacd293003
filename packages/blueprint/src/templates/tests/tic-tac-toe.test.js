// The rules of tic-tac-toe.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bestMove, winnerOf } from '../src/lib/tic-tac-toe.js';

test('three in a row win', () => {
  assert.equal(winnerOf(['X', 'X', 'X', '', 'O', 'O', '', '', '']), 'X');
  assert.equal(winnerOf(new Array(9).fill('')), null);
});

test('the computer blocks and wins', () => {
  assert.equal(bestMove(['X', 'X', '', '', 'O', '', '', '', ''], 'O'), 2);
  assert.equal(bestMove(['O', 'O', '', 'X', 'X', '', '', '', 'X'], 'O'), 2);
});
