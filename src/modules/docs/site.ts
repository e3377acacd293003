// The contents of the built documentation, and the one place that knows how its pages link to each other.
import { escapeHtml } from '../../core/html-page.ts';

export interface SiteFile {
  type: string;
  body: string | Uint8Array;
}

export interface Site {
  /** HTML by path; the path of the first page is empty. */
  pages: Record<string, string>;
  /** Style, script, fonts and the search index, by name. */
  assets: Record<string, SiteFile>;
  /** The name of the search index among them. */
  index: string;
}

/** `served`: at /docs of a running service. `files`: on any web server, with links relative to each other. */
export type LinkStyle = 'served' | 'files';

export interface SiteOptions {
  /** The folder with README.md and docs. */
  root: string;
  /** The OpenAPI document. */
  openApi: string;
  linkStyle: LinkStyle;
}

/** A placeholder for the service's name, which the operator may change at any time. */
export const SERVICE_NAME = '%SERVICE_NAME%';

export function linkFrom(from: string, style: LinkStyle): (to: string) => string {
  if (style === 'served') return (to) => (to.startsWith('#') ? to : `/docs${to && `/${to}`}`);
  const up = '../'.repeat(from.split('/').length - 1) || './';
  return (to) => {
    if (to.startsWith('#')) return to;
    const [path = '', anchor] = to.split('#');
    const file = path === '' ? 'index.html' : path.startsWith('assets/') ? path : `${path}.html`;
    return `${up}${file}${anchor ? `#${anchor}` : ''}`;
  };
}

/** A page with its service's name filled in. */
export function nameService(html: string, serviceName: string): string {
  return html.replaceAll(SERVICE_NAME, () => escapeHtml(serviceName));
}
