// The API's documents: the OpenAPI document, and a readable page that is rendered from it.
import { hash } from 'node:crypto';
import { answerHtml, answerJson, type Page, page } from '../../http/page.ts';
import { docsHtml } from './docs-html.ts';

export function docsPages(openApi: object, serviceName: string): Page[] {
  const document = JSON.stringify(openApi);
  const docs = docsHtml(serviceName);
  const policy = policyOf(docs);
  return [
    page(['GET', 'HEAD'], '/openapi.json', {
      run: () => answerJson(document, { headers: { 'access-control-allow-origin': '*' } }),
    }),
    page(['GET', 'HEAD'], '/docs', { run: () => answerHtml(docs, { headers: { 'content-security-policy': policy } }) }),
  ];
}

/** Allows the page's own style and script by their hashes, and nothing else. */
function policyOf(docs: string): string {
  const hashOf = (tag: 'script' | 'style') => {
    const [, inside = ''] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(docs) ?? [];
    return `'sha256-${hash('sha256', inside, 'base64')}'`;
  };
  return [
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
