// Serves the current price list to anybody.
import { HTML_POLICY } from '../../core/html-page.ts';
import { pageLanguage } from '../../core/page-language.ts';
import { answerHtml, type Page, page } from '../../http/page.ts';
import type { Prices } from '../../money/prices.ts';
import { type PricedModel, pricingHtml } from './pricing-html.ts';

export interface PricingPageParts {
  prices: Prices;
  /** The prices in effect now. */
  models(): readonly { id: string; module: string }[];
  serviceName(): string;
}

export function pricingPages({ prices, models, serviceName }: PricingPageParts): Page[] {
  return [
    page(['GET', 'HEAD'], '/pricing', {
      run: (visit) => {
        const now = prices.now();
        const html = pricingHtml({
          language: pageLanguage(visit.headers),
          serviceName: serviceName(),
          list: now.list,
          models: onePerId(models()).map(({ id, module }) => ({ id, module, price: now.of(module, id) })),
          batchFactor: now.batchFactor,
        });
        const headers = {
          'content-security-policy': HTML_POLICY,
          'cache-control': 'no-cache',
          vary: 'Accept-Language, Cookie',
        };
        return answerHtml(html, { headers });
      },
    }),
  ];
}

/** Several engines may serve a model; the sandbox's cost nothing and appear on no bill. */
function onePerId(models: readonly Omit<PricedModel, 'price'>[]): Omit<PricedModel, 'price'>[] {
  const offered = models.filter(({ id }) => !id.startsWith('sandbox-'));
  return [...new Map(offered.map((model) => [`${model.module} ${model.id}`, model])).values()];
}
