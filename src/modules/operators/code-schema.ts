// Schemas of the operator's routes for redeem codes.
import Type, { type Static } from 'typebox';
import { Environment, Limit, listOf, MAX_CREDITS, nullable, Reason, SeqCursor } from './schema.ts';

const Time = Type.String({ format: 'date-time' });

const MAX_CODES = 1_000;
const MAX_USES = 1_000_000;
const MAX_DAYS = 3_660;

export const CodesAct = Type.Object({
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CODES, description: 'How many codes; default 1' })),
  credits: Type.Optional(
    Type.Number({ minimum: 0, maximum: MAX_CREDITS, description: 'Credits of each redemption; at most six decimals' }),
  ),
  plan: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'A plan of the price list, given for `days` days' }),
  ),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: 'How long the plan lasts' })),
  max_uses: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_USES,
      description: 'How many accounts may redeem each code; default 1. An account redeems a code once.',
    }),
  ),
  expires_at: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'The codes cannot be redeemed after this time' }),
  ),
  environment: Type.Optional(Environment),
  reason: Reason,
});
export type CodesAct = Static<typeof CodesAct>;

export const CodeQuery = Type.Object({
  limit: Limit,
  cursor: SeqCursor,
  batch: Type.Optional(Type.String({ maxLength: 64, description: 'Only codes of this batch' })),
});
export type CodeQuery = Static<typeof CodeQuery>;

const Gift = {
  batch_id: Type.String(),
  environment: Type.Enum(['live', 'test']),
  credits: Type.Number(),
  plan: nullable(Type.String()),
  days: nullable(Type.Integer()),
  max_uses: Type.Integer(),
  expires_at: nullable(Time),
};

export const CodeBatchReply = Type.Object(
  {
    object: Type.Literal('operator.code_batch'),
    ...Gift,
    codes: Type.Array(Type.String(), { description: 'Only this answer contains the codes: the service keeps hashes' }),
    audit_id: Type.String(),
  },
  { title: 'OperatorCodeBatch' },
);

const CodeLine = Type.Object(
  {
    object: Type.Literal('operator.code'),
    id: Type.String(),
    hint: Type.String({ description: 'The last characters of the code' }),
    status: Type.Enum(['active', 'used', 'expired', 'revoked']),
    used: Type.Integer(),
    ...Gift,
    created_at: Time,
  },
  { title: 'OperatorCode' },
);
export const CodeList = listOf(CodeLine);

export const RevokedReply = Type.Object(
  {
    object: Type.Literal('operator.revoked_codes'),
    id: Type.String(),
    revoked: Type.Integer({ description: 'How many codes this call revoked' }),
    audit_id: Type.String(),
  },
  { title: 'OperatorRevokedCodes' },
);
