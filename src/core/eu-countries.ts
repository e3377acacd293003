// The member states of the European Union, by ISO 3166-1 alpha-2.
export const EU_COUNTRIES: ReadonlySet<string> = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
]);

/** Greece uses another prefix in VAT ids than its country code. */
export const EU_VAT_PREFIXES: readonly string[] = [...EU_COUNTRIES].map((country) =>
  country === 'GR' ? 'EL' : country,
);
