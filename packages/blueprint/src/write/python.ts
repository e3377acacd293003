// Writes a blueprint as a Python server on the standard library alone, with its pages.
import type { AppFile, Blueprint } from '../blueprint.ts';
import { readTemplate } from '../views/view-library.ts';
import { writePlainClient } from './plain-client.ts';
import { printReadMe } from './read-me.ts';
import { schemaOf, seedOf } from './shared-files.ts';

const SCHEMA = `// What this app keeps; the server reads the same file.
export const schema = await (await fetch(new URL('./schema.json', import.meta.url))).json();
`;

export function writePython(blueprint: Blueprint): AppFile[] {
  const source = ['app.py', 'repository.py', 'validate.py', 'accounts.py', 'test_app.py'];
  return [
    { path: 'README.md', content: printReadMe(blueprint, 'python') },
    { path: '.gitignore', content: '__pycache__\ndata\n' },
    ...source.map((path) => ({ path, content: readTemplate(`python/${path}`) })),
    { path: 'seed.json', content: `${JSON.stringify(seedOf(blueprint), null, 2)}\n` },
    { path: 'public/data/schema.json', content: `${JSON.stringify(schemaOf(blueprint), null, 2)}\n` },
    ...writePlainClient(blueprint, SCHEMA),
  ];
}
