// The caller that the lines of a batch run as: the key that created it, with the current rights of the key and its account.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { findAccount } from '../../store/accounts.ts';
import type { BatchRow } from '../../store/batches.ts';
import type { Queries } from '../../store/database.ts';
import { findKey } from '../../store/keys.ts';

type Maker = Pick<BatchRow, 'accountId' | 'environment' | 'keyId'>;

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
      'The API key that made this batch was revoked or has expired. Make a new batch with a valid key.',
    );
  return {
    accountId,
    environment,
    plan: account.plan,
    attributionWaived: account.attribution === 'waived',
    isOwner: account.isOwner,
    email: account.email,
    keyId,
    keyMonthlyCap: key?.monthlyCap ?? null,
    keyRequestsPerMinute: key?.requestsPerMinute ?? null,
    keyExpiresAt: key?.expiresAt ?? null,
    scopes: key?.scopes ?? ['*'],
  };
}
