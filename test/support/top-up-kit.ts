// Automatic top-ups through a stand-in for Stripe: accounts with a saved card, workers that charge it, and the
// outcomes.
import assert from 'node:assert/strict';
import { createLog } from '../../src/core/log.ts';
import { Customers } from '../../src/modules/payments/customers.ts';
import { TopUps } from '../../src/modules/payments/top-ups.ts';
import { StripeGateway } from '../../src/money/gateways/stripe.ts';
import type { TestAccount } from './service.ts';
import { eventOf, type StripeEvent, type StripeKit } from './stripe-kit.ts';
import { stripeObject } from './stripe-stand-in.ts';
import type { CardBehaviour, Intent } from './stripe-state.ts';

export const TOP_UP = { package: 'small', below: 100 };

export class TopUpKit {
  readonly kit: StripeKit;

  constructor(kit: StripeKit) {
    this.kit = kit;
  }

  /** As the chore of a node of its own. */
  worker(): TopUps {
    const { database, prices } = this.kit.service.app;
    const stripe = new StripeGateway({
      ...{ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiBase: this.kit.standIn.url },
      ...{ tax: false, promotionCodes: false, invoices: false },
    });
    const customers = new Customers({ database, stripe: stripe.customers });
    const log = createLog({ level: 'silent' });
    return new TopUps({ database, prices, customers, charges: stripe.charges, sellsBuiltin: false, log });
  }

  async query(text: string, account: TestAccount) {
    return (await this.kit.service.app.database.pool.query(text, [account.id])).rows;
  }

  customerOf(account: TestAccount): string {
    return this.kit.standIn.state.customerOf(account.id)?.id ?? '';
  }

  intentsOf(account: TestAccount): Intent[] {
    return this.kit.standIn.state.intents.filter(({ customer }) => customer === this.customerOf(account));
  }

  /** An account without credits whose top-up is on. */
  async prepared(behaviour: CardBehaviour = 'succeeds'): Promise<TestAccount> {
    const account = await this.kit.service.account({ credits: 0 });
    await this.kit.call(account, 'POST', 'cards', {});
    this.kit.standIn.state.saveCard(this.customerOf(account), behaviour);
    await this.set(account, TOP_UP);
    const { auto_top_up } = (await this.kit.call(account, 'GET', 'settings')).json;
    assert.deepEqual(auto_top_up, { ...TOP_UP, max_per_day: 3, paused: null });
    return account;
  }

  async set(account: TestAccount, wanted: object | null): Promise<void> {
    const set = await this.kit.call(account, 'PATCH', 'settings', { auto_top_up: wanted });
    assert.equal(set.status, 200, set.text);
  }

  async pauseOf(account: TestAccount): Promise<{ reason: string } | null> {
    return (await this.kit.call(account, 'GET', 'settings')).json.auto_top_up.paused;
  }

  /** As if the last one was long ago. */
  async letPass(account: TestAccount): Promise<void> {
    await this.query(
      `with a as (update billing_settings set top_up_started_at = now() - interval '1 hour' where account_id = $1)
       update top_ups set asked_at = now() - interval '1 hour' where account_id = $1`,
      account,
    );
  }

  /** An event about the newest charge. */
  intentEvent(type: string, account: TestAccount, more: object = {}): StripeEvent {
    const [intent] = this.intentsOf(account).slice(-1);
    return eventOf(type, { ...stripeObject('payment_intent'), ...intent, amount_received: intent?.amount, ...more });
  }
}
