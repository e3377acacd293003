// Ensures that a key cannot create, change or rotate a key to have more rights than itself: scopes, models, caps, rate, expiry, IP addresses.
import { BlockList, isIPv6 } from 'node:net';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { type GuardTerms, isAsStrict } from '../../core/guards/policy.ts';
import { isListWithin } from '../../core/model-lists.ts';
import { manages, outranks } from '../../core/roles.ts';
import { holds } from '../../core/scopes.ts';
import type { Key, KeyTerms } from '../../store/keys.ts';

export interface KeyBounds {
  /** null for a dashboard user, who is limited by scopes only. */
  id: string | null;
  scopes: readonly string[];
  monthlyCap: number | null;
  dailyCap: number | null;
  tokensPerMinute: number | null;
  customerDailyCap: number | null;
  customerMonthlyCap: number | null;
  requestsPerMinute: number | null;
  expiresAt: Date | null;
  ipAllowList: string[] | null;
  models: string[] | null;
  guards: GuardTerms | null;
}

export const NO_LIMITS = {
  monthlyCap: null,
  dailyCap: null,
  tokensPerMinute: null,
  customerDailyCap: null,
  customerMonthlyCap: null,
  requestsPerMinute: null,
  expiresAt: null,
  ipAllowList: null,
  models: null,
  guards: null,
} as const;

/** A new key has no limits unless some are given. */
export function withDefaults(terms: KeyTerms): Partial<KeyTerms> {
  return { ...NO_LIMITS, ...terms };
}

/** `id` is the key that would get the terms, null for a new one. Absent terms stay unchanged. */
export function refuseMore(own: KeyBounds, { id, terms }: { id: string | null; terms: Partial<KeyTerms> }): void {
  terms.scopes?.forEach((scope, index) => {
    if (!holds(own.scopes, scope))
      throw new ServiceError('scope_missing', `Your own key lacks the scope "${scope}", so it cannot grant it.`, {
        param: `scopes[${index}]`,
      });
  });
  if (own.id === null) return;
  // Two keys with the same cap could spend it twice, so a key with a cap or rate limit cannot pass it on.
  const shared = [own.monthlyCap, own.dailyCap, own.requestsPerMinute, own.tokensPerMinute];
  if (id !== own.id && shared.some((limit) => limit !== null))
    throw more('A key with a cap or its own rate limit can change and rotate only itself.', null);
  if (terms.monthlyCap !== undefined && exceeds(terms.monthlyCap, own.monthlyCap))
    throw more('Your own key has a lower monthly cap.', 'monthly_credit_cap');
  if (terms.dailyCap !== undefined && exceeds(terms.dailyCap, own.dailyCap))
    throw more('Your own key has a lower daily cap.', 'daily_credit_cap');
  if (terms.customerDailyCap !== undefined && exceeds(terms.customerDailyCap, own.customerDailyCap))
    throw more('Your own key has a lower daily cap of customers.', 'customer_daily_credit_cap');
  if (terms.customerMonthlyCap !== undefined && exceeds(terms.customerMonthlyCap, own.customerMonthlyCap))
    throw more('Your own key has a lower monthly cap of customers.', 'customer_monthly_credit_cap');
  if (terms.requestsPerMinute !== undefined && exceeds(terms.requestsPerMinute, own.requestsPerMinute))
    throw more('Your own key has a lower limit of requests per minute.', 'requests_per_minute');
  if (terms.tokensPerMinute !== undefined && exceeds(terms.tokensPerMinute, own.tokensPerMinute))
    throw more('Your own key has a lower limit of tokens per minute.', 'tokens_per_minute');
  if (terms.expiresAt !== undefined && exceeds(terms.expiresAt?.getTime() ?? null, own.expiresAt?.getTime() ?? null))
    throw more('Your own key expires earlier.', 'expires_at');
  if (terms.ipAllowList !== undefined && !isWithin(terms.ipAllowList ?? [], own.ipAllowList ?? []))
    throw more('Your own key allows fewer IP addresses.', 'ip_allow_list');
  if (terms.models !== undefined && !isListWithin(terms.models, own.models))
    throw more('Your own key may use fewer models.', 'models');
}

