// The language of server-rendered pages: the one chosen in the dashboard, else the first supported language of the
// browser.
export type PageLanguage = 'en' | 'de';

/** One text in every language: a missing translation does not compile. */
export type InEachLanguage<Words> = Readonly<Record<PageLanguage, Words>>;

interface AskingHeaders {
  cookie?: string | undefined;
  'accept-language'?: string | undefined;
}

/** Set by `dashboard/src/shell/language.ts`. */
const CHOSEN = /(?:^|;\s*)atelier_language=(en|de)(?:;|$)/;

export function pageLanguage(headers: AskingHeaders): PageLanguage {
  const chosen = CHOSEN.exec(headers.cookie ?? '')?.[1];
  return (chosen as PageLanguage | undefined) ?? firstSpoken(headers['accept-language'] ?? '');
}

function firstSpoken(accepted: string): PageLanguage {
  const wishes = accepted.split(',').map((wish) => {
    const [range = '', ...parameters] = wish.trim().toLowerCase().split(';');
    const weight = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean);
    return { code: range.split('-')[0], weight: weight === undefined ? 1 : Number(weight) };
  });
  const spoken = wishes.filter(({ code, weight }) => (code === 'en' || code === 'de') && weight > 0);
  return (spoken.sort((a, b) => b.weight - a.weight)[0]?.code ?? 'en') as PageLanguage;
}
