// Roles of the members of an account's team.
export const ROLES = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Owners and admins manage the account. An admin cannot manage owners or anything that only owners may grant. */
export function manages(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

/**
 * Whether a member with the role `own` may grant or revoke the role `other`, or manage a member or key with that role.
 */
export function outranks(own: Role, other: Role): boolean {
  return own === 'owner' || (own === 'admin' && other !== 'owner');
}
