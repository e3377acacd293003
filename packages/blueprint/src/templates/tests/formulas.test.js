// The formulas.
import assert from 'node:assert/strict';
import test from 'node:test';
import { formulas, wordsOf } from '../src/lib/formulas.js';

test('known cases', () => {
  assert.equal(formulas.tip({ bill: 100, tip: 10, people: 2 })[0].value, 55.00000000000001);
  assert.equal(formulas.bmi({ height: 200, weight: 80 })[0].value, 20);
  assert.equal(wordsOf(formulas.loan({ amount: 1200, rate: 0, years: 1 })[0]), '$100.00');
  assert.equal(wordsOf(formulas.savings({ start: 0, monthly: 10, rate: 0, years: 1 })[0]), '$120.00');
});
