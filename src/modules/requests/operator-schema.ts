// Schemas of the operator's view of the request log.
import Type, { type Static } from 'typebox';
import { REQUEST_FIELDS, RequestQuery } from './schema.ts';

const { limit, cursor, status, from, to } = RequestQuery.properties;

export const OperatorRequestQuery = Type.Object({
  limit,
  cursor,
  request_id: Type.Optional(Type.String({ description: 'Only this request', maxLength: 100 })),
  account_id: Type.Optional(
    Type.String({ description: 'All requests of this account; without it, only failed ones', maxLength: 100 }),
  ),
  environment: Type.Optional(Type.Enum(['live', 'test'], { description: 'Default: live' })),
  status,
  from,
  to,
});
export type OperatorRequestQuery = Static<typeof OperatorRequestQuery>;

export const OperatorRequestList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        {
          ...REQUEST_FIELDS,
          upstream: Type.Union([Type.String(), Type.Null()], {
            description: 'Who served it; null: this service itself, or no model was asked',
          }),
          account_id: Type.String(),
          email: Type.String(),
        },
        { title: 'OperatorRequestLine' },
      ),
    ),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'OperatorRequestList' },
);
