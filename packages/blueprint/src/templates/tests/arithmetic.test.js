// Sums, as written on the calculator.
import assert from 'node:assert/strict';
import test from 'node:test';
import { compute } from '../src/lib/arithmetic.js';

test('precedence, brackets, signs and percent', () => {
  assert.equal(compute('2+3×4'), 14);
  assert.equal(compute('(2+3)×4'), 20);
  assert.equal(compute('−5+2'), -3);
  assert.equal(compute('200×10%'), 20);
  assert.equal(compute('0.1+0.2'), 0.3);
});

test('nonsense has no value', () => {
  assert.equal(compute('2+'), null);
  assert.equal(compute('1÷0'), null);
});
