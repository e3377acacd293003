// The member behind a change of the team, read again under the team's lock: their current rights count, not those at
// the time of the request.
import { ServiceError } from '../../core/errors.ts';
import { manages, outranks, type Role } from '../../core/roles.ts';
import type { Actor } from '../../store/account-log.ts';
import type { Transaction } from '../../store/database.ts';
import { countMembers, findMember, lockTeam, type Member } from '../../store/members.ts';

/** Locks the team and returns the acting member, who must still be allowed to manage it. */
export async function actAsManager(trx: Transaction, actor: Actor): Promise<Member> {
  const member = await actAsMember(trx, actor);
  if (!manages(member.role)) throw new ServiceError('access_denied', 'You no longer manage this account.');
  return member;
}

export async function actAsMember(trx: Transaction, actor: Actor): Promise<Member> {
  await lockTeam(trx, actor.accountId);
  const member = actor.member && (await findMember(trx, actor.accountId, actor.member.id));
  if (!member) throw new ServiceError('access_denied', 'You are no longer a member of this account.');
  return member;
}

export function refuseHigher(own: Role, other: Role): void {
  if (!outranks(own, other))
    throw new ServiceError(
      'access_denied',
      'Only an owner of the account may give, take or change the role of an owner.',
    );
}

/** Call it under the team's lock, before the owner is demoted or leaves. */
export async function refuseLastOwner(trx: Transaction, member: Member): Promise<void> {
  if (member.role !== 'owner') return;
  const { owners } = await countMembers(trx, member.accountId);
  if (owners <= 1)
    throw new ServiceError(
      'access_denied',
      'This is the last owner of the account. Make another member an owner first.',
    );
}

/** The account's email address and the user who opened it belong together. */
export function refuseFounder(member: Member): void {
  if (member.isFounder)
    throw new ServiceError(
      'access_denied',
      'The account was opened for this user and has their email address, so they cannot leave it. Another owner can change their role.',
    );
}
