// Schemas of the batch routes, in OpenAI's shape.
import Type, { type Static } from 'typebox';
import { BATCH_ENDPOINTS } from './ports.ts';

const ID_PATTERN = '^batch_[0-9a-z]{26}$';
const OrNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Time = OrNull(Type.Integer({ description: 'Unix time in seconds' }));

export const BatchParams = Type.Object({ id: Type.String({ description: 'Id of a batch', pattern: ID_PATTERN }) });

const Metadata = Type.Record(Type.String({ pattern: '^[^\\u0000]{1,64}$' }), Type.String({ maxLength: 512 }), {
  maxProperties: 16,
  description: 'Up to 16 key-value pairs of your own, shown with the batch',
});

export const BatchBody = Type.Object({
  input_file_id: Type.String({
    pattern: '^[0-9a-z]{26}$',
    description:
      'A file from POST /files with the purpose "batch": up to 50,000 lines, each with custom_id, method, url and body',
  }),
  endpoint: Type.Enum([...BATCH_ENDPOINTS], { description: 'The endpoint that every line of the file names in url' }),
  completion_window: Type.Literal('24h', { description: 'Lines that have not run after 24 hours get an error' }),
  metadata: Type.Optional(
    Type.Union([Metadata, Type.Null()], { description: 'Up to 16 texts of your own, shown with the batch' }),
  ),
  output_expires_after: Type.Optional(
    Type.Object(
      {
        anchor: Type.Literal('created_at', { description: 'From when: the creation of the file' }),
        seconds: Type.Integer({ minimum: 3_600, maximum: 30 * 24 * 3_600, description: 'How long' }),
      },
      { description: 'How long the files with the results are kept' },
    ),
  ),
});
export type BatchBody = Static<typeof BatchBody>;

export const BatchListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 20 })),
  after: Type.Optional(Type.String({ pattern: ID_PATTERN, description: 'The last id of the previous page' })),
  cursor: Type.Optional(
    Type.String({ pattern: ID_PATTERN, description: 'next_cursor of the previous page; the same' }),
  ),
});
export type BatchListQuery = Static<typeof BatchListQuery>;

export const BatchReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('batch'),
    endpoint: Type.String(),
    errors: OrNull(
      Type.Object({
        object: Type.Literal('list'),
        data: Type.Array(
          Type.Object({
            code: Type.String(),
            message: Type.String(),
            line: OrNull(Type.Integer()),
            param: OrNull(Type.String()),
          }),
        ),
      }),
    ),
    input_file_id: Type.String(),
    completion_window: Type.Literal('24h'),
    status: Type.Enum([
      'validating',
      'in_progress',
      'finalizing',
      'cancelling',
      'completed',
      'failed',
      'expired',
      'cancelled',
    ]),
    output_file_id: OrNull(Type.String({ description: 'The answers, one per line; GET /files/{id}/content' })),
    error_file_id: OrNull(Type.String({ description: 'The errors of the lines that failed or did not run' })),
    created_at: Type.Integer(),
    in_progress_at: Time,
    expires_at: Time,
    finalizing_at: Time,
    completed_at: Time,
    failed_at: Time,
    expired_at: Time,
    cancelling_at: Time,
    cancelled_at: Time,
    request_counts: Type.Object({ total: Type.Integer(), completed: Type.Integer(), failed: Type.Integer() }),
    usage: Type.Object({
      input_tokens: Type.Integer(),
      input_tokens_details: Type.Object({ cached_tokens: Type.Integer() }),
      output_tokens: Type.Integer(),
      output_tokens_details: Type.Object({ reasoning_tokens: Type.Integer() }),
      total_tokens: Type.Integer(),
      credits: Type.Number({ description: 'What the lines cost together' }),
    }),
    metadata: OrNull(Metadata),
  },
  { title: 'Batch' },
);

export const BatchListReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(BatchReply),
    first_id: OrNull(Type.String()),
    last_id: OrNull(Type.String()),
    has_more: Type.Boolean(),
    next_cursor: OrNull(Type.String()),
  },
  { title: 'BatchList' },
);
