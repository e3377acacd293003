// The texts of the price list's page, in every language.
import type { InEachLanguage } from '../../core/page-language.ts';
import type { PriceMeasure } from '../../money/price-of-use.ts';

export interface PricingWords {
  title: string;
  paidInCredits(price: string): string;
  inBatch(percent: string): string;
  ownPrices: string;
  whereToGo: string;
  signUp: string;
  yourPrices: string;
  howToPay: string;
  documentation: string;
  plans: string;
  allows: string;
  packages: string;
  package: string;
  modules: string;
  module: string;
  models: string;
  model: string;
  credits: string;
  /** The name of a package that is called after its credits. */
  creditsOf(count: string): string;
  price: string;
  free: string;
  none: string;
  noLimit: string;
  rows: Readonly<
    Record<
      | 'fee'
      | 'credits'
      | 'perMinute'
      | 'perDay'
      | 'jobs'
      | 'queued'
      | 'uploads'
      | 'tokens'
      | 'dailyCap'
      | 'monthlyCap'
      | 'factor'
      | 'models',
      string
    >
  >;
  fewerADay(plans: { plan: string; others: string }, credits: string, jobs: string): string;
  costs(credits: string, measure: string): string;
  measures: Readonly<Record<PriceMeasure, string>>;
  /** Follows the price of a unit. */
  forLongPrompts(tokens: string): string;
}

const english: PricingWords = {
  title: 'Prices',
  paidInCredits: (price) => `Usage is paid in credits: one credit is ${price}.`,
  inBatch: (percent) => `Calls in a batch cost ${percent} % of the price.`,
  ownPrices: 'An account may have its own prices: its billing page shows them.',
  whereToGo: 'Where to go',
  signUp: 'Sign up',
  yourPrices: 'Your own prices',
  howToPay: 'How to pay',
  documentation: 'Documentation',
  plans: 'Plans',
  allows: 'What it allows',
  packages: 'Credit packages',
  package: 'Package',
  modules: 'Modules',
  module: 'Module',
  models: 'Models',
  model: 'Model',
  credits: 'Credits',
  creditsOf: (count) => `${count} credits`,
  price: 'Price',
  free: 'Free',
  none: 'None',
  noLimit: 'No limit',
  rows: {
    fee: 'Fee a month',
    credits: 'Credits each month',
    perMinute: 'Calls a minute',
    perDay: 'Calls a day',
    jobs: 'Jobs at a time',
    queued: 'Jobs in the queue',
    uploads: 'Uploads kept',
    tokens: 'Tokens a minute',
    dailyCap: 'Credits a day, at most',
    monthlyCap: 'Credits a month, at most',
    factor: 'Usage costs, of the list price',
    models: 'Models',
  },
  fewerADay: ({ plan, others }, credits, jobs) =>
    `${plan} allows fewer calls a day than ${others}: its fee pays for ${credits} credits a month and ${jobs} jobs at a time, not for more calls.`,
  costs: (credits, measure) => `${credits} for ${measure}`,
  measures: {
    input_per_million_tokens: 'a million input tokens',
    output_per_million_tokens: 'a million output tokens',
    cached_input_per_million_tokens: 'a million cached input tokens',
    cache_write_per_million_tokens: 'a million tokens written to the cache',
    per_request: 'a call',
    per_image: 'an image',
    per_second: 'a second',
    per_million_characters: 'a million characters',
  },
  forLongPrompts: (tokens) => `for prompts over ${tokens} tokens`,
};

const german: PricingWords = {
  title: 'Preise',
  paidInCredits: (price) => `Die Nutzung wird in Credits bezahlt: Ein Credit ist ${price}.`,
  inBatch: (percent) => `Aufrufe in einem Stapel kosten ${percent} % des Preises.`,
  ownPrices: 'Ein Konto kann eigene Preise haben: Sie stehen auf seiner Abrechnungsseite.',
  whereToGo: 'Weiter zu',
  signUp: 'Konto anlegen',
  yourPrices: 'Ihre eigenen Preise',
  howToPay: 'So wird bezahlt (englisch)',
  documentation: 'Dokumentation (englisch)',
  plans: 'Tarife',
  allows: 'Was er erlaubt',
  packages: 'Credit-Pakete',
  package: 'Paket',
  modules: 'Module',
  module: 'Modul',
  models: 'Modelle',
  model: 'Modell',
  credits: 'Credits',
  creditsOf: (count) => `${count} Credits`,
  price: 'Preis',
  free: 'Kostenlos',
  none: 'Keine',
  noLimit: 'Unbegrenzt',
  rows: {
    fee: 'Gebühr im Monat',
    credits: 'Credits jeden Monat',
    perMinute: 'Aufrufe in der Minute',
    perDay: 'Aufrufe am Tag',
    jobs: 'Aufträge gleichzeitig',
    queued: 'Aufträge in der Warteschlange',
    uploads: 'Platz für Hochgeladenes',
    tokens: 'Tokens in der Minute',
    dailyCap: 'Höchstens Credits am Tag',
    monthlyCap: 'Höchstens Credits im Monat',
    factor: 'Preis der Nutzung',
    models: 'Modelle',
  },
  fewerADay: ({ plan, others }, credits, jobs) =>
    `${plan} erlaubt weniger Aufrufe am Tag als ${others}: Die Gebühr bezahlt ${credits} Credits im Monat und ${jobs} gleichzeitige Aufträge, nicht mehr Aufrufe.`,
  costs: (credits, measure) => `${credits} für ${measure}`,
  measures: {
    input_per_million_tokens: 'eine Million Eingabe-Tokens',
    output_per_million_tokens: 'eine Million Ausgabe-Tokens',
    cached_input_per_million_tokens: 'eine Million Eingabe-Tokens aus dem Cache',
    cache_write_per_million_tokens: 'eine Million Tokens, die in den Cache geschrieben werden',
    per_request: 'einen Aufruf',
    per_image: 'ein Bild',
    per_second: 'eine Sekunde',
    per_million_characters: 'eine Million Zeichen',
  },
  forLongPrompts: (tokens) => `bei Eingaben über ${tokens} Tokens`,
};

export const PRICING_WORDS: InEachLanguage<PricingWords> = { en: english, de: german };
