// The books are right after 1000 random sequences of everything that moves money.
import { test } from 'node:test';
import { proveBooks } from '../support/random-lives.ts';

test('1000 random sequences of buy, hold, settle, release, refund, grant, plan change, price change, change of price factors and crash leave the books right', () =>
  proveBooks(1000));
