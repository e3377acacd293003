// The language of the pages. English texts are beside the pages that use them; another language's are loaded before the
// first page.
export type Language = 'en' | 'de';

/** Every catalogue of texts; `german.ts` must have all of them. */
export type Area =
  | 'shared'
  | 'shell'
  | 'start'
  | 'account'
  | 'reasons'
  | 'activity'
  | 'billing'
  | 'budgets'
  | 'books'
  | 'dataProtection'
  | 'seller'
  | 'priceWords'
  | 'buyer'
  | 'referral'
  | 'grants'
  | 'guards'
  | 'home'
  | 'keys'
  | 'library'
  | 'palette'
  | 'team'
  | 'usage'
  | 'webhooks'
  | 'operators'
  | 'accounts'
  | 'codes'
  | 'coupons'
  | 'operatedAccount'
  | 'queue'
  | 'deliveries'
  | 'audit'
  | 'upstreams'
  | 'margin'
  | 'modelPrices'
  | 'engines'
  | 'acts'
  | 'playground'
  | 'rates'
  | 'prices'
  | 'pictureWords'
  | 'voiceWords'
  | 'audioWords'
  | 'builderWords'
  | 'workspaceWords'
  | 'chatWords'
  | 'attachmentWords'
  | 'soundWords'
  | 'toolWords'
  | 'codeWords'
  | 'imageWords'
  | 'musicWords'
  | 'videoWords';

export type Catalogue = Readonly<Record<Area, object>>;

let language: Language = 'en';
let catalogue: Catalogue | null = null;

/** Texts are read when a module is loaded, so this must run before every page. */
export function setLanguage(chosen: Language, words: Catalogue | null): void {
  language = chosen;
  catalogue = words;
}

/** For numbers, dates and money. */
export function locale(): Language {
  return language;
}

/** The texts of an area in the chosen language. A translation has the type of its English original. */
export function inLanguage<Words extends object>(area: Area, english: Words): Words {
  return catalogue ? (catalogue[area] as Words) : english;
}
