// The books are right after 1000 random sequences of everything that moves money. SEQUENCES and SEED choose others.
import { test } from 'node:test';
import { proveBooks } from '../support/random-lives.ts';

const SEQUENCES = Number(process.env.SEQUENCES ?? 1000);

test(`${SEQUENCES} random sequences of codes, coupons, referrals, purchases, plans, refunds, price changes, price factors, calls and crashes leave the books right`, async () => {
  const tally = await proveBooks(SEQUENCES, { minLength: 12, maxLength: 40 });
  tally.print('Proved to the micro-credit:');
});
