// Schema of a model.
import Type from 'typebox';

export const Model = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('model'),
    created: Type.Integer(),
    owned_by: Type.String(),
    module: Type.String(),
    engine: Type.String(),
    context_window: Type.Union([Type.Integer(), Type.Null()]),
    max_output_tokens: Type.Union([Type.Integer(), Type.Null()]),
    capabilities: Type.Array(Type.String()),
    pricing: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Prices in credits, as charged to this account',
    }),
    ready: Type.Boolean(),
    progress: Type.Optional(Type.Number({ description: '0 to 1 while the weights are being downloaded' })),
    aliases: Type.Optional(
      Type.Array(Type.String(), { description: "Names of other services' models that the operator lets it stand for" }),
    ),
    note: Type.Optional(Type.String()),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: 'What its answers are often wrong about, and how to connect a better model',
      }),
    ),
  },
  { title: 'Model' },
);

export const ModelList = Type.Object({ object: Type.Literal('list'), data: Type.Array(Model) }, { title: 'ModelList' });

export const ModelParams = Type.Object({
  id: Type.String({ description: 'An id or an alias of GET /models', maxLength: 256 }),
});
