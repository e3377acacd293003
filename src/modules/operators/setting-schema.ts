// Schemas of the operator's routes for live settings: upstreams, and the log of changes.
import Type, { type Static } from 'typebox';
import { Limit, listOf, nullable, Reason, SeqCursor } from './schema.ts';

const Time = Type.String({ format: 'date-time' });
const Json = Type.Record(Type.String(), Type.Unknown());

const ApiKey = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: 4_096 }), Type.Null()], {
    description: 'Stored encrypted and never shown again. Left out: stays as it is. null: none.',
  }),
);
const UpstreamSettings = Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
  description:
    'An entry of `upstreams` (text), `image_upstreams`, `music_upstreams`, `video_upstreams`, `speech_upstreams` or `transcription_upstreams` of the configuration file, without name and key: kind, base_url, models with their price, cost, weight and fallbacks, `own` or `provider` where the address does not tell who bills the calls, and the fields of the kind. Text has token prices, headers, aliases, context and capabilities; images are priced per image, speech per million characters, the others per second. 1,000 models at most.',
});

export const NewUpstream = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$',
      description: 'Unique among all upstreams; customers do not see it',
    }),
    makes: Type.Optional(
      Type.Enum(['text', 'image', 'music', 'video', 'speech', 'transcription'], {
        default: 'text',
        description: 'What its models make',
      }),
    ),
    settings: UpstreamSettings,
    api_key: ApiKey,
    reason: Reason,
  },
  { title: 'NewUpstream' },
);
export type NewUpstream = Static<typeof NewUpstream>;

export const UpstreamChange = Type.Object(
  { settings: UpstreamSettings, api_key: ApiKey, reason: Reason },
  { title: 'UpstreamChange' },
);
export type UpstreamChange = Static<typeof UpstreamChange>;

export const TryAct = Type.Object(
  {
    model: Type.Optional(Type.String({ maxLength: 200, description: 'One of its models; default: the first' })),
    prompt: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description:
          'What is asked, made or spoken; a short one of the kind if absent. Transcription hears a generated tone instead',
      }),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'TryUpstream' },
);
export type TryAct = Static<typeof TryAct>;

export const UpstreamLine = Type.Object(
  {
    object: Type.Literal('operator.upstream'),
    id: Type.String({ description: 'Its name' }),
    makes: Type.String(),
    source: Type.Enum(['live', 'file', 'environment', 'local'], {
      description:
        'Where it was set. `file` (CONFIG) and `environment` win and cannot be changed here; `local` was connected by a click',
    }),
    settings: Json,
    has_key: Type.Boolean(),
    header_names: Type.Array(Type.String(), { description: 'Their values are kept like the key' }),
    models: Type.Array(Type.String(), { description: 'The models that it offers on this node now' }),
    problem: nullable(Type.String({ description: 'Why it cannot be used' })),
  },
  { title: 'OperatorUpstream' },
);
export const UpstreamList = Type.Object({ object: Type.Literal('list'), data: Type.Array(UpstreamLine) });

export const TriedReply = Type.Object(
  {
    object: Type.Literal('operator.upstream_try'),
    upstream: Type.String(),
    model: Type.String(),
    ok: Type.Boolean(),
    error: nullable(Type.String()),
    latency_ms: Type.Integer(),
    first_token_ms: nullable(Type.Integer()),
    answer: Type.String(),
    usage: Type.Object({
      prompt_tokens: Type.Integer(),
      completion_tokens: Type.Integer(),
      cached_tokens: Type.Integer(),
      reasoning_tokens: Type.Integer(),
      images: Type.Integer(),
      characters: Type.Integer({ description: 'Spoken' }),
      seconds: Type.Number({ description: 'Of music, of a recording, or of the video that was ordered' }),
    }),
    price_credits: Type.Number({ description: 'What a customer pays for such a call' }),
    cost_credits: nullable(Type.Number({ description: 'What the upstream charges for it; null: unknown' })),
  },
  { title: 'OperatorUpstreamTry' },
);

export const ChangeQuery = Type.Object({
  limit: Limit,
  cursor: SeqCursor,
  name: Type.Optional(Type.String({ maxLength: 100, description: 'Only changes of this setting' })),
});
export type ChangeQuery = Static<typeof ChangeQuery>;

export const ChangeReply = Type.Object(
  {
    object: Type.Literal('operator.setting_change'),
    id: Type.String(),
    version: Type.Integer({ description: 'Numbers all changes of live settings' }),
    name: Type.String({ description: '`upstream:` and its name, `prices` or `service`' }),
    before: nullable(Json),
    after: nullable(Json),
    actor_email: nullable(Type.String()),
    reason: nullable(Type.String()),
    audit_id: Type.String(),
    created_at: Time,
  },
  { title: 'OperatorSettingChange' },
);
export const ChangeList = listOf(ChangeReply);
