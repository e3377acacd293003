// Settings shared by upstreams of every kind but text: retries, and each model's weight, fallbacks, price and cost.
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RoutingRule } from './routing.ts';

export const retriesSetting = {
  retries: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 5, description: 'Further attempts at the same upstream; default 1.' }),
  ),
};

export const shareSettings = {
  weight: Type.Optional(
    Type.Number({ minimum: 0, description: 'Share among the upstreams of the same model; default 1.' }),
  ),
  fallbacks: Type.Optional(
    Type.Array(Type.String(), { description: 'Models that are tried in order if this one fails.' }),
  ),
};

const credits = Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000_000 }));

/** Set per model, with the field names of the price list; `unit` is the unit that this kind of work is counted in. */
export function priceSettings(unit: 'per_image' | 'per_second' | 'per_million_characters') {
  const inCredits = (description: string) =>
    Type.Optional(
      Type.Object(
        { per_request: credits, [unit]: credits },
        { additionalProperties: false, minProperties: 1, description },
      ),
    );
  return {
    price: inCredits('What a customer pays, in credits.'),
    cost: inCredits('What the upstream charges the operator, in credits; by default what is known of its provider.'),
    allow_loss: Type.Optional(Type.Boolean({ description: 'The price may be below the cost.' })),
  };
}

const Routed = Type.Object({
  name: Type.String(),
  ...retriesSetting,
  models: Type.Array(Type.Object({ id: Type.String(), ...shareSettings })),
});
type Routed = Static<typeof Routed>;

const check = Compile(Routed);

/** Reads the rules from configuration entries that were validated before. */
export function readRules(entries: readonly Record<string, unknown>[]): RoutingRule[] {
  return rulesOf(entries.filter((entry) => check.Check(entry)));
}

function rulesOf(entries: readonly Routed[]): RoutingRule[] {
  return entries.flatMap(({ name, retries = 1, models }) =>
    models.map(({ id, weight = 1, fallbacks = [] }) => ({ engine: name, model: id, weight, fallbacks, retries })),
  );
}
