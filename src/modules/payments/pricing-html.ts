// The public price list as a page: plans side by side, packages, and the prices of every module and model.
import { BRAND_STYLE, brandLine, COLOUR_VARIABLES, escapeHtml, FONT_FACES } from '../../core/html-page.ts';
import type { PageLanguage } from '../../core/page-language.ts';
import type { ModelPrice, Plan, PriceList } from '../../money/price-list.ts';
import type { PriceMeasure } from '../../money/price-of-use.ts';
import { PRICING_WORDS, type PricingWords } from './pricing-words.ts';

export interface PricedModel {
  id: string;
  module: string;
  price: ModelPrice;
}

interface PricingFacts {
  language: PageLanguage;
  serviceName: string;
  list: PriceList;
  models: readonly PricedModel[];
  batchFactor: number;
}

const STYLE = `${FONT_FACES}
:root{color-scheme:light dark;${COLOUR_VARIABLES}}
body{margin:0;background:var(--color-paper);color:var(--color-ink);font:0.9375rem/1.55 Inter,ui-sans-serif,system-ui,sans-serif}
main{box-sizing:border-box;max-width:68rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1,h2{font-family:Newsreader,ui-serif,Georgia,serif;font-weight:500;line-height:1.25}h1{font-size:2.1rem;margin:.25rem 0 .75rem}h2{font-size:1.5rem;margin:2.5rem 0 .75rem}
a{color:var(--color-accent)}a:hover{color:var(--color-accent-strong)}:focus-visible{outline:2px solid var(--color-accent);outline-offset:2px}
${BRAND_STYLE}.note{color:var(--color-muted);margin:.75rem 0 0;max-width:44rem}
nav{display:flex;flex-wrap:wrap;gap:1.25rem;margin-top:1rem}
.scroll{overflow-x:auto;background:var(--color-surface);border:1px solid var(--color-line);border-radius:1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.6rem 1rem;border-bottom:1px solid var(--color-line)}
tr:last-child>*{border-bottom:0}thead th{color:var(--color-muted);font-weight:500;white-space:nowrap}tbody th{font-weight:500}td{font-variant-numeric:tabular-nums}code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.85em}`;

export function pricingHtml({ language, serviceName, list, models, batchFactor }: PricingFacts): string {
  const name = escapeHtml(serviceName);
  const words = PRICING_WORDS[language];
  const says = { words, ...figuresIn(language, list.currency) };
  const batch = batchFactor < 1 ? ` ${words.inBatch(String(Math.round(batchFactor * 100)))}` : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.title} · ${name}</title><style>
${STYLE}
</style></head><body><main>${brandLine(serviceName)}<h1>${words.title}</h1>
<p class="note">${words.paidInCredits(says.money(1))}${batch} ${words.ownPrices}</p>
<nav aria-label="${words.whereToGo}"><a href="/sign-up">${words.signUp}</a><a href="/billing?tab=prices">${words.yourPrices}</a><a href="/docs/guides/pay">${words.howToPay}</a><a href="/docs">${words.documentation}</a></nav>
<h2 id="plans">${words.plans}</h2>${plansTable(list, says)}${lessADay(list, says)}
<h2 id="packages">${words.packages}</h2>${packagesTable(list, says)}
<h2 id="modules">${words.modules}</h2>${priceTable({ label: words.modules, first: words.module }, modulesOf(list), says)}
<h2 id="models">${words.models}</h2>${priceTable(
    { label: words.models, first: words.model },
    models.map(({ id, module, price }) => ({ name: id, note: module, price })),
    says,
  )}
