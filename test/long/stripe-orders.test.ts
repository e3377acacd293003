// The same as test/attacks/stripe-orders.test.ts, ten times as often.
import { test } from 'node:test';
import { proveOrders } from '../support/stripe-histories.ts';

test("1,000 random histories of Stripe's events end with what the payments alone imply", () => proveOrders(1000));
