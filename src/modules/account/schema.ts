// Schemas of the account and its keys.
import Type, { type Static } from 'typebox';
import { MAX_CACHE_SECONDS } from '../../core/answer-cache.ts';
import { GuardTermsSchema } from '../../core/guards/terms-schema.ts';
import { REQUEST_LOG_LEVELS } from '../../core/request-log-terms.ts';
import { ROLES } from '../../core/roles.ts';

export const AccountReply = Type.Object(
  {
    object: Type.Literal('account'),
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    environment: Type.String(),
    attribution_setting: Type.Union([Type.Literal('required'), Type.Literal('waived')]),
    is_owner: Type.Boolean({ description: 'Whether the caller may act as the operator of the service' }),
    member: Type.Union(
      [
        Type.Object(
          { id: Type.String(), email: Type.String(), role: Type.Enum([...ROLES], { title: 'Role' }) },
          { title: 'CallingMember' },
        ),
        Type.Null(),
      ],
      { description: 'The signed-in user, or the member who made the key; null for a key from the command line' },
    ),
    guards: Type.Union([GuardTermsSchema, Type.Null()], {
      description: 'What the account demands of the words of all its calls; null: nothing',
    }),
    guards_in_force: Type.Union([GuardTermsSchema, Type.Null()], {
      description: 'What holds for calls of this caller: the strictest of plan, account and key; null: nothing',
    }),
    limits: Type.Object({
      requests_per_minute: Type.Integer(),
      requests_per_day: Type.Union([Type.Integer(), Type.Null()]),
      concurrent_jobs: Type.Integer(),
    }),
    created_at: Type.String(),
  },
  { title: 'Account' },
);

export const AccountPatch = Type.Object({
  name: Type.Optional(Type.String({ description: 'How the account is shown', maxLength: 200 })),
  attribution: Type.Optional(
    Type.Union([Type.Literal('required'), Type.Literal('waived')], {
      description: 'waived: responses carry no attribution and every price doubles',
    }),
  ),
  guards: Type.Optional(
    Type.Union([GuardTermsSchema, Type.Null()], {
      description:
        'What is looked for in the words of all calls of the account; null: nothing. Keys may only be stricter',
    }),
  ),
});
export type AccountPatch = Static<typeof AccountPatch>;

const Nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const KeyTerms = Type.Object({
  name: Type.String({ description: 'Your own name for the key', minLength: 1, maxLength: 100 }),
  scopes: Type.Optional(
    Type.Array(Type.String({ maxLength: 40 }), {
      description:
        'What the key may do: "*", a module such as "music", or "music:read"; default: everything within the account',
      maxItems: 40,
      minItems: 1,
    }),
  ),
  expires_at: Type.Optional(
    Nullable(Type.String({ format: 'date-time' }), 'When the key stops working, in the future; null or absent: never'),
  ),
  ip_allow_list: Type.Optional(
    Nullable(
      Type.Array(Type.String({ maxLength: 64 }), { maxItems: 100 }),
      'Addresses or ranges such as 192.0.2.0/24 that may use the key; null or empty: all',
    ),
  ),
  requests_per_minute: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }), 'A limit below that of the plan'),
  ),
  monthly_credit_cap: Type.Optional(
    Nullable(
      Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
      'The most credits that the key may spend in a calendar month (UTC)',
    ),
  ),
  tokens_per_minute: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 2_000_000_000 }),
      'The most tokens that calls of the key may read and write in a minute',
    ),
  ),
  daily_credit_cap: Type.Optional(
    Nullable(
      Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
      'The most credits that the key may spend in a day; it starts anew at midnight UTC',
    ),
  ),
  customer_daily_credit_cap: Type.Optional(
    Nullable(
      Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
      'The most credits that each end customer without a cap of its own may spend through the key in a day',
    ),
  ),
  customer_monthly_credit_cap: Type.Optional(
    Nullable(
      Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
      'The most credits that each end customer without a cap of its own may spend through the key in a month',
    ),
  ),
  models: Type.Optional(
    Nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 100 }),
      'The models that the key may use: ids of GET /models, where `*` stands for any characters; null or absent: all that the plan allows',
    ),
  ),
  request_log: Type.Optional(
    Nullable(
      Type.Enum([...REQUEST_LOG_LEVELS], { title: 'RequestLogLevel' }),
      'What is kept of the requests with this key; null: as the account says. Only owners and admins may set it',
    ),
  ),
  zero_retention: Type.Optional(
    Type.Boolean({
      description:
        'true: calls with this key leave no prompt, answer or file behind, and what needs storage is refused. Only owners and admins may turn it off',
    }),
  ),
  answer_cache_seconds: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 0, maximum: MAX_CACHE_SECONDS }),
      'How long an identical call of this key gets the same answer again, at a lower price; 0: never; null or absent: as the plan says',
    ),
  ),
  guards: Type.Optional(
    Nullable(
      GuardTermsSchema,
      'What is looked for in the words of calls with this key, on top of what the account and the plan demand; null: nothing more. Only owners and admins may make it milder',
    ),
  ),
});
export type KeyTerms = Static<typeof KeyTerms>;

export const KeyPatch = Type.Partial(KeyTerms);
export type KeyPatch = Static<typeof KeyPatch>;

export const KeyParams = Type.Object({
  id: Type.String({ description: 'Id of a key, not its secret', maxLength: 64 }),
});

export const KeyReply = Type.Object(
  {
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
    daily_credit_cap: Nullable(Type.Number()),
    tokens_per_minute: Nullable(Type.Integer()),
    customer_daily_credit_cap: Nullable(Type.Number()),
    customer_monthly_credit_cap: Nullable(Type.Number()),
    models: Nullable(Type.Array(Type.String()), 'The models that the key may use; null: all that the plan allows'),
    request_log: Nullable(
      Type.Enum([...REQUEST_LOG_LEVELS], { title: 'RequestLogLevel' }),
      'What is kept of the requests with this key; null: as the account says',
    ),
    zero_retention: Type.Boolean({ description: 'Whether calls with the key leave nothing behind' }),
    answer_cache_seconds: Nullable(
      Type.Integer(),
      'How long identical calls get the same answer again; 0: never; null: as the plan says',
    ),
    guards: Nullable(GuardTermsSchema, 'What the key demands on top of the account and the plan; null: nothing more'),
    last_used_at: Nullable(Type.String()),
    member_id: Nullable(Type.String(), 'The member who made the key; null: the command line'),
    created_by: Nullable(Type.String(), 'Email address of the member who made the key'),
    created_at: Type.String(),
  },
  { title: 'Key' },
);

export const KeyList = Type.Object({ object: Type.Literal('list'), data: Type.Array(KeyReply) }, { title: 'KeyList' });

export const Rotation = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30 * 86_400, description: 'How long the old secret stays valid' }),
  ),
});

export const Deleted = Type.Object(
  { object: Type.String(), id: Type.String(), deleted: Type.Boolean() },
  { title: 'DeletedKey' },
);
