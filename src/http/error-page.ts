// What a person sees in a browser when a page does not exist or fails; programs get the error as JSON.
import type { ServiceError } from '../core/errors.ts';
import { escapeHtml, htmlPage } from '../core/html-page.ts';
import type { Incoming } from './incoming.ts';

const HEADINGS: Readonly<Record<number, string>> = {
  403: 'You may not open this page',
  404: 'This page does not exist',
  405: 'This page cannot be opened',
  410: 'This page has expired',
  429: 'Too many requests',
  503: 'The service is busy',
};

/** A browser asks for HTML by name; programs ask for JSON or for anything. */
export function wantsPage({ method, headers }: Pick<Incoming, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');
}

export function errorPage(error: ServiceError, requestId: string, serviceName: string): string {
  const explanation =
    error.status === 404
      ? 'The address may be mistyped, or what was here has been deleted or has expired.'
      : error.message;
  return htmlPage({
    serviceName,
    heading: HEADINGS[error.status] ?? 'Something went wrong',
    content: `<p>${escapeHtml(explanation)}</p>
<nav><a href="/">Dashboard</a><a href="/docs">Documentation</a></nav>
<p class="note">Request ${escapeHtml(requestId)}</p>`,
  });
}
