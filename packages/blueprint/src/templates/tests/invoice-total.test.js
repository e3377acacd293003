// Sums of an invoice.
import assert from 'node:assert/strict';
import test from 'node:test';
import { totalOf } from '../src/lib/invoice-total.js';

test('amounts are exact to the cent', () => {
  const lines = [
    { quantity: 3, price: 0.1 },
    { quantity: 1, price: 19.99 },
  ];
  assert.deepEqual(totalOf(lines, 20), { subtotal: 20.29, tax: 4.06, total: 24.35 });
});
