// The language of the pages: the one chosen in this browser, else the first of the browser's languages that we support.
import { type Catalogue, type Language, setLanguage } from '../words.ts';

const STORAGE_KEY = 'language';

/** Each in its own language, so that its speakers recognise it. */
export const LANGUAGES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const LOADERS: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Catalogue>>> = {
  de: async () => (await import('../german.ts')).german,
};

function chosenLanguage(): Language {
  const wishes = [localStorage.getItem(STORAGE_KEY) ?? '', ...navigator.languages];
  return wishes.map((wish) => wish.split('-')[0] ?? '').find(isSpoken) ?? 'en';
}

/** Texts are read once, when a page is loaded, so a new language needs a reload. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
  tellServer(language);
  location.reload();
}

/** For the pages that the server writes: checkout, prices, errors. */
function tellServer(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API.
  document.cookie = `atelier_language=${language}; path=/; max-age=31536000; samesite=lax`;
}

export async function loadLanguage(): Promise<void> {
  const language = chosenLanguage();
  if (localStorage.getItem(STORAGE_KEY)) tellServer(language);
  if (language !== 'en') {
    // If the texts cannot be loaded, the page must still appear.
    const words = await LOADERS[language]().catch(() => null);
    if (words) setLanguage(language, words);
    else return;
  }
  document.documentElement.lang = language;
}

function isSpoken(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}
