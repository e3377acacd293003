// Turns a dashboard user into a caller with every scope, plus the operator's scopes for the operator.
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Environment } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Account, findAccountByUser } from '../../store/accounts.ts';
import type { Queries } from '../../store/database.ts';

export type PersonOf = (cookie: string) => Promise<{ userId: string } | undefined>;

export function sessionCallers(queries: Queries, personOf: PersonOf, publicUrl: string) {
  return async (headers: IncomingHttpHeaders, environment: Environment): Promise<Caller | undefined> => {
    if (!headers.cookie || !isFromDashboard(headers, publicUrl)) return undefined;
    const person = await personOf(headers.cookie);
    const account = person && (await findAccountByUser(queries, person.userId));
    if (!account) return undefined;
    if (account.suspendedAt)
      throw new ServiceError('access_denied', 'This account is suspended. Contact the operator of this service.');
    return callerOf(account, environment);
  };
}

/** A cookie alone is no proof: another site, or a preview on ours, could make the browser send it. */
function isFromDashboard(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const origin = headers.origin;
  if (origin !== undefined) return origin === new URL(publicUrl).origin;
  return site === 'same-origin';
}

function callerOf(account: Account, environment: Environment): Caller {
  return {
    accountId: account.id,
    environment,
    plan: account.plan,
    attributionWaived: account.attribution === 'waived',
    isOwner: account.isOwner,
    email: account.email,
    keyId: null,
    keyMonthlyCap: null,
    keyRequestsPerMinute: null,
    keyExpiresAt: null,
    scopes: account.isOwner ? ['*', 'operator'] : ['*'],
  };
}
