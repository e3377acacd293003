// The routes of an account's team: members, invitations, the accounts of a user, and the account's log.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import type { InvitationService } from './invitation-service.ts';
import {
  AccountChoice,
  Gone,
  InvitationList,
  InvitationParams,
  InvitationPreview,
  InvitationReply,
  InvitationToken,
  LogList,
  LogQuery,
  MemberList,
  MemberParams,
  MemberPatch,
  MemberReply,
  MembershipList,
  MembershipReply,
  NewInvitation,
} from './team-schema.ts';
import type { TeamService } from './team-service.ts';

export function teamRoutes(team: TeamService, invitations: InvitationService): Route[] {
  return [...memberRoutes(team), ...invitationRoutes(invitations), ...membershipRoutes(team)];
}

function memberRoutes(team: TeamService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/account/members',
      summary: 'List the members of the account',
      description: 'Lists the members with their roles, caps and what they have spent under a cap this month.',
      tag: 'account',
      scope: 'account:read',
      reply: MemberList,
      run: async ({ caller }) => json(await team.list(caller)),
    }),
    route({
      method: 'PATCH',
      path: '/account/members/:id',
      summary: 'Change the role or the cap of a member',
      description:
        'Takes effect at once, also for the keys that the member made. The last owner cannot be demoted. Only for users who are signed in.',
      example: { body: { role: 'developer', monthly_credit_cap: 500 } },
      errors: ['access_denied'],
      tag: 'account',
      scope: 'account:write',
      sessionOnly: true,
      params: MemberParams,
      body: MemberPatch,
      reply: MemberReply,
      run: async ({ caller, requestId, params, body }) =>
        json(await team.change({ ...caller, requestId }, params.id, body)),
    }),
    route({
      method: 'DELETE',
      path: '/account/members/:id',
      summary: 'Remove a member',
      description:
        'Ends the sessions of the member for this account, the keys that they made and their open invitations, at once. Only for users who are signed in.',
      errors: ['access_denied'],
      tag: 'account',
      scope: 'account:write',
      sessionOnly: true,
      params: MemberParams,
      reply: Gone,
      run: async ({ caller, requestId, params }) => json(await team.remove({ ...caller, requestId }, params.id)),
    }),
    route({
      method: 'GET',
      path: '/account/log',
      summary: 'Read the log of the account',
      description:
        'Lists who changed members, roles, caps, keys, webhooks, the plan and the account, the newest first. Entries are kept for a year unless the operator set another time.',
      example: { query: { limit: 10, action: 'key.create' } },
      tag: 'account',
      scope: 'account:read',
      query: LogQuery,
      reply: LogList,
      run: async ({ caller, query }) => json(await team.log(caller, query)),
    }),
  ];
}

function invitationRoutes(invitations: InvitationService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/account/invitations',
      summary: 'List the open invitations',
      description: 'Lists invitations that were neither accepted nor revoked and have not expired, the newest first.',
      tag: 'account',
      scope: 'account:read',
      reply: InvitationList,
      run: async ({ caller }) => json(await invitations.list(caller)),
    }),
    route({
      method: 'POST',
      path: '/account/invitations',
      summary: 'Invite somebody to the account',
      description:
        'With `email`, sends a link that only the user with this address can accept. Without, and where the service has no mail server, the answer has a `url` to pass on. Each works once. At most 50 are open and 20 made per hour. Only for users who are signed in.',
      example: { body: { role: 'developer', email: 'grace@example.com' } },
      statuses: [201],
      errors: ['access_denied'],
      tag: 'account',
      scope: 'account:write',
      sessionOnly: true,
      // A stored response would store the link.
      idempotent: false,
      hasSecrets: true,
      body: NewInvitation,
      reply: InvitationReply,
      run: async ({ caller, requestId, body }) =>
        json(await invitations.invite({ ...caller, requestId }, body), { status: 201 }),
    }),
    route({
      method: 'DELETE',
      path: '/account/invitations/:id',
      summary: 'Revoke an invitation',
      description: 'Its link stops working at once. Only for users who are signed in.',
      errors: ['access_denied'],
      tag: 'account',
      scope: 'account:write',
      sessionOnly: true,
      params: InvitationParams,
      reply: Gone,
      run: async ({ caller, requestId, params }) => json(await invitations.revoke({ ...caller, requestId }, params.id)),
    }),
    route({
      method: 'POST',
      path: '/account/invitations/preview',
      summary: 'Read an invitation before accepting it',
      description:
        'Shows the account, the role and who invites. Does not use the invitation up. Only for users who are signed in.',
      example: { body: { token: '0123456789abcdefghjkmnpqrs' } },
      errors: ['access_denied', 'not_found'],
      tag: 'account',
      scope: 'account:read',
      sessionOnly: true,
      idempotent: false,
      hasSecrets: true,
      body: InvitationToken,
      reply: InvitationPreview,
      run: async ({ caller, body }) => json(await invitations.preview(caller, body.token)),
    }),
    route({
      method: 'POST',
      path: '/account/invitations/accept',
      summary: 'Accept an invitation',
      description:
        'Makes the signed-in user a member of the account that invited, and lets the session act for it. Works once. Only for users who are signed in.',
      example: { body: { token: '0123456789abcdefghjkmnpqrs' } },
      errors: ['access_denied', 'not_found'],
      tag: 'account',
      scope: 'account:write',
      sessionOnly: true,
      idempotent: false,
      hasSecrets: true,
      body: InvitationToken,
      reply: MembershipReply,
      run: async ({ caller, requestId, body }) => json(await invitations.accept({ ...caller, requestId }, body.token)),
    }),
  ];
}

function membershipRoutes(team: TeamService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/account/memberships',
      summary: 'List the accounts that you are a member of',
      description: 'Lists the accounts of the signed-in user. Only for users who are signed in.',
      errors: ['access_denied'],
      tag: 'account',
      scope: 'account:read',
      sessionOnly: true,
      reply: MembershipList,
      run: async ({ caller }) => json(await team.memberships(caller)),
    }),
    route({
      method: 'POST',
      path: '/account/switch',
      summary: 'Let the session act for another account',
      description:
        'Chooses which of your accounts this session acts for, until it ends. Only for users who are signed in.',
      example: { body: { account_id: 'acct_0123456789abcdefghjkmnpqrs' } },
      errors: ['access_denied', 'not_found'],
      tag: 'account',
      scope: 'account:write',
      sessionOnly: true,
      body: AccountChoice,
      reply: MembershipList,
      run: async ({ caller, body }) => json(await team.switchTo(caller, body.account_id)),
    }),
    route({
      method: 'POST',
      path: '/account/leave',
      summary: 'Leave the account',
      description:
        'Ends your membership in the account that the session acts for, with your sessions for it and the keys that you made. The last owner cannot leave, nor the user whom the account was opened for. Only for users who are signed in.',
      example: { body: { account_id: 'acct_0123456789abcdefghjkmnpqrs' } },
      errors: ['access_denied'],
      tag: 'account',
      scope: 'account:write',
      sessionOnly: true,
      body: AccountChoice,
      reply: Gone,
      run: async ({ caller, requestId, body }) => json(await team.leave({ ...caller, requestId }, body.account_id)),
    }),
  ];
}
