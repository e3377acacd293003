// Handles low balances: an email or an automatic purchase, both only if the account enabled them.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { creditsToMicro, microToCredits } from '../../core/money.ts';
import type { Prices } from '../../money/prices.ts';
import {
  readBillingSettings,
  takeDueTopUps,
  takeLowAccounts,
  writeBillingSettings,
} from '../../store/billing-settings.ts';
import type { Database } from '../../store/database.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import type { SettingsBody } from './schema.ts';
import { settlePayment, tellFailed } from './settlement.ts';

export class BillingSettings {
  readonly #database: Database;
  readonly #prices: Prices;
  readonly #serviceName: string;
  /** Whether credits are sold at the built-in checkout, whose cards can be charged again. */
  readonly #sellsBuiltin: boolean;

  constructor(parts: { database: Database; prices: Prices; serviceName: string; sellsBuiltin: boolean }) {
    this.#database = parts.database;
    this.#prices = parts.prices;
    this.#serviceName = parts.serviceName;
    this.#sellsBuiltin = parts.sellsBuiltin;
  }

  async read(caller: Caller): Promise<object> {
    const row = await readBillingSettings(this.#database.queries, caller.accountId);
    return {
      object: 'billing_settings',
      auto_top_up:
        row.topUpBelow === null ? null : { package: row.topUpPackage, below: microToCredits(row.topUpBelow) },
      low_balance_mail: row.lowBalanceBelow === null ? null : { below: microToCredits(row.lowBalanceBelow) },
      receipt_mail: row.receiptMail,
    };
  }

  async change(caller: Caller, body: SettingsBody): Promise<object> {
    const row = await readBillingSettings(this.#database.queries, caller.accountId);
    if (body.auto_top_up) {
      if (!Object.hasOwn(this.#prices.list.packages, body.auto_top_up.package)) {
        throw new ServiceError(
          'invalid_parameter',
          `This package does not exist. Choose one of ${Object.keys(this.#prices.list.packages).join(', ')}.`,
          { param: 'auto_top_up.package' },
        );
      }
      if (!this.#sellsBuiltin)
        throw new ServiceError(
          'engine_unavailable',
          'Automatic top-up works with the built-in checkout only. With Stripe, buy credits at POST /payments/checkout.',
        );
    }
    const topUp = body.auto_top_up;
    const mail = body.low_balance_mail;
    await writeBillingSettings(this.#database.queries, caller.accountId, {
      topUpPackage: topUp === undefined ? row.topUpPackage : (topUp?.package ?? null),
      topUpBelow: topUp === undefined ? row.topUpBelow : topUp ? creditsToMicro(topUp.below) : null,
      lowBalanceBelow: mail === undefined ? row.lowBalanceBelow : mail ? creditsToMicro(mail.below) : null,
      receiptMail: body.receipt_mail ?? row.receiptMail,
    });
    return this.read(caller);
  }

  /** A chore: sends the emails and makes the purchases that are due. */
  async look(): Promise<void> {
    await this.#database.transaction(async (trx) => {
      for (const low of await takeLowAccounts(trx)) {
        const text = `Your balance is ${microToCredits(low.available)} credits. Buy more in the dashboard under Billing.`;
        await insertMail(trx, {
          recipient: low.email,
          subject: `Your ${this.#serviceName} credits are running low`,
          body: text,
        });
      }
    });
    if (!this.#sellsBuiltin) return;
    await this.#database.transaction(async (trx) => {
      for (const { accountId, package: name, card } of await takeDueTopUps(trx)) {
        const { packages } = this.#prices.list;
        const bought = Object.hasOwn(packages, name) ? packages[name] : undefined;
        if (!bought) continue;
        const { amount, credits } = bought;
        const { currency } = this.#prices.list;
        const gatewayId = newId('topup');
        if (card)
          await settlePayment(trx, this.#prices, {
            accountId,
            environment: 'live',
            gateway: 'builtin',
            gatewayId,
            amount,
            currency,
            credits,
            description: `${bought.name}, automatic top-up`,
          });
        else
          await tellFailed(trx, {
            accountId,
            environment: 'live',
            paymentId: gatewayId,
            amount,
            currency,
            reason: 'There is no card to charge: buy once with a plan first.',
          });
      }
    });
  }
}
