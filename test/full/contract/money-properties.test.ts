// The books are right after 100 random sequences of everything that moves money.
import { test } from 'node:test';
import { proveBooks } from '../../support/random-lives.ts';

test('100 random sequences of codes, coupons, referrals, purchases, plans, refunds, price changes, price factors, grants with terms, caps, runs, calls and crashes leave the books right', async () => {
  await proveBooks(100);
});
