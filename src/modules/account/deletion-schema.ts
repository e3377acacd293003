// Schemas of the routes that delete, hand over and export an account.
import Type, { type Static } from 'typebox';

export const DeletionBody = Type.Object({
  email: Type.String({
    description: "The account's email address, so that nobody deletes another one by mistake",
    maxLength: 254,
  }),
  team: Type.Optional(
    Type.Literal('dissolve', {
      description:
        'Needed if the account has other members: they lose it too. Or hand it over with POST /account/handover',
    }),
  ),
});
export type DeletionBody = Static<typeof DeletionBody>;

export const DeletionReply = Type.Object(
  {
    object: Type.Literal('account.deletion'),
    status: Type.Enum(['none', 'waiting', 'running'], {
      description: 'waiting: it can be withdrawn until `due_at`; running: it has begun',
    }),
    requested_at: Type.Union([Type.String(), Type.Null()], { description: 'When the deletion was asked for' }),
    due_at: Type.Union([Type.String(), Type.Null()], { description: 'When the deletion begins' }),
    requested_by_operator: Type.Boolean({ description: 'Then only the operator withdraws it' }),
    waiting_days: Type.Integer({ description: 'How long the waiting period of a new request is' }),
    other_members: Type.Integer({ description: 'Members besides the one who asks' }),
  },
  { title: 'AccountDeletion' },
);

export const HandoverBody = Type.Object({
  member_id: Type.String({ description: 'An owner of the account, who becomes its main owner', maxLength: 60 }),
  email: Type.Optional(
    Type.String({
      description: "The account's new address for mails, needed if that owner has an account of their own",
      maxLength: 254,
    }),
  ),
});
export type HandoverBody = Static<typeof HandoverBody>;

export const HandoverReply = Type.Object(
  {
    object: Type.Literal('account.handover'),
    account_id: Type.String(),
    email: Type.String(),
    member_id: Type.String(),
  },
  { title: 'AccountHandover' },
);

export const ExportQuery = Type.Object({
  part: Type.Optional(
    Type.Integer({
      description: 'Files beyond the first 2 GB come in further parts; the index of each says how many there are',
      minimum: 1,
      maximum: 1000,
    }),
  ),
});
