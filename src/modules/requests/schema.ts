// Schemas of the request log: its lists, one request, and its settings.
import Type, { type Static } from 'typebox';
import { GUARDED_KINDS } from '../../core/guards/policy.ts';
import { MASKED_KINDS, REQUEST_LOG_LEVELS } from '../../core/request-log-terms.ts';

const Nullable = <T extends Type.TSchema>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

export const RequestParams = Type.Object({
  id: Type.String({ description: 'Id of a request, as X-Request-Id of its answer says', maxLength: 100 }),
});

export const RequestQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: '^[0-9]{1,15}_[0-9]{1,15}$',
      description: 'next_cursor of the previous page',
    }),
  ),
  key_id: Type.Optional(Type.String({ description: 'Only requests with this key', maxLength: 64 })),
  model: Type.Optional(Type.String({ description: 'Only requests for this model', maxLength: 200 })),
  module: Type.Optional(Type.String({ description: 'Only requests of this module, such as chat', maxLength: 40 })),
  status: Type.Optional(
    Type.Integer({ description: 'Only answers with this HTTP status', minimum: 100, maximum: 599 }),
  ),
  failed: Type.Optional(Type.Boolean({ description: 'Only answers with a status from 400 on' })),
  from: Type.Optional(Type.String({ description: 'Only requests at or after this time, ISO 8601', maxLength: 40 })),
  to: Type.Optional(Type.String({ description: 'Only requests before this time, ISO 8601', maxLength: 40 })),
});
export type RequestQuery = Static<typeof RequestQuery>;

const tally = (title: string, description: string) =>
  Type.Optional(
    Type.Object(
      Object.fromEntries(
        GUARDED_KINDS.map((kind) => [
          kind,
          Type.Optional(Type.Integer({ description: `How many values of the kind ${kind}` })),
        ]),
      ),
      { title, description },
    ),
  );

export const REQUEST_FIELDS = {
  object: Type.Literal('request'),
  id: Type.String(),
  environment: Type.String(),
  created_at: Type.String(),
  method: Type.String(),
  route: Type.String({ description: 'The route, with the names of its parameters' }),
  module: Type.String(),
  status: Type.Integer({ description: 'The HTTP status; 499: the client closed the connection before its answer' }),
  outcome: Type.Enum(['ok', 'error', 'stopped'], {
    title: 'RequestOutcome',
    description: 'stopped: the client ended it, which is no error',
  }),
  error_code: Nullable(Type.String()),
  key_id: Nullable(Type.String(), 'null: a user of the dashboard'),
  member_id: Nullable(Type.String(), 'The signed-in user, or the maker of the key'),
  model: Nullable(Type.String(), 'The model that was asked for'),
  served_model: Nullable(Type.String(), 'The model that answered'),
  prompt_tokens: Nullable(Type.Integer()),
  completion_tokens: Nullable(Type.Integer()),
  cached_tokens: Nullable(Type.Integer()),
  from_cache: Type.Boolean({ description: 'Whether the answer came from the answer cache' }),
  delivered_tokens: Nullable(
    Type.Integer(),
    'The tokens that the client got before it left; completion_tokens are those that it pays. null: it stayed',
  ),
  credits: Nullable(Type.Number(), 'What the call cost; null: nothing was charged, or a job is charged later'),
  job_id: Nullable(Type.String(), 'The job that the call created'),
  guards: Nullable(
    Type.Object(
      {
        masked: tally('MaskedTally', 'What was replaced by its kind'),
        noted: tally('NotedTally', 'What was only counted'),
        refused: tally('RefusedTally', 'What the request was refused for, or an answer ended at'),
        moderation: Type.Optional(Type.Array(Type.String(), { description: 'Flagged categories, or "failed"' })),
      },
      { title: 'GuardTallies' },
    ),
    'What guards did: kinds and counts, never values; null: nothing was found',
  ),
  request_bytes: Type.Integer(),
  response_bytes: Type.Integer({ description: 'Before compression' }),
  streamed: Type.Boolean(),
  first_byte_ms: Nullable(
    Type.Integer(),
    'From the arrival to the first part of the answer, of a stream the first token',
  ),
  duration_ms: Type.Integer(),
};

const Summary = { ...REQUEST_FIELDS, error_message: Nullable(Type.String()) };

export const RequestList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Type.Object(Summary, { title: 'LoggedRequest' })),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'RequestList' },
);

export const RequestReply = Type.Object(
  {
    ...Summary,
    bodies: Type.Enum(['kept', 'not_kept', 'not_allowed'], {
      title: 'KeptBodies',
      description:
        'not_kept: they were not asked for, or their life has ended; not_allowed: your role may not read them',
    }),
    request_body: Nullable(Type.String(), 'The JSON that was sent, masked'),
    response_body: Nullable(
      Type.String(),
      'The JSON that was answered, masked; the parts of a stream are put together',
    ),
    bodies_cut: Type.Boolean({ description: 'Whether something is missing besides what was masked' }),
  },
  { title: 'RequestDetails' },
);

const Level = Type.Enum([...REQUEST_LOG_LEVELS], { title: 'RequestLogLevel' });

const MAX_RULES = 50;
/** One run of any length in the middle is enough; two could match the same text in many ways. */
const PATTERN = '^[^*]*\\*?[^*]*$';

export const Rules = Type.Object(
  {
    mask: Type.Optional(
      Type.Array(Type.Enum([...MASKED_KINDS], { title: 'MaskedKind' }), {
        maxItems: MASKED_KINDS.length,
        description: 'What is found and masked; default: email, key and card',
      }),
    ),
    mask_fields: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: MAX_RULES,
        description: 'Members of JSON whose values are masked, wherever they are, in small or capital letters',
      }),
    ),
    mask_patterns: Type.Optional(
      Type.Array(Type.String({ minLength: 3, maxLength: 100, pattern: PATTERN }), {
        maxItems: MAX_RULES,
        description:
          'Texts that are masked: # is a digit, ? a letter or digit, * (once) up to 64 characters without space, such as EMP-#### or token=*',
      }),
    ),
    keep_fields: Type.Optional(
      Nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: MAX_RULES }),
        'Only these members at the top of a body are kept; null: all',
      ),
    ),
  },
  { title: 'RedactionRules' },
);
export type Rules = Static<typeof Rules>;

export const SettingsPatch = Type.Object({
  level: Type.Optional(
    Nullable(
      Level,
      "off; metadata: sizes, timings, tokens, cost and errors; bodies: also masked requests and answers; null: the service's default",
    ),
  ),
  rules: Type.Optional(Nullable(Rules, 'What is masked in bodies from now on; null: the standard rules')),
});
export type SettingsPatch = Static<typeof SettingsPatch>;

export const SettingsReply = Type.Object(
  {
    object: Type.Literal('request_log.settings'),
    level: Nullable(Level, "The account's own level; null: the service's default"),
    default_level: Level,
    effective_level: Type.Enum([...REQUEST_LOG_LEVELS], {
      title: 'RequestLogLevel',
      description: 'For keys that have no level of their own, and for users of the dashboard',
    }),
    rules: Type.Required(Rules),
    days: Type.Integer({ description: 'How long requests are kept' }),
    body_days: Type.Integer({ description: 'How long bodies are kept' }),
    body_kilobytes: Type.Integer({ description: 'The most that is kept of one body' }),
    may_change: Type.Boolean({ description: 'Whether the caller may change them: owners and admins' }),
  },
  { title: 'RequestLogSettings' },
);
