// The browser side of server apps: the same pages on a small renderer of their own, with the app's API as storage.
import type { AppFile, Blueprint } from '../blueprint.ts';
import { printHyper } from '../views/print-hyper.ts';
import { type LibraryView, readTemplate } from '../views/view-library.ts';
import { printIndexHtml, printRouter } from './client-files.ts';
import { kebab } from './react.ts';
import { appViews, codeFiles, printApp, styleFiles } from './shared-files.ts';

/** `schema` is the module `data/schema.js`, which differs between the servers. */
export function writePlainClient(blueprint: Blueprint, schema: string): AppFile[] {
  const views = appViews(blueprint);
  const main = readTemplate('plain/main.js');
  const data: AppFile[] = [
    { path: 'data/app.js', content: printApp(blueprint) },
    { path: 'data/schema.js', content: schema },
    { path: 'data/store.js', content: STORE },
    { path: 'data/router.js', content: printRouter('new URL(document.baseURI).pathname') },
    ...(blueprint.hasAccounts ? [{ path: 'data/auth.js', content: SERVER_AUTH }] : []),
  ];
  const code = codeFiles(views, [main, ...data.map((file) => file.content)]);
  const head = '    <base href="/" />\n    <link rel="stylesheet" href="styles/index.css" />\n';
  return [
    { path: 'index.html', content: printIndexHtml(blueprint, 'main.js', head) },
    { path: 'main.js', content: main },
    { path: 'routes.js', content: printRoutes(blueprint) },
    { path: 'views/link.js', content: readTemplate('plain/link.js') },
    ...views.map((view) => ({ path: `views/${view.file}.js`, content: printView(view) })),
    ...data,
    ...code,
    ...styleFiles('styles', blueprint),
  ].map((file) => ({ ...file, path: `public/${file.path}` }));
}

function printView(view: LibraryView): string {
  const imports = [
    ...view.uses.map((use) => `import { ${use.names.join(', ')} } from '${use.from}';`),
    `import { h } from '../lib/dom.js';`,
    ...view.parts.map((part) => `import { ${part} } from './${kebab(part)}.js';`),
  ];
  const props = view.props.length ? `{ ${view.props.join(', ')} }` : '_props';
  const state = view.controller ? ', s, c' : '';
  const children = view.name === 'Shell' ? ', children' : '';
  return `${imports.join('\n')}\n\nexport function ${view.name}(${props}${state}${children}) {\n  return ${printHyper(view.tree, '  ')};\n}\n`;
}

function printRoutes(blueprint: Blueprint): string {
  const views = [...new Set(blueprint.pages.map((each) => each.view))].sort();
  const imports = views.flatMap((view) => [
    `import { create${view} } from './controllers/${kebab(view)}.js';`,
    `import { ${view} } from './views/${kebab(view)}.js';`,
  ]);
  const routes = blueprint.pages.map(
    (each) =>
      `  { path: '${each.path}', view: ${each.view}, create: create${each.view}, props: ${JSON.stringify(each.props)} },`,
  );
  return `// Which page is shown at which address.\n${imports.join('\n')}\n\nexport const routes = [\n${routes.join('\n')}\n];\n`;
}

const STORE = `// The app's records, kept on the server.
import { apiStorage } from '../lib/api-storage.js';
import { createStore } from '../lib/create-store.js';
import { schema } from './schema.js';

export const store = createStore({ schema, seed: {}, storage: apiStorage(document.baseURI) });
`;

const SERVER_AUTH = `// Accounts on this app's server.
async function call(method, action, form) {
  const response = await fetch(new URL(\`api/auth/\${action}\`, document.baseURI), {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: form && JSON.stringify(form),
  });
  const body = await response.json();
  return response.ok ? { ok: true, who: body } : { ok: false, message: body.error };
}

export const auth = {
  note: 'Your password is kept as a hash on the server.',
  current: async () => (await call('GET', 'me')).who,
  signUp: (form) => call('POST', 'signup', form),
  signIn: (form) => call('POST', 'signin', form),
  signOut: () => call('POST', 'signout', {}),
};
`;
