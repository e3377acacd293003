// The rules of Snake.
import assert from 'node:assert/strict';
import test from 'node:test';
import { newGame, SIZE, step, turn } from '../src/lib/snake.js';

test('the snake moves, eats and grows', () => {
  let game = newGame();
  for (let count = 0; count < 6; count += 1) game = step(game, () => 0);
  assert.equal(game.score, 1);
  assert.equal(game.snake.length, 4);
});

test('the snake cannot turn back on itself and dies at the wall', () => {
  let game = turn(newGame(), 'left');
  assert.equal(game.wanted, 'right');
  for (let count = 0; count <= SIZE; count += 1) game = step(game, () => 0);
  assert.ok(game.isOver);
});
