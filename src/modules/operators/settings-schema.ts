// Schemas of the operator's routes for the price list and the settings of the service.
import Type, { type Static } from 'typebox';
import { RetentionDaysSchema } from '../../money/price-list.ts';
import { Reason } from './schema.ts';

const Json = Type.Record(Type.String(), Type.Unknown());

/** The same values as the environment variables of these names. */
export const ServiceSettings = Type.Object(
  {
    service_name: Type.Optional(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' })),
    media_marks: Type.Optional(Type.Enum(['on', 'metadata'])),
    media_prompts: Type.Optional(Type.Enum(['off', 'on'])),
    service_url: Type.Optional(Type.String({ maxLength: 500, pattern: '^https?://[^\\s]+$' })),
    free_grant: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    sign_ups: Type.Optional(Type.Enum(['open', 'invite', 'closed'])),
    sign_up_domains: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9.-]{1,253}$' }), { maxItems: 100, uniqueItems: true }),
    ),
    model_aliases: Type.Optional(Type.Enum(['off', 'suggested', 'on'])),
    model_names: Type.Optional(
      Type.Array(Type.String({ pattern: '^[^=\\s]{1,200}=[^=\\s]{1,200}$' }), { maxItems: 200 }),
    ),
    model_routing: Type.Optional(
      Type.Array(Type.String({ pattern: '^[^=\\s]{1,200}=(weight|cheapest|fastest|sticky)$' }), { maxItems: 200 }),
    ),
    retention_days: Type.Optional(RetentionDaysSchema),
  },
  { additionalProperties: false },
);

const Line = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Series = Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9]{0,7}$' }));

/** Printed on invoices and credit notes; these have numbers once it is set. */
export const SellerSettings = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    line1: Line,
    line2: Line,
    postal_code: Line,
    city: Line,
    state: Line,
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    vat_id: Line,
    tax_id: Line,
    email: Line,
    register: Line,
    directors: Line,
    footer: Line,
    bank: Line,
    tax_rate: Type.Optional(Percent),
    tax_rates: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Z]{2}$' }), Percent, { maxProperties: 250 })),
    outside_eu: Type.Optional(Type.Enum(['not_taxed', 'home_rate'])),
    small_business_note: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    time_zone: Type.Optional(Type.String({ maxLength: 64 })),
    invoice_series: Series,
    credit_note_series: Series,
  },
  { additionalProperties: false },
);

export const SettingsChange = Type.Object(
  {
    value: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
      description:
        'For `prices`: plans, packages, modules, models, costs, cost_factor, currency_per_usd, allow_loss, batch_factor, answer_cache_price and sandbox_providers, as in the price list; a list of plans, packages or models replaces the built-in one. For `service`: service_name, service_url, media_marks, media_prompts, free_grant, sign_ups, sign_up_domains, model_aliases, model_names, model_routing, retention_days (days by kind of content: prompts, jobs, batches, conversations, responses, vector_stores, files, uploads, request_log, request_bodies; 0: forever). For `seller`, which is printed on invoices: name, line1, line2, postal_code, city, state, country, vat_id, tax_id, email, register, directors, footer, bank, tax_rate (percent), tax_rates (by country), outside_eu (`not_taxed` or `home_rate`), small_business_note, time_zone (such as Europe/Berlin, UTC if absent), invoice_series, credit_note_series. Replaces what was set live before; {} unsets it, but not a seller whose documents have numbers.',
    }),
    reason: Reason,
  },
  { title: 'SettingsChange' },
);
export type SettingsChange = Static<typeof SettingsChange>;

const Layers = Type.Object({
  live: Json,
  effective: Json,
  fixed: Type.Array(Type.String(), { description: 'Set by the files or the environment, which win' }),
});

export const SettingsReply = Type.Object(
  {
    object: Type.Literal('operator.settings'),
    version: Type.Integer({ description: 'The newest change of any live setting; also the version of the price list' }),
    prices: Layers,
    service: Layers,
    seller: Layers,
  },
  { title: 'OperatorSettings' },
);
