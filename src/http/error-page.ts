// The page that a browser shows for a missing or failing page; programs get the error as JSON.
import type { ServiceError } from '../core/errors.ts';
import { escapeHtml, htmlPage } from '../core/html-page.ts';
import type { PageLanguage } from '../core/page-language.ts';
import { ERROR_WORDS, type ErrorWords } from './error-words.ts';

export interface ErrorPageLook {
  serviceName: string;
  language: PageLanguage;
}

export function errorPage(error: ServiceError, requestId: string, { serviceName, language }: ErrorPageLook): string {
  const words = ERROR_WORDS[language];
  return htmlPage({
    language,
    serviceName,
    heading: words.headings[error.status] ?? words.otherHeading,
    content: `${explain(error, words)}
<nav><a href="/">${words.dashboard}</a><a href="/docs">${words.documentation}</a></nav>
<p class="note">${escapeHtml(words.request(requestId))}</p>`,
  });
}

/** The error's own message is English. */
function explain(error: ServiceError, words: ErrorWords): string {
  const explanation = words.explanations[error.status];
  const message = escapeHtml(error.message);
  if (error.status === 404) return `<p>${explanation}</p>`;
  if (words.otherExplanation === null) return `<p>${message}</p>`;
  return `<p>${explanation ?? words.otherExplanation}</p><p class="note" lang="en">${message}</p>`;
}
