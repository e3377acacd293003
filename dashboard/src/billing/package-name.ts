// The name of a credit package in the reader's language: most are called after their credits, in English.
import type { Reply } from '../api/client.ts';
import { formatCount } from '../parts/format.ts';
import { billing } from './strings.ts';

type Package = Reply<'GET /payments/prices'>['packages'][number];

/** A name that the operator chose is shown as it is. */
export function nameOfPackage({ name, credits }: Package): string {
  const isCount = name === `${credits.toLocaleString('en')} credits`;
  return isCount ? billing.buy.packageOf(formatCount(credits)) : name;
}
