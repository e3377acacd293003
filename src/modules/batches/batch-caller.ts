// The caller of work without a connection (lines of a batch, responses in the background): the key or member that ordered it, with
// their current rights and those of the account.
import type { Caller, CallingMember } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { guardTermsOf } from '../../core/guards/policy.ts';
import { manages } from '../../core/roles.ts';
import { findAccount } from '../../store/accounts.ts';
import type { BatchRow } from '../../store/batches.ts';
import type { Queries } from '../../store/database.ts';
import { customerCapsOf, findKey } from '../../store/keys.ts';
import { findMember } from '../../store/members.ts';
import { findRequestLogSettings } from '../../store/request-log-settings.ts';

type Maker = Pick<BatchRow, 'accountId' | 'environment' | 'keyId' | 'memberId' | 'customerId' | 'runId'>;

export async function findBatchCaller(queries: Queries, maker: Maker): Promise<Caller> {
  const { accountId, environment, keyId } = maker;
  const account = await findAccount(queries, accountId);
  if (!account || account.suspendedAt)
    throw new ServiceError('access_denied', 'This account is suspended. Contact the operator of this service.');
  const key = keyId === null ? undefined : await findKey(queries, maker, keyId);
  const isGone = keyId !== null && (!key || (key.expiresAt !== null && key.expiresAt.getTime() <= Date.now()));
  if (isGone)
    throw new ServiceError(
      'invalid_api_key',
      'The API key that ordered this was revoked or has expired. Order it again with a valid key.',
    );
  const { level, rules } = await findRequestLogSettings(queries, accountId);
  const logged = key?.requestLog ?? level;
  const member = await readMember(queries, accountId, key ? key.memberId : maker.memberId);
  return {
    accountId,
    environment,
    plan: account.plan,
    attributionWaived: account.attribution === 'waived',
    priceFactorPermille: account.priceFactorPermille,
    lossAllowed: account.lossAllowed,
    isOwner: account.isOwner && (!member || manages(member.role)),
    email: account.email,
    keyId,
    keyMonthlyCap: key?.monthlyCap ?? null,
    keyDailyCap: key?.dailyCap ?? null,
    keyRequestsPerMinute: key?.requestsPerMinute ?? null,
    keyTokensPerMinute: key?.tokensPerMinute ?? null,
    keyModels: key?.models ?? null,
    keyExpiresAt: key?.expiresAt ?? null,
    scopes: key?.scopes ?? ['*'],
    member,
    customerCaps: key && customerCapsOf(key),
    customer: maker.customerId ?? undefined,
    run: maker.runId === null ? undefined : { id: maker.runId, budget: null },
    guards: guardTermsOf(account.guards, key?.guards),
    ...(logged === null ? {} : { requestLog: { level: logged, rules } }),
  };
}

async function readMember(queries: Queries, accountId: string, id: string | null): Promise<CallingMember | undefined> {
  if (id === null) return undefined;
  const member = await findMember(queries, accountId, id);
  if (!member)
    throw new ServiceError('access_denied', 'The member who ordered this has left the account. Order it again.');
  const { userId, email, role, monthlyCap } = member;
  return { id, userId, email, role, monthlyCap, sessionId: null };
}
