// The price list as a page that anybody may read: plans side by side, packages, and what every module and model costs.
import { COLOUR_VARIABLES, escapeHtml } from '../../core/html-page.ts';
import type { ModelPrice, Plan, PriceList } from '../../money/price-list.ts';

export interface PricedModel {
  id: string;
  module: string;
  price: ModelPrice;
}

interface PricingFacts {
  serviceName: string;
  list: PriceList;
  models: readonly PricedModel[];
  batchFactor: number;
}

const MEASURES: Readonly<Record<keyof ModelPrice, string>> = {
  input_per_million_tokens: 'a million input tokens',
  output_per_million_tokens: 'a million output tokens',
  cached_input_per_million_tokens: 'a million cached input tokens',
  cache_write_per_million_tokens: 'a million tokens written to the cache',
  per_request: 'a call',
  per_image: 'an image',
  per_second: 'a second',
  per_million_characters: 'a million characters',
};

const STYLE = `:root{color-scheme:light dark;${COLOUR_VARIABLES}}
body{margin:0;background:var(--color-paper);color:var(--color-ink);font:0.9375rem/1.55 Inter,ui-sans-serif,system-ui,sans-serif}
main{box-sizing:border-box;max-width:68rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2{font-family:Newsreader,ui-serif,Georgia,serif;font-weight:500;line-height:1.25}h1{font-size:2.1rem;margin:.25rem 0 .75rem}h2{font-size:1.5rem;margin:2.5rem 0 .75rem}
a{color:var(--color-accent)}a:hover{color:var(--color-accent-strong)}:focus-visible{outline:2px solid var(--color-accent);outline-offset:2px}
.service,.note{color:var(--color-muted);margin:0}.note{margin:.75rem 0 0;max-width:44rem}
nav{display:flex;flex-wrap:wrap;gap:1.25rem;margin-top:1rem}
.scroll{overflow-x:auto;background:var(--color-surface);border:1px solid var(--color-line);border-radius:1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.6rem 1rem;border-bottom:1px solid var(--color-line)}
tr:last-child>*{border-bottom:0}thead th{color:var(--color-muted);font-weight:500;white-space:nowrap}tbody th{font-weight:500}td{font-variant-numeric:tabular-nums}code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.85em}`;

