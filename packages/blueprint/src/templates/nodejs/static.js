// Serves the folder `public`; every other address is a page of the app.
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../public/', import.meta.url));
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export async function serveStatic(request, response, pathname) {
  const type = TYPES[extname(pathname)];
  if (!type || extname(pathname) === '.html') return servePage(request, response);
  const path = join(FOLDER, normalize(decodeURIComponent(pathname)));
  if (!path.startsWith(FOLDER)) throw Object.assign(new Error('Not found.'), { status: 404 });
  const content = await readFile(path).catch(() => null);
  if (content === null) throw Object.assign(new Error('Not found.'), { status: 404 });
  response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
  response.end(content);
}

/** Behind a proxy the app may live below a prefix: the page's base follows it. */
async function servePage(request, response) {
  const prefix = String(request.headers['x-forwarded-prefix'] ?? '').replace(/[^\w/-]/g, '');
  const html = await readFile(join(FOLDER, 'index.html'), 'utf8');
  response.writeHead(200, { 'Content-Type': TYPES['.html'] });
  response.end(html.replace('<base href="/" />', `<base href="${prefix}/" />`));
}
