// The web server: a JSON API for the records, and the pages. No dependency beyond Node itself.
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { createAccounts } from './server/accounts.js';
import { handleApi } from './server/api.js';
import { createRepository } from './server/repository.js';
import { serveStatic } from './server/static.js';

export function createApp({ dataFile }) {
  const repository = createRepository(dataFile);
  const accounts = createAccounts(repository);
  return createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url, 'http://localhost');
      if (pathname.startsWith('/api/')) await handleApi({ request, response, pathname, repository, accounts });
      else await serveStatic(request, response, pathname);
    } catch (error) {
      const status = error.status ?? 500;
      if (status === 500) console.error(error);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ error: status === 500 ? 'Something went wrong.' : error.message }));
    }
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const port = Number(process.env.PORT ?? 3000);
  const app = createApp({ dataFile: process.env.DATA_FILE ?? 'data/records.json' });
  app.listen(port, process.env.HOST ?? '127.0.0.1', () => console.log(`Open http://localhost:${port}`));
}
