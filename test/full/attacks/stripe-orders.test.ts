// A customer hopes for an order of Stripe's events that leaves more than was paid for.
import { test } from 'node:test';
import { proveOrders } from '../../support/stripe-histories.ts';

test('a customer gains by events that come doubled, late or swapped: 30 random histories', () => proveOrders(30));
