// Writes a blueprint as a Node.js server without dependencies, with its pages.
import type { AppFile, Blueprint } from '../blueprint.ts';
import { readTemplate } from '../views/view-library.ts';
import { writePlainClient } from './plain-client.ts';
import { printReadMe } from './read-me.ts';
import { printSchema, printSeed } from './shared-files.ts';

export function writeNode(blueprint: Blueprint): AppFile[] {
  const client = writePlainClient(blueprint, printSchema(blueprint));
  const content = {
    name: blueprint.slug,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20' },
    scripts: { start: 'node server.js', build: 'node --check server.js', test: 'node --test' },
  };
  return [
    { path: 'package.json', content: `${JSON.stringify(content, null, 2)}\n` },
    { path: 'README.md', content: printReadMe(blueprint, 'nodejs') },
    { path: '.gitignore', content: 'node_modules\ndata\n' },
    { path: 'server.js', content: readTemplate('nodejs/server.js') },
    { path: 'server/api.js', content: readTemplate('nodejs/api.js') },
    { path: 'server/accounts.js', content: readTemplate('nodejs/accounts.js') },
    { path: 'server/repository.js', content: readTemplate('nodejs/repository.js') },
    { path: 'server/static.js', content: readTemplate('nodejs/static.js') },
    { path: 'server/seed.js', content: printSeed(blueprint) },
    ...client,
    { path: 'test/server.test.js', content: readTemplate('tests/node-server.test.js') },
  ];
}