</main></body></html>`;
}

interface Says {
  words: PricingWords;
  money(minor: number): string;
  count(value: number): string;
}

function figuresIn(language: PageLanguage, currency: string): Omit<Says, 'words'> {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency: currency.toUpperCase() });
  return {
    money: (minor) => escapeHtml(format.format(minor / 100)),
    count: (value) => value.toLocaleString(language, { maximumFractionDigits: 6 }),
  };
}

function plansTable({ plans }: PriceList, { words, money, count }: Says): string {
  const all = Object.values(plans);
  const { rows: titles } = words;
  const optional = (title: string, cell: (plan: Plan) => string | undefined): [string, (plan: Plan) => string][] =>
    all.some((plan) => cell(plan) !== undefined) ? [[title, (plan) => cell(plan) ?? '–']] : [];
  const counted = (value: number | undefined) => (value === undefined ? undefined : count(value));
  const rows: [string, (plan: Plan) => string][] = [
    [titles.fee, ({ monthly_fee: fee }) => (fee === 0 ? words.none : money(fee))],
    [titles.credits, ({ included_credits: credits }) => (credits === 0 ? '–' : count(credits))],
    [titles.perMinute, (plan) => count(plan.requests_per_minute)],
    [titles.perDay, (plan) => (plan.requests_per_day === null ? words.noLimit : count(plan.requests_per_day))],
    [titles.jobs, (plan) => count(plan.concurrent_jobs)],
    [titles.queued, (plan) => count(plan.queued_jobs)],
    ...optional(titles.uploads, ({ upload_megabytes: size }) => (size === undefined ? undefined : `${count(size)} MB`)),
    ...optional(titles.tokens, (plan) => counted(plan.tokens_per_minute)),
    ...optional(titles.dailyCap, (plan) => counted(plan.daily_credit_cap)),
    ...optional(titles.monthlyCap, (plan) => counted(plan.monthly_credit_cap)),
    ...optional(titles.factor, ({ price_factor_permille: factor }) =>
      factor === undefined ? undefined : `${count(factor / 10)} %`,
    ),
    ...optional(titles.models, ({ models }) => models && escapeHtml(models.join(', '))),
  ];
  const head = all.map(({ name }) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows.map(
    ([title, cell]) => `<tr><th scope="row">${title}</th>${all.map((plan) => `<td>${cell(plan)}</td>`).join('')}</tr>`,
  );
  return table(words.plans, `<th scope="col">${words.allows}</th>${head}`, body);
}

/** Explains why a plan with a higher fee may allow fewer calls a day. */
function lessADay({ plans }: PriceList, { words, count }: Says): string {
  const perDay = ({ requests_per_day: most }: Plan) => most ?? Number.POSITIVE_INFINITY;
  const all = Object.values(plans);
  return all
    .flatMap((plan) => {
      const more = all.filter((other) => other.monthly_fee < plan.monthly_fee && perDay(other) > perDay(plan));
      if (more.length === 0) return [];
      const names = { plan: plan.name, others: more.map(({ name }) => name).join(', ') };
      const line = words.fewerADay(names, count(plan.included_credits), count(plan.concurrent_jobs));
      return [`<p class="note">${escapeHtml(line)}</p>`];
    })
    .join('');
}

function packagesTable({ packages }: PriceList, { words, money, count }: Says): string {
  const rows = Object.values(packages).map(
    ({ name, amount, credits }) =>
      `<tr><th scope="row">${escapeHtml(name === `${credits.toLocaleString('en')} credits` ? words.creditsOf(count(credits)) : name)}</th><td>${count(credits)}</td><td>${money(amount)}</td></tr>`,
  );
  const head = [words.package, words.credits, words.price].map((title) => `<th scope="col">${title}</th>`).join('');
  return table(words.packages, head, rows);
}

function modulesOf({ modules }: PriceList) {
  return Object.entries(modules).map(([module, price]) => ({ name: module, note: '', price }));
}

function priceTable(
  { label, first }: { label: string; first: string },
  priced: readonly { name: string; note: string; price: ModelPrice }[],
  { words, count }: Says,
) {
  const rows = priced.map(({ name, note, price }) => {
    const { tiers = [], allow_loss: _allowed, ...numbers } = price;
    const costs = (given: object) =>
      Object.entries(given).map(([measure, credits]) =>
        words.costs(count(Number(credits)), words.measures[measure as PriceMeasure]),
      );
    const longer = tiers.flatMap(({ over_prompt_tokens: over, ...rest }) =>
      costs(rest).map((part) => `${part} ${words.forLongPrompts(count(over))}`),
    );
    const parts = [...costs(numbers), ...longer];
    const beside = note ? ` <span class="service">${escapeHtml(note)}</span>` : '';
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${beside}</th><td>${parts.join('<br>') || words.free}</td></tr>`;
  });
  return table(label, `<th scope="col">${first}</th><th scope="col">${words.credits}</th>`, rows);
}

function table(label: string, head: string, rows: readonly string[]): string {
  return `<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
