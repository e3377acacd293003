// Texts of the price list.
import { inLanguage } from '../words.ts';

export const prices = inLanguage('prices', {
  plans: 'Plans side by side',
  allows: 'What it allows',
  fee: 'Fee a month',
  noFee: 'None',
  included: 'Credits each month',
  perMinute: 'Calls a minute',
  perDay: 'Calls a day',
  noLimit: 'No limit',
  jobs: 'Jobs at a time',
  usage: 'Usage costs, of the list price',
  lessADay: (plan: string, others: string) =>
    `${plan} allows fewer calls a day than ${others}: its fee pays for credits and more jobs at a time, not for more calls.`,
  packages: 'Credit packages',
  package: 'Package',
  credits: 'Credits',
  price: 'Price',
  models: 'Models',
  model: 'Model',
  modelsLead: 'Every model that is served here at the moment.',
  free: 'Free',
  publicPage: 'The price list for everybody',
  measures: {
    input_per_million_tokens: (credits: string) => `${credits} for a million input tokens`,
    output_per_million_tokens: (credits: string) => `${credits} for a million output tokens`,
    cached_input_per_million_tokens: (credits: string) => `${credits} for a million cached input tokens`,
    cache_write_per_million_tokens: (credits: string) => `${credits} for a million tokens written to the cache`,
    per_request: (credits: string) => `${credits} for a call`,
    per_image: (credits: string) => `${credits} for an image`,
    per_second: (credits: string) => `${credits} for a second`,
    per_million_characters: (credits: string) => `${credits} for a million characters`,
  } as Record<string, (credits: string) => string>,
});
