// Texts of an account's prices, and of a plan's limits besides calls.
import { inLanguage } from '../words.ts';

export const priceWords = inLanguage('priceWords', {
  tab: 'Prices',
  title: 'What you pay',
  atList: 'In credits. These are the list prices.',
  atFactor: (percent: string) => `In credits. Your prices are ${percent} % of the list price.`,
  table: 'Your prices',
  columns: { what: 'What', credits: 'Credits' },
  modules: 'Where a model has no price of its own',
  models: 'Models with prices of their own',
  measures: {
    input_per_million_tokens: 'a million tokens in',
    output_per_million_tokens: 'a million tokens out',
    cached_input_per_million_tokens: 'a million cached tokens in',
    cache_write_per_million_tokens: 'a million tokens written to the cache',
    per_request: 'a call',
    per_image: 'an image',
    per_second: 'a second',
    per_million_characters: 'a million characters',
  } as Record<string, string>,
  plan: {
    tokens: (count: string) => `${count} tokens a minute`,
    dailyCap: (credits: string) => `At most ${credits} credits a day`,
    monthlyCap: (credits: string) => `At most ${credits} credits a month`,
    models: (names: string) => `Models: ${names}`,
    factor: (percent: string) => `Usage costs ${percent} % of the list price`,
  },
});
