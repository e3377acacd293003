// The shape of config/prices.json: what each model, module and plan costs.
import Type, { type Static } from 'typebox';

/** The bound keeps the most expensive call exact in micro-credits. */
const Credits = Type.Number({ minimum: 0, maximum: 1_000_000_000 });

const tokenPrices = {
  input_per_million_tokens: Type.Optional(Credits),
  output_per_million_tokens: Type.Optional(Credits),
  /** Prompt tokens that the upstream had cached; the price of input if absent. */
  cached_input_per_million_tokens: Type.Optional(Credits),
  /** Prompt tokens that the upstream put into its cache; the price of input if absent. */
  cache_write_per_million_tokens: Type.Optional(Credits),
};

/** The token prices of calls whose prompt is longer; they count for all tokens of the call. */
const PriceTierSchema = Type.Object(
  { over_prompt_tokens: Type.Integer({ minimum: 1 }), ...tokenPrices },
  { additionalProperties: false },
);
export type PriceTier = Static<typeof PriceTierSchema>;

/** Credits. Token prices are per million tokens, those of speech per million characters, all others per piece. */
export const ModelPriceSchema = Type.Object(
  {
    ...tokenPrices,
    /** In any order; the longest that a prompt exceeds counts. */
    tiers: Type.Optional(Type.Array(PriceTierSchema, { maxItems: 10 })),
    per_request: Type.Optional(Credits),
    per_image: Type.Optional(Credits),
    per_second: Type.Optional(Credits),
    per_million_characters: Type.Optional(Credits),
    /** The operator wants to sell below cost. */
    allow_loss: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type ModelPrice = Static<typeof ModelPriceSchema>;

/** The bound keeps the most expensive call exact in micro-credits. */
const PriceFactorSchema = Type.Integer({ minimum: 0, maximum: 10_000 });

export const PlanSchema = Type.Object(
  {
    name: Type.String(),
    requests_per_minute: Type.Integer({ minimum: 1 }),
    /** null: unlimited. */
    requests_per_day: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    concurrent_jobs: Type.Integer({ minimum: 1 }),
    queued_jobs: Type.Integer({ minimum: 1 }),
    /** Uploads that an account may keep; price lists from before 0.2 lack it. */
    upload_megabytes: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Stored responses that an account may keep in each environment; 1,000 if absent. */
    response_megabytes: Type.Optional(Type.Integer({ minimum: 1 })),
    /** What an account's conversations may hold in each environment; 50 if absent. */
    conversation_megabytes: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Lines in one batch; 50,000 if absent. */
    batch_lines: Type.Optional(Type.Integer({ minimum: 1, maximum: 50_000 })),
    /** Minor units of the currency a month; 0: free. */
    monthly_fee: Type.Integer({ minimum: 0 }),
    included_credits: Type.Integer({ minimum: 0 }),
    /** How many further months the included credits of a month stay; 0: they expire after their month. Absent: they stay. */
    rollover_months: Type.Optional(Type.Integer({ minimum: 0, maximum: 36 })),
    /** Can be bought at the checkout. */
    for_sale: Type.Boolean(),
    /** What its accounts pay for usage, in thousandths of the list price; 1000 if absent. */
    price_factor_permille: Type.Optional(PriceFactorSchema),
    /** This factor may take models below their cost. */
    allow_loss: Type.Optional(Type.Boolean()),
    /** The most that each of its accounts may spend in a UTC day and in a UTC month, in each environment; no cap if absent. */
    daily_credit_cap: Type.Optional(Credits),
    monthly_credit_cap: Type.Optional(Credits),
    /** Tokens that the calls of an account may read and write in a minute, in each environment; no limit if absent. */
    tokens_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
    /** What a text call pays whose client leaves before the answer is whole; `accepted` if absent. */
    abandoned: Type.Optional(Type.Enum(['accepted', 'delivered', 'free'])),
    /** The models that its accounts may use: ids, where `*` stands for any characters; all if absent. */
    models: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 500 })),
  },
  { additionalProperties: false },
);
export type Plan = Static<typeof PlanSchema>;

export const PriceListSchema = Type.Object(
  {
    currency: Type.String({ pattern: '^[a-z]{3}$' }),
    plans: Type.Record(Type.String(), PlanSchema),
    /** Credit packages: the price in minor units, and the credits. */
    packages: Type.Record(
      Type.String(),
      Type.Object({
        name: Type.String(),
        amount: Type.Integer({ minimum: 50 }),
        credits: Type.Integer({ minimum: 1 }),
      }),
    ),
    /** The price of a module's models that have none of their own. */
    modules: Type.Record(Type.String(), ModelPriceSchema),
    models: Type.Record(Type.String(), ModelPriceSchema),
    /** What the upstream of a model charges the operator, where the operator knows it better than the map of provider prices. */
    costs: Type.Optional(Type.Record(Type.String(), ModelPriceSchema)),
    /** The price of a provider's model is its cost times this, where the operator set no price; 1.3 if absent. */
    cost_factor: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000 })),
    /** Units of the currency for one US dollar, in which the map of provider prices is written. */
    currency_per_usd: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
    /** The cost factor may be below 1. */
    allow_loss: Type.Optional(Type.Boolean()),
    /** The price of a call in a batch, as a fraction of its normal price; half if absent. */
    batch_factor: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  },
  { additionalProperties: false },
);
export type PriceList = Static<typeof PriceListSchema>;

/** The part of the price list that the operator can change while the service runs. The currency is that of all past payments. */
export const LivePriceListSchema = Type.Partial(Type.Omit(PriceListSchema, ['currency']), {
  additionalProperties: false,
});
export type LivePriceList = Static<typeof LivePriceListSchema>;

/**
 * The list in effect. An entry of the file wins over a live one of the same name. A live list of plans, packages or models replaces
 * the built-in one; modules keep the built-in price where nothing else names them, so that a list from before an update stays valid.
 */
export function layerPrices(layers: { builtIn: PriceList; live: LivePriceList; file: PriceList | null }): PriceList {
  const { builtIn, live, file } = layers;
  const set = { ...single(builtIn), ...single(live), ...single(file) };
  return {
    currency: (file ?? builtIn).currency,
    plans: joined(live.plans ?? (file ? {} : builtIn.plans), file?.plans),
    packages: joined(live.packages ?? (file ? {} : builtIn.packages), file?.packages),
    modules: joined(builtIn.modules, live.modules, file?.modules),
    models: joined(live.models ?? (file ? {} : builtIn.models), file?.models),
    costs: joined(live.costs ?? (file ? {} : builtIn.costs), file?.costs),
    ...set,
  };
}

/** The members that are no lists, as far as a layer has them. */
function single(layer: LivePriceList | null) {
  const { batch_factor, cost_factor, currency_per_usd, allow_loss } = layer ?? {};
  return {
    ...(batch_factor === undefined ? {} : { batch_factor }),
    ...(cost_factor === undefined ? {} : { cost_factor }),
    ...(currency_per_usd === undefined ? {} : { currency_per_usd }),
    ...(allow_loss === undefined ? {} : { allow_loss }),
  };
}

/** Without a prototype: names from requests are looked up in it. */
function joined<T>(...records: (Record<string, T> | undefined)[]): Record<string, T> {
  return Object.assign(Object.create(null), ...records);
}
