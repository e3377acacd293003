// Schemas of the operator's route for the prices and costs of upstream models.
import Type from 'typebox';
import { nullable } from './schema.ts';

const Price = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Credits with the names of the price list, and `tiers` for long prompts',
});

const Loss = Type.Object(
  {
    by: Type.Enum(['price', 'cost_factor', 'plan', 'account'], { description: 'What sets the price that is too low' }),
    name: nullable(Type.String({ description: 'The plan, or the email of the account' })),
    upstream: Type.String(),
    model: Type.String(),
    part: Type.String({ description: 'The number of the price that is below its cost' }),
    price: Type.Number(),
    cost: Type.Number(),
    allowed: Type.Boolean({
      description: 'true: sold at a loss, by `allow_loss`; false: calls are charged their cost',
    }),
  },
  { title: 'PriceLoss' },
);

const ModelPrice = Type.Object(
  {
    object: Type.Literal('operator.model_price'),
    module: Type.String(),
    upstream: Type.String(),
    model: Type.String(),
    hosting: Type.Enum(['own', 'provider'], { description: 'own: on hardware of the operator' }),
    provider: nullable(Type.String({ description: 'Its id in the map of provider prices' })),
    cost: nullable(Price),
    cost_source: nullable(Type.Enum(['own', 'settings', 'map'], { description: 'null: the cost is unknown' })),
    price: nullable(Price),
    price_source: nullable(
      Type.Enum(['operator', 'cost', 'module'], {
        description: 'Set by the operator, made from the cost, or that of the module',
      }),
    ),
    margin_percent: nullable(Type.Number({ description: 'Of the price, for the number that brings least' })),
    allow_loss: Type.Boolean(),
    offered: Type.Boolean(),
    reason: nullable(Type.String({ description: 'Why it is not offered' })),
    loss: nullable(Loss),
    unused_fallbacks: Type.Array(Type.String(), {
      description: 'Fallbacks that cost more than the model brings; they are not used',
    }),
  },
  { title: 'OperatorModelPrice' },
);

export const PriceOverview = Type.Object(
  {
    object: Type.Literal('operator.prices'),
    currency: Type.String(),
    cost_factor: Type.Number({ description: 'A price that is made from a cost is the cost times this' }),
    currency_per_usd: nullable(Type.Number({ description: 'null: costs in US dollars cannot be used' })),
    provider_map: Type.Object({
      package: Type.String(),
      version: Type.String(),
      refreshed_at: nullable(Type.String({ format: 'date-time' })),
    }),
    data: Type.Array(ModelPrice),
    losses: Type.Array(Loss, { description: 'Everything that is priced below its cost, plans and accounts included' }),
  },
  { title: 'OperatorPrices' },
);
