// Answers requests from a static bundle; every path without an extension is a page of the app.
import { extname } from 'node:path';
import { BASE_MARK } from './base-mark.ts';
import type { BundleFile, PreviewAnswer, PreviewRequest } from './port.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** `base` is the folder that the preview is served from: `/preview/{id}/`. */
export function answerFromBundle(bundle: readonly BundleFile[], base: string, request: PreviewRequest): PreviewAnswer {
  const path = decodeURIComponent((request.path.split('?')[0] ?? '/').replace(/^\/+/, ''));
  const exact = bundle.find((file) => file.path === path);
  const file =
    exact ??
    (extname(path) === '' || path.endsWith('.html') ? bundle.find((each) => each.path === 'index.html') : undefined);
  if (!file)
    return { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: Buffer.from('Not found') };
  const type = TYPES[extname(file.path)] ?? 'application/octet-stream';
  const isText = /html|javascript|css/.test(type);
  const body = isText ? Buffer.from(Buffer.from(file.bytes).toString('utf8').replaceAll(BASE_MARK, base)) : file.bytes;
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body };
}
