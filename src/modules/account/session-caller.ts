// Turns a dashboard user into a caller: a member of the account that the session acts for, with every scope that the account has.
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Environment } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { manages } from '../../core/roles.ts';
import type { Queries } from '../../store/database.ts';
import { findSessionMembership, type SessionMembership } from '../../store/memberships.ts';

export type PersonOf = (cookie: string) => Promise<{ sessionId: string } | undefined>;

export function sessionCallers(queries: Queries, personOf: PersonOf, publicUrl: string) {
  return async (headers: IncomingHttpHeaders, environment: Environment): Promise<Caller | undefined> => {
    if (!headers.cookie || !isFromDashboard(headers, publicUrl)) return undefined;
    const person = await personOf(headers.cookie);
    const membership = person && (await findSessionMembership(queries, person.sessionId));
    if (!membership) return undefined;
    if (membership.suspendedAt)
      throw new ServiceError('access_denied', 'This account is suspended. Contact the operator of this service.');
    return callerOf(membership, person.sessionId, environment);
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

function callerOf(membership: SessionMembership, sessionId: string, environment: Environment): Caller {
  const { accountId, plan, attribution, accountEmail, memberId, userId, email, role, monthlyCap } = membership;
  const isOwner = membership.isOwner && manages(role);
  return {
    accountId,
    environment,
    plan,
    attributionWaived: attribution === 'waived',
    priceFactorPermille: membership.priceFactorPermille,
    lossAllowed: membership.lossAllowed,
    isOwner,
    email: accountEmail,
    keyId: null,
    keyMonthlyCap: null,
    keyDailyCap: null,
    keyRequestsPerMinute: null,
    keyTokensPerMinute: null,
    keyModels: null,
    keyExpiresAt: null,
    scopes: isOwner ? ['*', 'operator'] : ['*'],
    member: { id: memberId, userId, email, role, monthlyCap, sessionId },
    ...(membership.accountGuards ? { guards: [membership.accountGuards] } : {}),
    ...(membership.accountRequestLog
      ? { requestLog: { level: membership.accountRequestLog, rules: membership.requestLogRules } }
      : {}),
  };
}
