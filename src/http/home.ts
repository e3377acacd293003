// The page at /: sign in, see the balance, make and revoke keys. It speaks the public API and the session API, like any client.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { Extension } from './server.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

export function homePages(serviceName: string): Extension {
  const name = serviceName.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const page = asset('page.html').replaceAll('{{service}}', name);
  const files = {
    '/home.js': { type: 'text/javascript', body: asset('page.js') },
    '/home.css': { type: 'text/css', body: asset('page.css') },
  };
  return (app: FastifyInstance) => {
    // The checkout comes back to /billing.
    for (const path of ['/', '/billing']) {
      app.get(path, async (_request, reply) =>
        reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page),
      );
    }
    for (const [path, { type, body }] of Object.entries(files)) {
      app.get(path, async (_request, reply) => reply.type(`${type}; charset=utf-8`).send(body));
    }
  };
}

function asset(name: string): string {
  return readFileSync(new URL(`./home/${name}`, import.meta.url), 'utf8');
}
