// Serves the documentation, rendered on first request, and the OpenAPI document.
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { CallThread } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import { answerHtml, answerJson, type Page, type PageAnswer, page, type Visit } from '../../http/page.ts';
import { nameService, type Site, type SiteOptions } from './site.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  // blob: shows the file that a tried call returned.
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const thread = new CallThread<SiteOptions, Site>(
  new URL('./render-thread.ts', import.meta.url),
  () => new ServiceError('internal_error', 'The documentation could not be rendered. Try again.'),
);

/**
 * `describeApi` is called for the first visitor, because describing every route would slow down each start.
 * `serviceName` is read on every visit: the operator may change it while the service runs.
 */
export function docsPages(describeApi: () => object, serviceName: () => string): Page[] {
  let described: string | undefined;
  const openApi = () => {
    described ??= JSON.stringify(describeApi());
    return described;
  };
  let rendering: Promise<Site> | undefined;
  const openSite = () => {
    rendering ??= thread.call({ root: ROOT, openApi: openApi(), linkStyle: 'served' }).catch((error) => {
      rendering = undefined;
      throw error;
    });
    return rendering;
  };
  const show = async (path: string, visit: Visit) =>
    showPage(await openSite(), path, { visit, serviceName: serviceName() });
  return [
    page(['GET', 'HEAD'], '/openapi.json', {
      run: () => answerJson(openApi(), { headers: { 'access-control-allow-origin': '*' } }),
    }),
    page(['GET', 'HEAD'], '/docs', { run: (visit) => show('', visit) }),
    page(['GET', 'HEAD'], '/docs/assets/:name', {
      run: async ({ params }) => sendAsset(await openSite(), params.name ?? ''),
    }),
    // For the dashboard, which does not know the current index's name.
    page(['GET', 'HEAD'], '/docs/search.json', {
      run: async () => {
        const location = `/docs/assets/${(await openSite()).index}`;
        return { status: 307, headers: { location, 'cache-control': 'no-cache' } };
      },
    }),
    page(['GET', 'HEAD'], '/docs/*', { run: (visit) => show(visit.params['*'] ?? '', visit) }),
  ];
}

function showPage(site: Site, path: string, { visit, serviceName }: { visit: Visit; serviceName: string }): PageAnswer {
  if (!Object.hasOwn(site.pages, path))
    throw new ServiceError('not_found', 'The documentation has no such page. All pages are listed at /docs.');
  const html = nameService(site.pages[path] ?? '', serviceName);
  const etag = `W/"${hash('sha256', html, 'base64url').slice(0, 22)}"`;
  const headers = { 'cache-control': 'no-cache', etag, 'content-security-policy': POLICY };
  if (visit.headers['if-none-match'] === etag) return { status: 304, headers };
  return answerHtml(html, { headers });
}

/** A file's name contains the hash of its content, so browsers may keep it. */
function sendAsset(site: Site, name: string): PageAnswer {
  const file = Object.hasOwn(site.assets, name) ? site.assets[name] : undefined;
  if (!file)
    throw new ServiceError('not_found', 'No such file exists. Reload the page: the service may have been updated.');
  return {
    status: 200,
    headers: { 'content-type': file.type, 'cache-control': 'public, max-age=31536000, immutable' },
    body: file.body,
  };
}
