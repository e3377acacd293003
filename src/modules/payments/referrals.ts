// An account's referrals: its link, its rewards, and accepting another account's code.
import type { Caller } from '../../core/caller.ts';
import { mailboxOf } from '../../core/email-address.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId, randomToken } from '../../core/ids.ts';
import { creditsToMicro, microToCredits } from '../../core/money.ts';
import { findAccount, lockAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { hasEverPaid } from '../../store/payments.ts';
import { ensureReferralCode, findReferrer, insertReferral, sumReferrals } from '../../store/referrals.ts';

const CODE_CHARACTERS = 10;
/** Only new accounts can be referred. */
const NEW_FOR_MS = 30 * 24 * 60 * 60_000;

export interface ReferralProgram {
  /** For each side. */
  credits: number;
  /** How many rewards an account can receive for referrals. */
  mostRewards: number;
}

export class Referrals {
  readonly #database: Database;
  readonly #program: ReferralProgram | null;
  readonly #publicUrl: string;

  /** `program`: null if the operator offers none. */
  constructor(parts: { database: Database; program: ReferralProgram | null; publicUrl: string }) {
    this.#database = parts.database;
    this.#program = parts.program;
    this.#publicUrl = parts.publicUrl;
  }

  async read(caller: Caller): Promise<object> {
    const { queries } = this.#database;
    const fresh = randomToken().slice(0, CODE_CHARACTERS).toUpperCase();
    const code = await ensureReferralCode(queries, caller.accountId, fresh);
    const { referred, rewarded, credits } = await sumReferrals(queries, caller.accountId);
    return {
      object: 'referral',
      code,
      url: `${this.#publicUrl}/?referral=${code}`,
      program: this.#program && { credits: this.#program.credits, max_rewards: this.#program.mostRewards },
      referred,
      rewarded,
      credits: microToCredits(credits),
    };
  }

  async accept(caller: Caller, text: string): Promise<object> {
    const program = this.#program;
    if (!program) refuse('This service has no referral program.');
    if (caller.environment !== 'live') refuse('Referrals exist in live mode only.');
    const id = newId('ref');
    await this.#database.transaction(async (trx) => {
      await lockAccount(trx, caller.accountId);
      const referrer = await findReferrer(trx, text.trim().toUpperCase());
      const account = await findAccount(trx, caller.accountId);
      if (!referrer || !account || referrer.isSuspended) refuse('This referral code is not known.');
      if (referrer.accountId === account.id || mailboxOf(referrer.email) === mailboxOf(account.email))
        refuse('You cannot refer yourself.');
      // Older than the account, so that nobody can be referred in a circle.
      if (referrer.createdAt >= account.createdAt) refuse('An account can only be referred by an older one.');
      if (Date.now() - account.createdAt.getTime() > NEW_FOR_MS) refuse('Only new accounts can be referred.');
      if (await hasEverPaid(trx, account.id))
        refuse('Your account has bought something before: it cannot be referred.');
      const isNew = await insertReferral(trx, {
        ...{ id, referrerId: referrer.accountId, referredId: account.id },
        ...{ offer: creditsToMicro(program.credits), mostRewards: program.mostRewards },
      });
      if (!isNew) refuse('Your account was referred before.');
    });
    return { object: 'referral.accepted', id, credits: program.credits };
  }
}

function refuse(message: string): never {
  throw new ServiceError('invalid_parameter', message, { param: 'code' });
}
