// The shape of config/prices.json: what each model, module and plan costs.
import Type, { type Static } from 'typebox';
import { MAX_CACHE_SECONDS } from '../core/answer-cache.ts';
import { GuardTermsSchema } from '../core/guards/terms-schema.ts';
import { LEAST_RETENTION_DAYS } from '../core/retention.ts';

/** The bound keeps the most expensive call exact in micro-credits. */
const Credits = Type.Number({ minimum: 0, maximum: 1_000_000_000 });

const tokenPrices = {
  input_per_million_tokens: Type.Optional(Credits),
  output_per_million_tokens: Type.Optional(Credits),
  /** Prompt tokens read from the upstream's cache; the input price if absent. */
  cached_input_per_million_tokens: Type.Optional(Credits),
  /** Prompt tokens written to the upstream's cache; the input price if absent. */
  cache_write_per_million_tokens: Type.Optional(Credits),
};

/** Token prices for calls with a longer prompt; they apply to all tokens of the call. */
const PriceTierSchema = Type.Object(
  { over_prompt_tokens: Type.Integer({ minimum: 1 }), ...tokenPrices },
  { additionalProperties: false },
);
export type PriceTier = Static<typeof PriceTierSchema>;

/** Credits. Token prices are per million tokens, those of speech per million characters, all others per piece. */
export const ModelPriceSchema = Type.Object(
  {
    ...tokenPrices,
    /** In any order; the highest threshold that the prompt exceeds applies. */
    tiers: Type.Optional(Type.Array(PriceTierSchema, { maxItems: 10 })),
    per_request: Type.Optional(Credits),
    per_image: Type.Optional(Credits),
    per_second: Type.Optional(Credits),
    per_million_characters: Type.Optional(Credits),
    /** The operator accepts selling below cost. */
    allow_loss: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
/** Credits for one unit of the currency, such as a dollar. */
export const CREDITS_PER_UNIT = 100;

export type ModelPrice = Static<typeof ModelPriceSchema>;

/** The bound keeps the most expensive call exact in micro-credits. */
const PriceFactorSchema = Type.Integer({ minimum: 0, maximum: 10_000 });

const Days = Type.Union([Type.Literal(0), Type.Integer({ minimum: LEAST_RETENTION_DAYS, maximum: 36_500 })]);

/** How many days customers' content is kept, by kind; 0: forever. The request log always ends. */
export const RetentionDaysSchema = Type.Object(
  {
    prompts: Type.Optional(Days),
    jobs: Type.Optional(Days),
    batches: Type.Optional(Days),
    conversations: Type.Optional(Days),
    responses: Type.Optional(Days),
    vector_stores: Type.Optional(Days),
    files: Type.Optional(Days),
    uploads: Type.Optional(Days),
    request_log: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
    request_bodies: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })),
  },
  { additionalProperties: false },
);

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
    /**
     * For how many further months a month's included credits remain; 0: they expire with their month. Absent: they
     * never expire.
     */
    rollover_months: Type.Optional(Type.Integer({ minimum: 0, maximum: 36 })),
    /** Available at the checkout. */
    for_sale: Type.Boolean(),
    /** What its accounts pay for usage, in thousandths of the list price; 1000 if absent. */
    price_factor_permille: Type.Optional(PriceFactorSchema),
    /** This factor may sell models below their cost. */
    allow_loss: Type.Optional(Type.Boolean()),
    /** The most that each of its accounts may spend in a UTC day and in a UTC month, in each environment; no cap if absent. */
    daily_credit_cap: Type.Optional(Credits),
    monthly_credit_cap: Type.Optional(Credits),
    /** Tokens that the calls of an account may read and write in a minute, in each environment; no limit if absent. */
    tokens_per_minute: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000_000_000 })),
    /** What a text call pays if its client disconnects before the answer is complete; `accepted` if absent. */
    abandoned: Type.Optional(Type.Enum(['accepted', 'delivered', 'free'])),
    /** The models that its accounts may use: ids, where `*` stands for any characters; all if absent. */
    models: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 500 })),
    /** Calls of its accounts leave nothing behind. */
    zero_retention: Type.Optional(Type.Boolean()),
    /** What is looked for in the words of its accounts' calls, and what is done then. */
    guards: Type.Optional(GuardTermsSchema),
    /** How long content of its accounts is kept, where it is other than the service says. */
    retention_days: Type.Optional(RetentionDaysSchema),
    /** How long answers are kept for identical calls of the same key, for keys without a setting of their own; not at all if absent. */
    answer_cache_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_CACHE_SECONDS })),
    /** What the answer cache of an account may hold in each environment; 20 if absent. */
    answer_cache_megabytes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
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
    /** The price of a module's models without their own price. */
    modules: Type.Record(Type.String(), ModelPriceSchema),
    models: Type.Record(Type.String(), ModelPriceSchema),
    /**
     * What a model's upstream charges the operator, if the operator knows it better than the map of provider prices.
     */
    costs: Type.Optional(Type.Record(Type.String(), ModelPriceSchema)),
    /** A provider model's price is its cost times this if the operator set no price; 1.3 if absent. */
    cost_factor: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000 })),
    /** The exchange rate: units of the currency per US dollar, which the map of provider prices uses. */
    currency_per_usd: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 })),
    /** The cost factor may be below 1. */
    allow_loss: Type.Optional(Type.Boolean()),
    /** Calls of the sandbox may reach providers, which bill the operator for them. */
    sandbox_providers: Type.Optional(Type.Boolean()),
    /** The price of a call in a batch, as a fraction of its normal price; half if absent. */
    batch_factor: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    /** What an answer from the cache costs, in thousandths of its call's price; 100 if absent. */
    answer_cache_price: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  },
  { additionalProperties: false },
);
export type PriceList = Static<typeof PriceListSchema>;

/**
 * The part of the price list that the operator can change while the service runs. The currency is fixed, because past
 * payments are in it.
 */
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

/** The scalar members, as far as a layer sets them. */
function single(layer: LivePriceList | null) {
  const { batch_factor, answer_cache_price, cost_factor, currency_per_usd, allow_loss, sandbox_providers } =
    layer ?? {};
  return {
    ...(batch_factor === undefined ? {} : { batch_factor }),
    ...(answer_cache_price === undefined ? {} : { answer_cache_price }),
    ...(cost_factor === undefined ? {} : { cost_factor }),
    ...(currency_per_usd === undefined ? {} : { currency_per_usd }),
    ...(allow_loss === undefined ? {} : { allow_loss }),
    ...(sandbox_providers === undefined ? {} : { sandbox_providers }),
  };
}

/** Has no prototype, because names from requests are looked up in it. */
function joined<T>(...records: (Record<string, T> | undefined)[]): Record<string, T> {
  return Object.assign(Object.create(null), ...records);
}
