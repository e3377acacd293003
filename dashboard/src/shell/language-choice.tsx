// Switches the language of the pages.
import { shared } from '../strings.ts';
import type { Language } from '../words.ts';
import { locale } from '../words.ts';
import { chooseLanguage, LANGUAGES } from './language.ts';

export function LanguageChoice() {
  return (
    <fieldset className="flex flex-wrap gap-1 text-sm">
      <legend className="sr-only">{shared.language}</legend>
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === locale()}
          onClick={() => chooseLanguage(language)}
          className="rounded-md px-2.5 py-1 text-muted hover:bg-sunken aria-pressed:font-medium aria-pressed:text-ink aria-pressed:underline aria-pressed:underline-offset-4"
        >
          {LANGUAGES[language]}
        </button>
      ))}
    </fieldset>
  );
}
