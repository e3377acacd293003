// The settings of an upstream that the router reads: retries, and for each model its weight and fallbacks.
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

export function rulesOf(entries: readonly Routed[]): RoutingRule[] {
  return entries.flatMap(({ name, retries = 1, models }) =>
    models.map(({ id, weight = 1, fallbacks = [] }) => ({ engine: name, model: id, weight, fallbacks, retries })),
  );
}
