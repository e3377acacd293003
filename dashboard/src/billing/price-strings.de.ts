// German texts of an account's prices, and of a plan's limits besides calls.
import type { priceWords as English } from './price-strings.ts';

export const priceWords: typeof English = {
  tab: 'Preise',
  title: 'Was Sie zahlen',
  atList: 'In Credits. Das sind die Listenpreise.',
  atFactor: (percent) => `In Credits. Ihre Preise sind ${percent} % des Listenpreises.`,
  table: 'Ihre Preise',
  columns: { what: 'Was', credits: 'Credits' },
  modules: 'Wo ein Modell keinen eigenen Preis hat',
  models: 'Modelle mit eigenen Preisen',
  measures: {
    input_per_million_tokens: 'eine Million Token Eingabe',
    output_per_million_tokens: 'eine Million Token Ausgabe',
    cached_input_per_million_tokens: 'eine Million Token Eingabe aus dem Cache',
    cache_write_per_million_tokens: 'eine Million in den Cache geschriebene Token',
    per_request: 'ein Aufruf',
    per_image: 'ein Bild',
    per_second: 'eine Sekunde',
    per_million_characters: 'eine Million Zeichen',
  },
  plan: {
    tokens: (count) => `${count} Token pro Minute`,
    dailyCap: (credits) => `Höchstens ${credits} Credits am Tag`,
    monthlyCap: (credits) => `Höchstens ${credits} Credits im Monat`,
    models: (names) => `Modelle: ${names}`,
    factor: (percent) => `Nutzung kostet ${percent} % des Listenpreises`,
  },
};