/**
 * Developers manage their own keys. Admins also manage others' keys, but get no secret of an owner's key and cannot
 * extend its rights, because a key may do what its maker may do.
 */
export function refuseOthersKey(caller: Caller, key: Key, act: 'change' | 'rotate' | 'revoke'): void {
  const { member } = caller;
  if (!member || key.memberId === member.id) return;
  if (!manages(member.role))
    throw new ServiceError('access_denied', `You can ${act} only the keys that you made. Ask an owner or admin.`);
  if (act !== 'revoke' && !outranks(member.role, key.makerRole ?? 'owner'))
    throw new ServiceError('access_denied', `Only an owner of the account may ${act} this key. You can revoke it.`);
}

/** Only those who manage the account decide what the request log keeps. */
export function refuseLogLevel({ member }: Caller, terms: { request_log?: unknown }): void {
  if (terms.request_log === undefined || !member || manages(member.role)) return;
  throw new ServiceError('access_denied', 'Only owners and admins may change what is logged of a key.', {
    param: 'request_log',
  });
}

/** A key that keeps nothing makes no key that keeps more. `current`: the key that would change. */
export function refuseMoreStorage(
  { member, keyId, zeroRetention }: Caller,
  terms: { zero_retention?: boolean },
  current?: Pick<Key, 'zeroRetention'>,
): void {
  const isBound = keyId !== null && zeroRetention === true;
  const mayNot = isBound || (current?.zeroRetention === true && member !== undefined && !manages(member.role));
  if (terms.zero_retention !== false || !mayNot) return;
  throw new ServiceError('access_denied', 'Only owners and admins may let a key store again.', {
    param: 'zero_retention',
  });
}

/** A key makes no key that is guarded less; only owners and admins, signed in, make a key milder. `current`: the key that would change. */
export function refuseMilderGuards(
  { member, keyId }: Caller,
  {
    wanted,
    own,
    current,
  }: { wanted: GuardTerms | null | undefined; own: GuardTerms | null; current?: GuardTerms | null },
): void {
  if (wanted === undefined) return;
  const isManager = keyId === null && (!member || manages(member.role));
  if (isAsStrict(wanted, own) && (isManager || isAsStrict(wanted, current ?? null))) return;
  throw new ServiceError(
    'access_denied',
    'Only owners and admins may make the guards of a key milder, in the dashboard.',
    {
      param: 'guards',
    },
  );
}

/** The same for what holds for all keys. */
export function refuseMilderAccount(
  { keyId }: Caller,
  wanted: GuardTerms | null | undefined,
  current: GuardTerms | null,
): void {
  if (wanted === undefined || keyId === null || isAsStrict(wanted, current)) return;
  throw new ServiceError(
    'access_denied',
    'Only owners and admins may make the guards of the account milder, in the dashboard.',
    {
      param: 'guards',
    },
  );
}

/** null means no limit. */
function exceeds(wanted: number | null, own: number | null): boolean {
  return own !== null && (wanted === null || wanted > own);
}

/** An empty list allows every IP address. */
function isWithin(wanted: readonly string[], own: readonly string[]): boolean {
  if (own.length === 0) return true;
  return wanted.length > 0 && wanted.every((range) => own.some((outer) => contains(outer, range)));
}

function contains(outer: string, inner: string): boolean {
  const [outerAddress, outerBits] = partsOf(outer);
  const [innerAddress, innerBits] = partsOf(inner);
  if (isIPv6(outerAddress) !== isIPv6(innerAddress) || outerBits > innerBits) return false;
  const family = isIPv6(outerAddress) ? 'ipv6' : 'ipv4';
  const network = new BlockList();
  network.addSubnet(outerAddress, outerBits, family);
  return network.check(innerAddress, family);
}

function partsOf(range: string): [address: string, bits: number] {
  const [address = '', bits = isIPv6(address) ? '128' : '32'] = range.split('/');
  return [address, Number(bits)];
}

function more(message: string, param: string | null): ServiceError {
  return new ServiceError(
    'access_denied',
    `${message} Use the dashboard to give a key more rights than this one has.`,
    {
      ...(param ? { param } : {}),
    },
  );
}
