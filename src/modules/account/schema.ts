// Schemas of the account and its keys.
import Type, { type Static } from 'typebox';

export const AccountReply = Type.Object({
  object: Type.Literal('account'),
  id: Type.String(),
  email: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  environment: Type.String(),
  attribution_setting: Type.Union([Type.Literal('required'), Type.Literal('waived')]),
  is_owner: Type.Boolean(),
  limits: Type.Object({
    requests_per_minute: Type.Integer(),
    requests_per_day: Type.Union([Type.Integer(), Type.Null()]),
    concurrent_jobs: Type.Integer(),
  }),
  created_at: Type.String(),
});

export const AccountPatch = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  attribution: Type.Optional(
    Type.Union([Type.Literal('required'), Type.Literal('waived')], {
      description: 'waived: responses carry no attribution and every price doubles',
    }),
  ),
});
export type AccountPatch = Static<typeof AccountPatch>;

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const KeyTerms = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  scopes: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40, minItems: 1 })),
  expires_at: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
  ip_allow_list: Type.Optional(Nullable(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }))),
  requests_per_minute: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
  monthly_credit_cap: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1_000_000_000 }))),
});
export type KeyTerms = Static<typeof KeyTerms>;

export const KeyPatch = Type.Partial(KeyTerms);
export type KeyPatch = Static<typeof KeyPatch>;

export const KeyParams = Type.Object({ id: Type.String({ maxLength: 64 }) });

export const KeyReply = Type.Object({
  object: Type.Literal('key'),
  id: Type.String(),
  name: Type.String(),
  environment: Type.String(),
  hint: Type.String(),
  key: Type.Optional(Type.String({ description: 'The secret; shown only once' })),
  scopes: Type.Array(Type.String()),
  expires_at: Nullable(Type.String()),
  ip_allow_list: Nullable(Type.Array(Type.String())),
  requests_per_minute: Nullable(Type.Integer()),
  monthly_credit_cap: Nullable(Type.Number()),
  last_used_at: Nullable(Type.String()),
  created_at: Type.String(),
});

export const KeyList = Type.Object({ object: Type.Literal('list'), data: Type.Array(KeyReply) });

export const Rotation = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30 * 86_400, description: 'How long the old secret stays valid' }),
  ),
});

export const Deleted = Type.Object({ object: Type.String(), id: Type.String(), deleted: Type.Boolean() });