export function pricingHtml({ serviceName, list, models, batchFactor }: PricingFacts): string {
  const name = escapeHtml(serviceName);
  const money = moneyIn(list.currency);
  const batch = batchFactor < 1 ? ` Calls in a batch cost ${Math.round(batchFactor * 100)} % of the price.` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Prices · ${name}</title><style>
${STYLE}
</style></head><body><main><p class="service">${name}</p><h1>Prices</h1>
<p class="note">Usage is paid in credits: one credit is ${money(1)}.${batch} An account may have its own prices: its billing page shows them.</p>
<nav aria-label="Where to go"><a href="/sign-up">Sign up</a><a href="/billing?tab=prices">Your own prices</a><a href="/docs/guides/pay">How to pay</a><a href="/docs">Documentation</a></nav>
<h2 id="plans">Plans</h2>${plansTable(list, money)}${lessADay(list)}
<h2 id="packages">Credit packages</h2>${packagesTable(list, money)}
<h2 id="modules">Modules</h2>${priceTable('Modules', 'Module', modulesOf(list))}
<h2 id="models">Models</h2>${priceTable(
    'Models',
    'Model',
    models.map(({ id, module, price }) => ({ name: id, note: module, price })),
  )}
</main></body></html>`;
}

type Money = (minor: number) => string;

function moneyIn(currency: string): Money {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
  return (minor) => escapeHtml(format.format(minor / 100));
}

const count = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 6 });

function plansTable({ plans }: PriceList, money: Money): string {
  const all = Object.values(plans);
  const optional = (title: string, cell: (plan: Plan) => string | undefined): [string, (plan: Plan) => string][] =>
    all.some((plan) => cell(plan) !== undefined) ? [[title, (plan) => cell(plan) ?? '–']] : [];
  const rows: [string, (plan: Plan) => string][] = [
    ['Fee a month', ({ monthly_fee: fee }) => (fee === 0 ? 'None' : money(fee))],
    ['Credits each month', ({ included_credits: credits }) => (credits === 0 ? '–' : count(credits))],
    ['Calls a minute', (plan) => count(plan.requests_per_minute)],
    ['Calls a day', (plan) => (plan.requests_per_day === null ? 'No limit' : count(plan.requests_per_day))],
    ['Jobs at a time', (plan) => count(plan.concurrent_jobs)],
    ['Jobs in the queue', (plan) => count(plan.queued_jobs)],
    ...optional('Uploads kept', ({ upload_megabytes: size }) => (size === undefined ? undefined : `${count(size)} MB`)),
    ...optional('Tokens a minute', ({ tokens_per_minute: most }) => (most === undefined ? undefined : count(most))),
    ...optional('Credits a day, at most', ({ daily_credit_cap: cap }) => (cap === undefined ? undefined : count(cap))),
    ...optional('Credits a month, at most', (plan) =>
      plan.monthly_credit_cap === undefined ? undefined : count(plan.monthly_credit_cap),
    ),
    ...optional('Price of usage', ({ price_factor_permille: factor }) =>
      factor === undefined ? undefined : `${count(factor / 10)} %`,
    ),
    ...optional('Models', ({ models }) => models && escapeHtml(models.join(', '))),
  ];
  const head = all.map(({ name }) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows.map(
    ([title, cell]) => `<tr><th scope="row">${title}</th>${all.map((plan) => `<td>${cell(plan)}</td>`).join('')}</tr>`,
  );
  return table('Plans', `<th scope="col">What it allows</th>${head}`, body);
}

/** Says why a plan with a higher fee may allow fewer calls a day. */
function lessADay({ plans }: PriceList): string {
  const perDay = ({ requests_per_day: most }: Plan) => most ?? Number.POSITIVE_INFINITY;
  const all = Object.values(plans);
  return all
    .flatMap((plan) => {
      const more = all.filter((other) => other.monthly_fee < plan.monthly_fee && perDay(other) > perDay(plan));
      if (more.length === 0) return [];
      const others = more.map(({ name }) => name).join(', ');
      const words = `${plan.name} allows fewer calls a day than ${others}: its fee pays for ${count(plan.included_credits)} credits a month and ${count(plan.concurrent_jobs)} jobs at a time, not for more calls.`;
      return [`<p class="note">${escapeHtml(words)}</p>`];
    })
    .join('');
}

function packagesTable({ packages }: PriceList, money: Money): string {
  const rows = Object.values(packages).map(
    ({ name, amount, credits }) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${count(credits)}</td><td>${money(amount)}</td></tr>`,
  );
  return table(
    'Credit packages',
    '<th scope="col">Package</th><th scope="col">Credits</th><th scope="col">Price</th>',
    rows,
  );
}

function modulesOf({ modules }: PriceList) {
  return Object.entries(modules).map(([module, price]) => ({ name: module, note: '', price }));
}

function priceTable(
  label: string,
  first: string,
  priced: readonly { name: string; note: string; price: ModelPrice }[],
) {
  const rows = priced.map(({ name, note, price }) => {
    const parts = Object.entries(price).map(
      ([measure, credits]) => `${count(credits)} for ${MEASURES[measure as keyof ModelPrice]}`,
    );
    const beside = note ? ` <span class="service">${escapeHtml(note)}</span>` : '';
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${beside}</th><td>${parts.join('<br>') || 'Free'}</td></tr>`;
  });
  return table(label, `<th scope="col">${first}</th><th scope="col">Credits</th>`, rows);
}

function table(label: string, head: string, rows: readonly string[]): string {
  return `<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
