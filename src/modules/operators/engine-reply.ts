// Response schemas of the operator's routes for engines, weights and local model servers.
import Type from 'typebox';
import { nullable } from './schema.ts';

const Time = Type.String({ format: 'date-time' });

const Health = Type.Object(
  {
    state: Type.Enum(['closed', 'open', 'testing'], {
      description: 'State of the circuit breaker; open: the model gets no calls for a while',
    }),
    opens_for_ms: Type.Integer({ description: 'Milliseconds until the open breaker lets a call through' }),
    calls: Type.Integer({ description: 'Number of calls in the last 15 minutes, at most the last 500' }),
    errors: Type.Integer(),
    error_rate: nullable(Type.Number()),
    latency_ms: nullable(
      Type.Object(
        { p50: Type.Integer(), p95: Type.Integer() },
        { description: 'Time until the first token or the whole reply' },
      ),
    ),
    last_error: nullable(Type.String()),
    last_error_at: nullable(Time),
  },
  { title: 'EngineHealth' },
);

const Probe = Type.Object(
  {
    state: Type.Enum(['up', 'down', 'unknown'], {
      description: 'down: it gets no calls until a probe succeeds; unknown: not probed yet',
    }),
    failures: Type.Integer({ description: 'Failed probes since the last that succeeded' }),
    checked_at: nullable(Time),
    last_error: nullable(Type.String()),
  },
  { title: 'EngineProbe' },
);

const Budget = Type.Object(
  {
    period: Type.Enum(['day', 'month'], { description: 'In UTC' }),
    limit: Type.Number({ description: 'What it may cost, in credits' }),
    spent: Type.Number({ description: 'What was booked as its cost by all nodes, in credits' }),
    used_up: Type.Boolean({ description: 'Whether it gets no calls until the window ends' }),
    ends_at: Type.String({ format: 'date-time', description: 'When the window ends' }),
  },
  { title: 'EngineBudget' },
);

export const EngineList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object({
        object: Type.Literal('operator.engine'),
        name: Type.String(),
        module: Type.String(),
        ready: Type.Boolean({ description: 'Whether at least one of its models is ready' }),
        probe: Type.Union([Probe, Type.Null()], {
          description: 'What probes of this upstream have found on this node; null: it is not probed',
        }),
        budgets: Type.Array(Budget, { description: 'Of this upstream, by period' }),
        models: Type.Array(
          Type.Object({
            id: Type.String(),
            ready: Type.Boolean(),
            offered: Type.Boolean({ description: 'false: customers neither see it nor can call it' }),
            reason: nullable(Type.String({ description: 'Why it is not offered' })),
            hosting: Type.Enum(['own', 'provider'], { description: 'own: on hardware of the operator' }),
            progress: nullable(Type.Number()),
            note: nullable(Type.String()),
            pricing: Type.Record(Type.String(), Type.Unknown(), { description: 'Prices in credits, with attribution' }),
            health: nullable(Health),
          }),
        ),
      }),
    ),
  },
  { title: 'EngineList' },
);

export const WeightsReply = Type.Object(
  {
    object: Type.Literal('operator.model'),
    id: Type.String(),
    kind: Type.String(),
    title: Type.String(),
    licence: Type.String(),
    licence_url: nullable(Type.String({ description: 'Where the conditions are, if the licence is not permissive' })),
    accepted: Type.Boolean({ description: 'Whether the licence is permissive or was accepted' }),
    note: nullable(Type.String()),
    awaits: nullable(Type.String({ description: 'What this version of the service lacks to use the model' })),
    bytes: Type.Integer(),
    ready: Type.Boolean(),
    pulling: Type.Boolean(),
    progress: Type.Number({ minimum: 0, maximum: 1 }),
    error: nullable(Type.String()),
    use: nullable(Type.String({ description: 'What the model can be chosen for' })),
    chosen: Type.Boolean({ description: 'Whether an operator chose it for its use' }),
    check: nullable(
      Type.Enum(['running', 'intact', 'damaged', 'failed'], {
        description: 'The last comparison of its checksums on this node',
      }),
    ),
  },
  { title: 'Weights' },
);
export const ModelRecommendation = Type.Object(
  {
    object: Type.Literal('operator.model_recommendation'),
    machine: Type.Object({
      described: Type.String(),
      memory_bytes: Type.Integer(),
      cores: Type.Integer(),
      gpu: nullable(Type.Object({ name: Type.String(), memory_bytes: nullable(Type.Number()) })),
      free_disk_bytes: nullable(Type.Number()),
    }),
    data: Type.Array(
      Type.Object({
        use: Type.String(),
        model: nullable(Type.String({ description: 'The best model that this machine runs well' })),
        download_bytes: Type.Integer(),
        reason: Type.String(),
        passed_over: Type.Array(Type.Object({ model: Type.String(), why: Type.String() })),
      }),
    ),
  },
  { title: 'ModelRecommendation' },
);
export const WeightsList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(WeightsReply) },
  { title: 'WeightsList' },
);

export const LocalServerReply = Type.Object(
  {
    object: Type.Literal('operator.local_server'),
    id: Type.String(),
    title: Type.String(),
    makes: Type.Enum(['text', 'image'], { description: 'What its models make' }),
    url: Type.String(),
    version: nullable(Type.String()),
    models: Type.Array(Type.String()),
    state: Type.Enum(['found', 'connected', 'configured', 'gone'], {
      description:
        'found: not used · connected: its models are offered · configured: named in the settings · gone: connected, but it does not answer',
    }),
  },
  { title: 'LocalServer' },
);
export const LocalServerList = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(LocalServerReply) },
  { title: 'LocalServerList' },
);
