// A server that answers as SearXNG and the Brave Search API do, with what a test gives it; it records the queries.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SearchStandIn {
  url: string;
  queries: string[];
  /** Of the requests, by their order. */
  tokens: (string | undefined)[];
  /** What SearXNG sends; a text is sent as it is, a number is the status of a failure. */
  answer: object | string | number;
  beforeAnswer?: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

export const FOUND = {
  query: 'capital of France',
  results: [
    {
      title: 'Paris',
      url: 'https://en.example.org/paris',
      content: 'Paris is the capital.',
      publishedDate: '2026-01-02',
    },
    { title: 'Lyon', url: 'https://blocked.example.com/lyon', content: 'Lyon is not.' },
    { title: 'Odd', url: 'javascript:alert(1)', content: 'No address.' },
  ],
};

export async function startSearchStandIn(): Promise<SearchStandIn> {
  const standIn: Omit<SearchStandIn, 'url' | 'close'> = { queries: [], tokens: [], answer: FOUND };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    standIn.queries.push(searchParams.get('q') ?? '');
    standIn.tokens.push(request.headers['x-subscription-token']?.toString());
    await standIn.beforeAnswer?.();
    const { answer } = standIn;
    if (typeof answer === 'number') {
      response.writeHead(answer).end();
      return;
    }
    const results = FOUND.results.map(({ title, url, content }) => ({
      title,
      url,
      description: `<strong>${content}</strong>`,
    }));
    const body = pathname === '/res/v1/web/search' ? { web: { results } } : answer;
    const isKnown =
      pathname === '/res/v1/web/search' || (pathname === '/search' && searchParams.get('format') === 'json');
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(standIn, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
