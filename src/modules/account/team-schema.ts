// Schemas of teams: members, invitations, memberships and the account's log.
import Type, { type Static } from 'typebox';
import { ROLES } from '../../core/roles.ts';
import { LOG_ACTIONS } from '../../store/account-log.ts';

const Nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

const RoleName = Type.Enum([...ROLES], {
  title: 'Role',
  description:
    'owner: everything. admin: everything but owners. developer: makes things, has keys and webhooks. billing: payments. viewer: reads.',
});
const Cap = Nullable(
  Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
  'The most credits that the sessions and keys of the member may spend together in a calendar month; null: no cap',
);

export const MemberParams = Type.Object({ id: Type.String({ description: 'Id of a member', maxLength: 64 }) });
export const InvitationParams = Type.Object({
  id: Type.String({ description: 'Id of an invitation, not its token', maxLength: 64 }),
});

export const MemberReply = Type.Object(
  {
    object: Type.Literal('account.member'),
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: RoleName,
    monthly_credit_cap: Cap,
    spent_this_month: Nullable(
      Type.Number(),
      'Credits spent in this environment since the cap was set; null without a cap',
    ),
    is_founder: Type.Boolean({ description: 'The account was opened for this user, whose email address it has' }),
    joined_at: Type.String(),
  },
  { title: 'Member' },
);
export const MemberList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(MemberReply) },
  { title: 'MemberList' },
);

export const MemberPatch = Type.Object({
  role: Type.Optional(RoleName),
  monthly_credit_cap: Type.Optional(Cap),
});
export type MemberPatch = Static<typeof MemberPatch>;

export const NewInvitation = Type.Object({
  role: RoleName,
  email: Type.Optional(
    Nullable(
      Type.String({ minLength: 3, maxLength: 254 }),
      'Sends the link to this address, and only its user may accept; null or absent: the answer has a link for whoever gets it',
    ),
  ),
  monthly_credit_cap: Type.Optional(Cap),
  expires_in_days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, default: 7, description: 'How long the link works' }),
  ),
});
export type NewInvitation = Static<typeof NewInvitation>;

export const InvitationReply = Type.Object(
  {
    object: Type.Literal('account.invitation'),
    id: Type.String(),
    email: Nullable(Type.String()),
    role: RoleName,
    monthly_credit_cap: Cap,
    invited_by: Type.String({ description: 'Email address of the member who invited' }),
    url: Type.Optional(
      Type.String({
        description: 'The link; shown only once, and only without an email address or without a mail server',
      }),
    ),
    expires_at: Type.String(),
    created_at: Type.String(),
  },
  { title: 'Invitation' },
);
export const InvitationList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(InvitationReply) },
  { title: 'InvitationList' },
);

export const InvitationToken = Type.Object({
  token: Type.String({ description: 'The last part of the link', minLength: 1, maxLength: 100 }),
});

export const InvitationPreview = Type.Object(
  {
    object: Type.Literal('account.invitation_preview'),
    account_name: Type.String(),
    role: RoleName,
    invited_by: Type.String(),
    expires_at: Type.String(),
  },
  { title: 'InvitationPreview' },
);

export const MembershipReply = Type.Object(
  {
    object: Type.Literal('account.membership'),
    account_id: Type.String(),
    account_name: Type.String({ description: 'The name of the account, or its email address if it has none' }),
    member_id: Type.String(),
    role: RoleName,
    is_current: Type.Boolean({ description: 'The session acts for this account' }),
    joined_at: Type.String(),
  },
  { title: 'Membership' },
);
export const MembershipList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(MembershipReply) },
  { title: 'MembershipList' },
);

export const AccountChoice = Type.Object({
  account_id: Type.String({ description: 'Id of an account that you are a member of', maxLength: 64 }),
});

export const LogQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(
    Type.String({ maxLength: 20, pattern: '^[0-9]{1,15}$', description: 'next_cursor of the previous page' }),
  ),
  action: Type.Optional(
    Type.Enum([...LOG_ACTIONS], { title: 'LogAction', description: 'Only entries of this action' }),
  ),
});
export type LogQuery = Static<typeof LogQuery>;

const Facts = Nullable(Type.Record(Type.String(), Type.Unknown()));

export const LogList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        {
          object: Type.Literal('account.log_entry'),
          id: Type.String(),
          action: Type.String(),
          target: Type.String({ description: 'Id of what was changed' }),
          actor: Type.Object(
            {
              member_id: Nullable(Type.String()),
              email: Nullable(Type.String()),
              key_id: Nullable(Type.String()),
            },
            { description: 'Who did it; all null: the service itself' },
          ),
          before: Facts,
          after: Facts,
          request_id: Nullable(Type.String()),
          created_at: Type.String(),
        },
        { title: 'LogEntry' },
      ),
    ),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'LogList' },
);

export const Gone = Type.Object(
  { object: Type.String(), id: Type.String(), deleted: Type.Boolean() },
  { title: 'DeletedMember' },
);
