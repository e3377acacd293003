// The settings for low balances: an email and automatic top-up, both only if the account enabled them; sends the emails.

import type { Caller } from '../../core/caller.ts';
import { readCredits } from '../../core/credit-amount.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import type { Prices } from '../../money/prices.ts';
import { readBillingSettings, takeLowAccounts, writeBillingSettings } from '../../store/billing-settings.ts';
import type { Database } from '../../store/database.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import type { SettingsBody } from './schema.ts';

type FindCard = (caller: Caller) => Promise<boolean>;

export class BillingSettings {
  readonly #database: Database;
  readonly #prices: Prices;
  readonly #serviceName: string;
  readonly #findCard: FindCard | null;

  /** `findCard`: whether the account has a card to charge; null if nothing is sold. */
  constructor(parts: { database: Database; prices: Prices; serviceName: string; findCard: FindCard | null }) {
    this.#database = parts.database;
    this.#prices = parts.prices;
    this.#serviceName = parts.serviceName;
    this.#findCard = parts.findCard;
  }

  async read(caller: Caller): Promise<object> {
    const row = await readBillingSettings(this.#database.queries, caller.accountId);
    return {
      object: 'billing_settings',
      auto_top_up:
        row.topUpBelow === null
          ? null
          : {
              package: row.topUpPackage,
              below: microToCredits(row.topUpBelow),
              max_per_day: row.topUpsPerDay,
              paused: row.topUpPausedAt && { at: row.topUpPausedAt.toISOString(), reason: row.topUpProblem ?? '' },
            },
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
      if (!this.#findCard)
        throw new ServiceError('engine_unavailable', 'This service has no payment provider: nothing can be bought.');
      if (!(await this.#findCard(caller)))
        throw new ServiceError('invalid_parameter', 'Save a card first: POST /payments/cards, or Billing, Details.', {
          param: 'auto_top_up',
        });
    }
    const topUp = body.auto_top_up;
    const mail = body.low_balance_mail;
    await writeBillingSettings(this.#database.queries, caller.accountId, {
      topUpPackage: topUp === undefined ? row.topUpPackage : (topUp?.package ?? null),
      topUpBelow: topUp === undefined ? row.topUpBelow : topUp ? readCredits(topUp.below, 'auto_top_up.below') : null,
      topUpsPerDay: topUp?.max_per_day ?? row.topUpsPerDay,
      isResumed: topUp !== undefined,
      lowBalanceBelow:
        mail === undefined ? row.lowBalanceBelow : mail ? readCredits(mail.below, 'low_balance_mail.below') : null,
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
  }
}
