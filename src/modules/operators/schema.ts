// Schemas of the operator routes' requests, and the response parts that all of their lists share.
import Type, { type Static, type TSchema } from 'typebox';
import { AUDIT_ACTIONS } from '../../store/audit.ts';
import { DELIVERY_LINE_STATES } from '../../store/operators-deliveries.ts';
import { JOB_LINE_STATES } from '../../store/operators-queue.ts';

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const Limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many to return' }),
);
export const SeqCursor = Type.Optional(
  Type.String({ maxLength: 20, pattern: '^[0-9]{1,15}$', description: 'next_cursor of the previous page' }),
);
const IdCursor = Type.Optional(Type.String({ maxLength: 64, description: 'next_cursor of the previous page' }));
const AccountId = Type.Optional(Type.String({ maxLength: 64, description: 'Only of this account' }));

/** A reason must contain more than blanks. */
export const Reason = Type.String({
  minLength: 3,
  maxLength: 500,
  pattern: '\\S.*\\S',
  description: 'The reason; kept in the audit log permanently',
});
export const Environment = Type.Enum(['live', 'test'], { description: 'Which balance; default: live' });

export const IdParams = Type.Object({
  id: Type.String({
    maxLength: 100,
    description:
      'Id of the account, model, upstream, change, job, delivery, code or batch of codes that the path names',
  }),
});

export const AccountQuery = Type.Object({
  limit: Limit,
  cursor: IdCursor,
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The beginning of an email address or a name, or a whole account id',
    }),
  ),
  plan: Type.Optional(Type.String({ description: 'Only accounts on this plan', maxLength: 64 })),
  status: Type.Optional(Type.Enum(['active', 'suspended'], { description: 'Only accounts in this state' })),
});
export type AccountQuery = Static<typeof AccountQuery>;

export const PlanAct = Type.Object({
  plan: Type.String({ minLength: 1, maxLength: 64, description: 'An id of the price list' }),
  reason: Reason,
});
export type PlanAct = Static<typeof PlanAct>;

export const PriceFactorAct = Type.Object({
  price_factor_permille: Type.Union([Type.Integer({ minimum: 0, maximum: 10_000 }), Type.Null()], {
    description:
      'What the account pays for usage, in thousandths of the list price: 1000 is the list price, 900 a tenth less, 0 free; null: the price factor of its plan',
  }),
  allow_loss: Type.Optional(
    Type.Boolean({ description: 'Whether this factor may take models below what they cost; default false' }),
  ),
  reason: Reason,
});
export type PriceFactorAct = Static<typeof PriceFactorAct>;

/** The most credits that fit into an exact integer of micro-credits, with room for a balance. */
export const MAX_CREDITS = 100_000_000;

export const CreditsAct = Type.Object({
  credits: Type.Number({
    minimum: -MAX_CREDITS,
    maximum: MAX_CREDITS,
    description: 'Positive to give, negative to take; at most six decimals',
  }),
  environment: Type.Optional(Environment),
  expires_at: Type.Optional(
    Type.String({
      maxLength: 40,
      description: 'When what is left of the given credits expires, ISO 8601; absent: never',
    }),
  ),
  promotional: Type.Optional(
    Type.Boolean({ description: 'Whether the given credits are used before all others; default false' }),
  ),
  reason: Type.String({
    ...Reason,
    description: 'The reason; the customer sees it in the transactions, and it is kept in the audit log permanently',
  }),
});
export type CreditsAct = Static<typeof CreditsAct>;

export const ReasonedAct = Type.Object({ reason: Reason }, { title: 'ReasonedAct' });
export const SimpleAct = Type.Object({ reason: Type.Optional(Reason) }, { title: 'SimpleAct' });
export const PullAct = Type.Object(
  {
    reason: Type.Optional(Reason),
    accept_licence: Type.Optional(
      Type.Boolean({
        description: 'You have read the licence and accept it; required once where it is not permissive',
      }),
    ),
  },
  { title: 'PullAct' },
);
export const UseAct = Type.Object(
  {
    reason: Type.Optional(Reason),
    chosen: Type.Optional(Type.Boolean({ default: true, description: 'false: the service chooses the model again' })),
  },
  { title: 'UseAct' },
);

export const JobQuery = Type.Object({
  limit: Limit,
  cursor: SeqCursor,
  state: Type.Optional(Type.Enum([...JOB_LINE_STATES], { description: 'Only jobs in this state' })),
  kind: Type.Optional(Type.String({ description: 'Only jobs of this kind, such as music.generate', maxLength: 40 })),
  account_id: AccountId,
});
export type JobQuery = Static<typeof JobQuery>;

export const EndpointQuery = Type.Object({ limit: Limit, cursor: IdCursor });
export type EndpointQuery = Static<typeof EndpointQuery>;

export const DeliveryQuery = Type.Object({
  limit: Limit,
  cursor: SeqCursor,
  state: Type.Optional(Type.Enum([...DELIVERY_LINE_STATES], { description: 'Only deliveries in this state' })),
  endpoint_id: Type.Optional(Type.String({ description: 'Only deliveries to this endpoint', maxLength: 100 })),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const AuditQuery = Type.Object({
  limit: Limit,
  cursor: SeqCursor,
  action: Type.Optional(Type.Enum([...AUDIT_ACTIONS], { description: 'Only this action' })),
  account_id: AccountId,
});
export type AuditQuery = Static<typeof AuditQuery>;

export function listOf<T extends TSchema>(item: T) {
  return Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  });
}
