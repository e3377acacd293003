// The page shown instead of an application that cannot be shown, and over one whose error left an empty page.
import type { ServiceError } from '../../core/errors.ts';
import { COLOUR_VARIABLES, escapeHtml, htmlPage } from '../../core/html-page.ts';
import type { PageLanguage } from '../../core/page-language.ts';
import { PREVIEW_WORDS, type PreviewWords } from './preview-words.ts';

export interface FailedPreview {
  language: PageLanguage;
  serviceName: string;
  /** The project's builder page; null for visitors, who must learn nothing about the code. */
  builderUrl: string | null;
}

export interface ReloadingPage {
  nonce: string;
  /** The service's endpoint for the current version, and its answer while this page is current. */
  markUrl: string;
  mark: string;
}

const MAX_CHARACTERS = 2_000;

export function previewErrorPage(error: ServiceError, failed: FailedPreview, reloading: ReloadingPage): string {
  const { language, serviceName, builderUrl } = failed;
  const words = PREVIEW_WORDS[language];
  return htmlPage({
    language,
    serviceName,
    isElsewhere: true,
    heading: headingOf(error, words),
    head: reloadScript(reloading),
    content: builderUrl
      ? `<p>${isUnavailable(error) ? words.ownerUnavailable : words.ownerAdvice}</p>${messageOf(error, words)}
<nav><a href="${escapeHtml(builderUrl)}" target="_blank" rel="noopener">${words.toBuilder}</a></nav><p class="note">${words.reloads}</p>`
      : `<p>${words.visitorAdvice}</p>`,
  });
}

/** This page is ours and needs no sandbox, in which its link would open a dashboard without a session. */
export function errorPagePolicy({ nonce, markUrl }: ReloadingPage, framedBy: string): string {
  return `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; connect-src ${markUrl}; base-uri 'none'; form-action 'none'; frame-ancestors 'self' ${framedBy}`;
}

function reloadScript({ nonce, markUrl, mark }: ReloadingPage): string {
  return `<script nonce="${nonce}">setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch('${markUrl}').catch(() => null);
  if (answer?.ok && (await answer.text()) !== '${mark}') location.reload();
}, 3000);</script>`;
}

function headingOf(error: ServiceError, words: PreviewWords): string {
  if (isUnavailable(error)) return words.unavailableHeading;
  return error.code === 'engine_timeout' ? words.slowHeading : words.startHeading;
}

function isUnavailable(error: ServiceError): boolean {
  return error.code === 'engine_unavailable';
}

function messageOf(error: ServiceError, words: PreviewWords): string {
  const message = escapeHtml(error.message.slice(0, MAX_CHARACTERS));
  return `<pre role="region" tabindex="0" aria-label="${words.message}" lang="en">${message}</pre>`;
}

/** For the script of every previewed page: shown when an error left the page empty. */
export function blankPageNotice({ language, builderUrl }: Omit<FailedPreview, 'serviceName'>): string {
  const words = PREVIEW_WORDS[language];
  const style = `:host{all:initial;color-scheme:light dark;${COLOUR_VARIABLES}}
section{box-sizing:border-box;max-width:34rem;margin:2rem auto;width:calc(100% - 2rem);padding:1.5rem;background:var(--color-surface);color:var(--color-ink);border:1px solid var(--color-line);border-radius:1rem;font:0.9375rem/1.55 Inter,ui-sans-serif,system-ui,sans-serif;overflow-wrap:anywhere}
h1{font:500 1.5rem/1.25 Newsreader,ui-serif,Georgia,serif;margin:0 0 .75rem}p{margin:0}
pre{margin:1rem 0 0;padding:.75rem .9rem;max-height:14rem;overflow:auto;background:var(--color-sunken);border-radius:.5rem;font:.8125rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}`;
  const message = builderUrl ? `<pre role="region" tabindex="0" aria-label="${words.message}" lang="en"></pre>` : '';
  const advice = builderUrl ? words.ownerAdvice : words.visitorAdvice;
  return `<style>${style}</style><section role="alert" lang="${language}"><h1>${words.blankHeading}</h1><p>${advice}</p>${message}</section>`;
}
