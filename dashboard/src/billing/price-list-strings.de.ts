// German texts of the price list.
import type { prices as English } from './price-list-strings.ts';

export const prices: typeof English = {
  plans: 'Tarife im Vergleich',
  allows: 'Was er erlaubt',
  fee: 'Gebühr im Monat',
  noFee: 'Keine',
  included: 'Credits im Monat',
  perMinute: 'Aufrufe pro Minute',
  perDay: 'Aufrufe pro Tag',
  noLimit: 'Unbegrenzt',
  jobs: 'Aufträge gleichzeitig',
  usage: 'Preis der Nutzung',
  lessADay: (plan, others) =>
    `${plan} erlaubt weniger Aufrufe pro Tag als ${others}: Die Gebühr bezahlt Credits und mehr gleichzeitige Aufträge, nicht mehr Aufrufe.`,
  packages: 'Credit-Pakete',
  package: 'Paket',
  credits: 'Credits',
  price: 'Preis',
  models: 'Modelle',
  model: 'Modell',
  modelsLead: 'Alle Modelle, die hier gerade angeboten werden.',
  free: 'Kostenlos',
  publicPage: 'Die Preisliste für alle',
  measures: {
    input_per_million_tokens: (credits) => `${credits} je Million Tokens Eingabe`,
    output_per_million_tokens: (credits) => `${credits} je Million Tokens Ausgabe`,
    cached_input_per_million_tokens: (credits) => `${credits} je Million zwischengespeicherter Tokens Eingabe`,
    cache_write_per_million_tokens: (credits) => `${credits} je Million in den Zwischenspeicher geschriebener Tokens`,
    per_request: (credits) => `${credits} je Aufruf`,
    per_image: (credits) => `${credits} je Bild`,
    per_second: (credits) => `${credits} je Sekunde`,
    per_million_characters: (credits) => `${credits} je Million Zeichen`,
  },
};
