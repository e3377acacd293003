// A thousand random lives of codes, coupons, referrals and refunds.
import test from 'node:test';
import { proveOffers } from '../support/offer-histories.ts';

test('a thousand random lives end with the balances that they imply', () => proveOffers(1_000));
