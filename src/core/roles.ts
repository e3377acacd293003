// Roles of the members of an account's team.
export const ROLES = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Owners and admins manage the account; an admin manages neither owners nor what only owners may give. */
export function manages(role: Role): boolean {
  return role === 'owner' || role === 'admin';
}

/** Whether a member with the role `own` may give or take the role `other`, or manage a member or key that has it. */
export function outranks(own: Role, other: Role): boolean {
  return own === 'owner' || (own === 'admin' && other !== 'owner');
}
