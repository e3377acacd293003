// Writes a blueprint as a React app built by Vite.
import type { AppFile, Blueprint } from '../blueprint.ts';
import { printJsx } from '../views/print-jsx.ts';
import { type LibraryView, readTemplate } from '../views/view-library.ts';
import { clientData, printIndexHtml } from './client-files.ts';
import { printReadMe } from './read-me.ts';
import { appViews, codeFiles, styleFiles, testFiles } from './shared-files.ts';

export function writeReact(blueprint: Blueprint): AppFile[] {
  const views = appViews(blueprint);
  const data = clientData(blueprint, "import.meta.env?.BASE_URL ?? '/'");
  const app = readTemplate('react/App.jsx');
  const code = codeFiles(views, [app, ...data.map((file) => file.content)]);
  const source: AppFile[] = [
    { path: 'main.jsx', content: readTemplate('react/main.jsx') },
    { path: 'App.jsx', content: app },
    { path: 'routes.jsx', content: printRoutes(blueprint) },
    { path: 'lib/use-controller.js', content: readTemplate('react/use-controller.js') },
    { path: 'views/link.jsx', content: readTemplate('react/link.jsx') },
    ...views.map((view) => ({ path: `views/${view.file}.jsx`, content: printComponent(view) })),
    ...data,
    ...code,
    ...styleFiles('styles', blueprint),
  ];
  return [
    { path: 'package.json', content: printPackage(blueprint) },
    { path: 'vite.config.js', content: VITE },
    { path: 'index.html', content: printIndexHtml(blueprint, '/src/main.jsx') },
    { path: 'README.md', content: printReadMe(blueprint, 'react') },
    { path: '.gitignore', content: 'node_modules\ndist\n' },
    ...source.map((file) => ({ ...file, path: `src/${file.path}` })),
    ...testFiles(code, '../src/'),
  ];
}

const VITE = `import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react()] });
`;

function printPackage({ slug }: Blueprint): string {
  const content = {
    name: slug,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'vite build', preview: 'vite preview', test: 'node --test' },
    dependencies: { react: '^19.0.0', 'react-dom': '^19.0.0' },
    devDependencies: { '@vitejs/plugin-react': '^5.0.0', vite: '^7.0.0' },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

export function printComponent(view: LibraryView, isClient = false): string {
  const props = [...view.props, ...(view.name === 'Shell' ? ['children'] : [])];
  const given = props.length ? `{ ${props.join(', ')} }` : '';
  const imports = [
    ...view.uses.map((use) => `import { ${use.names.join(', ')} } from '${use.from}';`),
    ...(view.controller
      ? [
          `import { create${view.name} } from '../controllers/${view.file}.js';`,
          `import { useController } from '../lib/use-controller.js';`,
        ]
      : []),
    ...view.parts.map((part) => `import { ${part} } from './${kebab(part)}.jsx';`),
  ].sort((a, b) => (a.split(' from ')[1] ?? '').localeCompare(b.split(' from ')[1] ?? ''));
  const uses = view.controller
    ? `  const { s, c } = useController(create${view.name}, { ${view.props.join(', ')} });\n`
    : '';
  return `${isClient ? "'use client';\n" : ''}${imports.join('\n')}${imports.length ? '\n\n' : ''}export function ${view.name}(${given}) {
${namesUsed(view, uses)}  return (
    ${printJsx(view.tree, '    ')}
  );
}
`;
}

/** A view that never calls its controller needs only its state. */
function namesUsed(view: LibraryView, uses: string): string {
  return /\bc\./.test(view.markup) ? uses : uses.replace('{ s, c }', '{ s }');
}

function printRoutes(blueprint: Blueprint): string {
  const views = [...new Set(blueprint.pages.map((each) => each.view))].sort();
  const imports = views.map((view) => `import { ${view} } from './views/${kebab(view)}.jsx';`);
  const routes = blueprint.pages.map(
    (each) => `  { path: '${each.path}', view: ${each.view}, props: ${JSON.stringify(each.props)} },`,
  );
  return `// Which page is shown at which address.\n${imports.join('\n')}\n\nexport const routes = [\n${routes.join('\n')}\n];\n`;
}

export function kebab(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}
