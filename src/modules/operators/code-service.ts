// Creates, lists and revokes redeem codes. The codes themselves are shown once; the service stores their hashes.

import { readCredits } from '../../core/credit-amount.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { microToCredits } from '../../core/money.ts';
import { HINT_CHARACTERS, hashCode, newCode } from '../../core/redeem-code.ts';
import type { Prices } from '../../money/prices.ts';
import type { Database } from '../../store/database.ts';
import { insertCodes, listCodes, type NewCodes, type RedeemCode, revokeCodes } from '../../store/redeem-codes.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';
import type { CodeQuery, CodesAct } from './code-schema.ts';
import { afterSeq, DEFAULT_LIMIT, pageBySeq } from './page.ts';

type Gift = Omit<NewCodes, 'batchId' | 'codes'>;

export class OperatorCodes {
  readonly #database: Database;
  readonly #trail: AuditTrail;
  readonly #prices: Prices;

  constructor(parts: { database: Database; trail: AuditTrail; prices: Prices }) {
    this.#database = parts.database;
    this.#trail = parts.trail;
    this.#prices = parts.prices;
  }

  async create(operator: Operator, body: CodesAct): Promise<object> {
    const gift = this.#giftOf(body);
    const texts = Array.from({ length: body.count ?? 1 }, newCode);
    const batchId = newId('codes');
    const codes = texts.map((text) => ({
      id: newId('code'),
      hash: hashCode(text),
      hint: text.slice(-HINT_CHARACTERS),
    }));
    const asked = { count: texts.length, ...showGift(gift) };
    const act = { action: 'codes.create', target: batchId, asked, reason: body.reason } as const;
    const entry = await this.#trail.perform(operator, act, async (trx) => {
      await insertCodes(trx, { batchId, codes, ...gift });
      return { before: null, after: { batch_id: batchId } };
    });
    return { object: 'operator.code_batch', batch_id: batchId, ...showGift(gift), codes: texts, audit_id: entry.id };
  }

  async list({ limit, cursor, batch }: CodeQuery): Promise<object> {
    const rows = await listCodes(this.#database.queries, {
      limit: (limit ?? DEFAULT_LIMIT) + 1,
      ...afterSeq(cursor),
      ...(batch === undefined ? {} : { batchId: batch }),
    });
    const now = new Date();
    return pageBySeq(rows, limit, (code) => showCode(code, now));
  }

  /** Earlier redemptions are not affected. */
  async revoke(operator: Operator, id: string, reason: string): Promise<object> {
    const act = { action: 'codes.revoke', target: id, asked: {}, reason } as const;
    const entry = await this.#trail.perform(operator, act, async (trx) => {
      const { found, revoked } = await revokeCodes(trx, id);
      if (found === 0) throw new ServiceError('not_found', `There is no code and no batch of codes "${id}".`);
      return { before: null, after: { revoked } };
    });
    return { object: 'operator.revoked_codes', id, revoked: entry.after?.revoked ?? 0, audit_id: entry.id };
  }

  #giftOf(body: CodesAct): Gift {
    const { plan = null, days = null, max_uses: maxUses = 1, environment = 'live' } = body;
    const credits = readCredits(body.credits ?? 0, 'credits');
    if (credits === 0 && plan === null) refuse('credits', 'Give the codes credits, a plan, or both.');
    if ((plan === null) !== (days === null)) refuse('days', 'A plan needs "days", and "days" needs a plan.');
    if (plan !== null && !Object.hasOwn(this.#prices.list.plans, plan))
      refuse('plan', `There is no plan "${plan}". Plans: ${Object.keys(this.#prices.list.plans).join(', ')}.`);
    if (plan !== null && environment === 'test')
      refuse('plan', 'A plan belongs to the account: such codes exist in live mode only.');
    const expiresAt = body.expires_at === undefined ? null : new Date(body.expires_at);
    if (expiresAt && !(expiresAt > new Date())) refuse('expires_at', 'The codes must expire in the future.');
    return { credits, plan, planDays: days, maxUses, environment, expiresAt };
  }
}

function refuse(param: string, message: string): never {
  throw new ServiceError('invalid_parameter', message, { param });
}

function showGift({ environment, credits, plan, planDays, maxUses, expiresAt }: Gift) {
  return {
    environment,
    credits: microToCredits(credits),
    plan,
    days: planDays,
    max_uses: maxUses,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

function showCode(code: RedeemCode, now: Date): object {
  return {
    object: 'operator.code',
    id: code.id,
    batch_id: code.batchId,
    hint: code.hint,
    status: statusOf(code, now),
    used: code.used,
    ...showGift(code),
    created_at: code.createdAt.toISOString(),
  };
}

function statusOf(code: RedeemCode, now: Date): string {
  if (code.revokedAt) return 'revoked';
  if (code.used >= code.maxUses) return 'used';
  return code.expiresAt && code.expiresAt <= now ? 'expired' : 'active';
}
