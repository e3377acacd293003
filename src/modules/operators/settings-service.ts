// The price list and the settings of the service for the operator: what is in effect, what is set live, and changing it.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { readCreditsOrNull } from '../../core/credit-amount.ts';
import { ServiceError } from '../../core/errors.ts';
import { isTimeZone } from '../../core/time-zone.ts';
import { type LivePriceList, LivePriceListSchema, type PriceList } from '../../money/price-list.ts';
import { hasNumbers } from '../../store/billing-documents.ts';
import type { Transaction } from '../../store/database.ts';
import type { SettingValue } from '../../store/live-settings.ts';
import { listPlansInUse } from '../../store/operators-accounts.ts';
import { DEFAULT_SERIES, SELLER_SETTING, type Seller } from '../../store/seller.ts';
import type { Operator } from './audit-trail.ts';
import type { SettingChanges } from './setting-changes.ts';
import { SellerSettings, ServiceSettings, type SettingsChange } from './settings-schema.ts';

export interface SettingsParts {
  changes: SettingChanges;
  rules: SettingRules;
  /** The values on this node now. */
  read(): { version: number; prices: SettingValue; service: SettingValue; seller: SettingValue };
}

export class OperatorSettings {
  readonly #parts: SettingsParts;

  constructor(parts: SettingsParts) {
    this.#parts = parts;
  }

  read(): object {
    const { rules } = this.#parts;
    const { version, prices, service, seller } = this.#parts.read();
    const { priceFile, service: effective, fixedService } = rules.facts();
    return {
      object: 'operator.settings',
      version,
      prices: { live: prices, effective: rules.layer(prices as LivePriceList), fixed: namesOf(priceFile) },
      service: { live: service, effective, fixed: fixedService },
      seller: { live: seller, effective: seller, fixed: [] },
    };
  }

  async change(operator: Operator, name: string, { value, reason }: SettingsChange): Promise<object> {
    if (name !== 'prices' && name !== 'service' && name !== SELLER_SETTING)
      throw new ServiceError('not_found', `There is no setting "${name}". There are prices, service and seller.`);
    if (name !== SELLER_SETTING) this.#parts.rules.refuseFixed(name, value);
    const act = { action: 'settings.change', name, asked: { value }, reason } as const;
    await this.#parts.changes.change(operator, act, async () => value);
    return this.read();
  }
}

export interface RuleParts {
  /** The price list with these live settings. */
  layer(live: LivePriceList): PriceList;
  facts(): { priceFile: PriceList | null; service: SettingValue; fixedService: readonly string[] };
}

const NEW_ACCOUNTS_PLAN = 'free';
const checkPrices = Compile(LivePriceListSchema);
const checkService = Compile(ServiceSettings);
const checkSeller = Compile(SellerSettings);

/** The check of a price list or service settings, also applied when a change is reverted. */
export class SettingRules {
  readonly layer: RuleParts['layer'];
  readonly facts: RuleParts['facts'];

  constructor({ layer, facts }: RuleParts) {
    this.layer = layer;
    this.facts = facts;
  }

  async check(trx: Transaction, name: string, value: SettingValue): Promise<void> {
    if (name === 'service') return refuseInvalid(checkService, value);
    if (name === SELLER_SETTING) return checkSellerIn(trx, value);
    refuseInvalid(checkPrices, value);
    refuseTinyCaps(value as LivePriceList);
    const { plans } = this.layer(value as LivePriceList);
    const missing = [NEW_ACCOUNTS_PLAN, ...(await listPlansInUse(trx))].find((plan) => !Object.hasOwn(plans, plan));
    if (missing !== undefined)
      throw new ServiceError(
        'invalid_parameter',
        `The plan "${missing}" is in use and must stay in the list. With "for_sale": false nobody can buy it any more.`,
        { param: 'value.plans' },
      );
  }

  /** Settings from the files and the environment are changed there. */
  refuseFixed(name: 'prices' | 'service', value: SettingValue): void {
    const { priceFile, fixedService } = this.facts();
    const fixed = name === 'service' ? fixedService : namesOf(priceFile);
    const given = name === 'service' ? serviceNames(value) : namesOf(value as unknown as PriceList);
    const found = given.find((one) => fixed.includes(one));
    if (found === undefined) return;
    const where = name === 'service' ? 'the environment' : 'the price file';
    throw new ServiceError('invalid_parameter', `"${found}" is set by ${where}, which wins. Change it there.`, {
      param: `value.${found}`,
    });
  }
}

/** {} unsets it, unless later documents would have no number where earlier ones have one. */
async function checkSellerIn(trx: Transaction, value: SettingValue): Promise<void> {
  if (Object.keys(value).length > 0) {
    refuseInvalid(checkSeller, value);
    const { invoice_series: invoices, credit_note_series: creditNotes, time_zone: zone } = value as Partial<Seller>;
    if (zone !== undefined && !isTimeZone(zone))
      throw new ServiceError(
        'invalid_parameter',
        `"${zone}" is no time zone. Use a name such as Europe/Berlin or UTC.`,
        {
          param: 'value.time_zone',
        },
      );
    if ((invoices ?? DEFAULT_SERIES.invoice) === (creditNotes ?? DEFAULT_SERIES.credit_note))
      throw new ServiceError('invalid_parameter', 'Invoices and credit notes need different series.', {
        param: 'value.credit_note_series',
      });
  } else if (await hasNumbers(trx))
    throw new ServiceError(
      'invalid_parameter',
      'Documents with numbers were issued in the name of this seller: change the details instead of unsetting them.',
      { param: 'value' },
    );
}

function refuseTinyCaps({ plans = {} }: LivePriceList): void {
  for (const [name, { daily_credit_cap: daily, monthly_credit_cap: monthly }] of Object.entries(plans)) {
    readCreditsOrNull(daily ?? null, `value.plans.${name}.daily_credit_cap`);
    readCreditsOrNull(monthly ?? null, `value.plans.${name}.monthly_credit_cap`);
  }
}

function serviceNames({ retention_days: days, ...others }: SettingValue): string[] {
  const kinds = typeof days === 'object' && days !== null ? Object.keys(days) : [];
  return [...Object.keys(others), ...kinds.map((kind) => `retention_days.${kind}`)];
}

/** Every single entry of a list, such as plans.pro or modules.chat. */
function namesOf(list: Partial<PriceList> | null): string[] {
  const { plans = {}, packages = {}, modules = {}, models = {}, costs = {} } = list ?? {};
  return Object.entries({ plans, packages, modules, models, costs }).flatMap(([section, entries]) =>
    typeof entries === 'object' && entries !== null ? Object.keys(entries).map((name) => `${section}.${name}`) : [],
  );
}

function refuseInvalid(schema: ReturnType<typeof Compile<TSchema>>, value: SettingValue): void {
  if (schema.Check(value)) return;
  const [first] = schema.Errors(value);
  const path = first?.instancePath.replaceAll('/', '.') ?? '';
  throw new ServiceError('invalid_parameter', `value${path} ${first?.message ?? 'is not valid'}`, {
    param: `value${path}`,
  });
}
