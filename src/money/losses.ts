// Finds sales below cost: prices of models, and price factors of plans and accounts.

import { moduleOfKind, type Offer } from './offers.ts';
import type { ModelPrice } from './price-list.ts';
import { belowCost } from './price-of-use.ts';
import { LIST_PRICE_PERMILLE, type Prices } from './prices.ts';

export interface Loss {
  /** What sets the price: the model's own price, the cost factor, or the price factor of a plan or an account. */
  by: 'price' | 'cost_factor' | 'plan' | 'account';
  /** The plan or account; null if the model's own price is too low. */
  name: string | null;
  upstream: string;
  model: string;
  /** The price component that is too low, in credits, and the cost that it does not cover. */
  part: string;
  price: number;
  cost: number;
  /** `allow_loss` was set, so calls are sold at a loss. Otherwise they are charged at cost. */
  isAllowed: boolean;
}

interface Sold extends Offer {
  price: ModelPrice;
  cost: ModelPrice;
}

export function findLosses(prices: Prices): Loss[] {
  const sold = soldAtCost(prices);
  return [...sold.flatMap((one) => lossOfPrice(prices, one)), ...lossesOfPlans(prices, sold)];
}

/** Models that an account's own price factor would bring below cost: the first model of each upstream. */
export function lossesAtFactor(prices: Prices, permille: number): Loss[] {
  return firstLosses(soldAtCost(prices), { by: 'account', name: null, permille, isAllowed: false });
}

/** The same for accounts that already have a price factor: the first model of each upstream. */
export function lossesOfAccounts(
  prices: Prices,
  accounts: readonly { email: string; permille: number; lossAllowed: boolean }[],
): Loss[] {
  const sold = soldAtCost(prices);
  return accounts.flatMap(({ email, permille, lossAllowed }) =>
    firstLosses(sold, { by: 'account', name: email, permille, isAllowed: lossAllowed }),
  );
}

/** A sentence for the operator. */
export function describeLoss({ by, name, model, upstream, part, price, cost }: Loss): string {
  const ofAccount = name === null ? 'this price factor' : `the price factor of ${name}`;
  const who = by === 'plan' ? `the price factor of plan "${name}"` : by === 'account' ? ofAccount : 'this price';
  return `"${model}" at "${upstream}" costs ${cost} credits (${part}), and ${who} sells it for ${price}`;
}

/** Losses that a change would add. Losses that existed before do not block a change. */
export function newLosses(before: Prices, after: Prices): Loss[] {
  const keyOf = ({ by, name, upstream, model }: Loss) => `${by}\n${name}\n${upstream}\n${model}`;
  const known = new Set(findLosses(before).map(keyOf));
  return findLosses(after).filter((loss) => !loss.isAllowed && !known.has(keyOf(loss)));
}

/** Models with a known cost, with the price of the module that they belong to. */
function soldAtCost(prices: Prices): Sold[] {
  return prices.offers.all().flatMap((offer) => {
    if (offer.cost === null || !offer.isOffered) return [];
    return [{ ...offer, cost: offer.cost, price: prices.of(moduleOfKind(offer.kind), offer.model) }];
  });
}

function lossOfPrice({ list }: Prices, { price, cost, upstream, model, isPricedByCost }: Sold): Loss[] {
  const below = belowCost(price, cost);
  if (!below) return [];
  const isAllowed = (isPricedByCost ? list.allow_loss : price.allow_loss) === true;
  return [{ by: isPricedByCost ? 'cost_factor' : 'price', name: null, upstream, model, ...below, isAllowed }];
}

function lossesOfPlans({ list }: Prices, sold: readonly Sold[]): Loss[] {
  return Object.entries(list.plans).flatMap(([name, plan]) => {
    const permille = plan.price_factor_permille ?? LIST_PRICE_PERMILLE;
    if (permille >= LIST_PRICE_PERMILLE) return [];
    return firstLosses(sold, { by: 'plan', name, permille, isAllowed: plan.allow_loss === true });
  });
}

function firstLosses(
  sold: readonly Sold[],
  { permille, ...facts }: Pick<Loss, 'by' | 'name' | 'isAllowed'> & { permille: number },
): Loss[] {
  const byUpstream = Map.groupBy(sold, ({ upstream }) => upstream);
  return [...byUpstream.values()].flatMap((models) => {
    for (const { price, cost, upstream, model } of models) {
      // A model below cost at its list price is already reported as such.
      if (price.allow_loss || belowCost(price, cost)) continue;
      const below = belowCost(price, cost, permille / LIST_PRICE_PERMILLE);
      if (below) return [{ ...facts, upstream, model, ...below }];
    }
    return [];
  });
}
