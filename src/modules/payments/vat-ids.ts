// Formats of VAT ids, by Stripe's names for them. Checks only the format; only the tax office knows whether a company
// has it.
const EU_FORMS: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};
const OTHER_FORMS: Record<string, { country: string; form: RegExp }> = {
  gb_vat: { country: 'GB', form: /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/ },
  ch_vat: { country: 'CH', form: /^CHE\d{9}(MWST|TVA|IVA)$/ },
  no_vat: { country: 'NO', form: /^(NO)?\d{9}MVA$/ },
  li_vat: { country: 'LI', form: /^\d{5}$/ },
};
/** Greece uses another prefix than its country code. */
const COUNTRY_OF_PREFIX: Record<string, string> = { EL: 'GR', XI: 'GB' };

/** In one spelling, so that a company is one buyer; ids of kinds that are not known here keep their letters. */
export function spellTaxId(type: string, value: string): string {
  return countryOfVatId(type, value) === undefined
    ? value.replace(/\s/g, '')
    : value.toUpperCase().replace(/[\s.-]/g, '');
}

/** The country of a VAT id; null if its format is wrong; undefined if the format of its kind is not known here. */
export function countryOfVatId(type: string, value: string): string | null | undefined {
  const id = value.toUpperCase().replace(/[\s.-]/g, '');
  if (type === 'eu_vat') {
    const prefix = id.slice(0, 2);
    return EU_FORMS[prefix]?.test(id.slice(2)) ? (COUNTRY_OF_PREFIX[prefix] ?? prefix) : null;
  }
  const other = OTHER_FORMS[type];
  if (!other) return undefined;
  return other.form.test(id) ? other.country : null;
}
