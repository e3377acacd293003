// Decides who may call a route: the operator, a key's scopes, a member's role, a signed-in user.
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { allows } from '../core/scopes.ts';
import { mayCall } from './role-table.ts';
import type { Route } from './route.ts';

export function assertMayCall(route: Route, caller: Caller): void {
  if (route.ownerOnly && !caller.isOwner)
    throw new ServiceError('access_denied', 'Only the operator of this service may do this.');
  if (!route.anyKey && !allows(caller.scopes, route.scope)) {
    throw new ServiceError(
      'scope_missing',
      `This API key lacks the scope "${route.scope}". Add the scope to the key in the dashboard under API keys.`,
    );
  }
  // A key may do only what its maker may do now, so making a key does not bypass a role.
  const role = caller.member?.role ?? 'owner';
  if (!mayCall(role, route))
    throw new ServiceError(
      'access_denied',
      `The role "${role}" in this account may not do this. Ask an owner or admin of the account.`,
    );
  if (route.anyKey && caller.keyId === null)
    throw new ServiceError('invalid_api_key', 'This path takes an API key, no dashboard session.');
  if (route.sessionOnly && !caller.member?.sessionId)
    throw new ServiceError('access_denied', 'Only a user who is signed in to the dashboard may do this, no API key.');
}
