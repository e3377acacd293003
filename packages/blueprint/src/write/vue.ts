// Writes a blueprint as a Vue app built by Vite.
import type { AppFile, Blueprint } from '../blueprint.ts';
import { printVue } from '../views/print-vue.ts';
import { type LibraryView, readTemplate } from '../views/view-library.ts';
import { clientData, printIndexHtml } from './client-files.ts';
import { printReadMe } from './read-me.ts';
import { appViews, codeFiles, styleFiles, testFiles } from './shared-files.ts';

export function writeVue(blueprint: Blueprint): AppFile[] {
  const views = appViews(blueprint);
  const data = clientData(blueprint, "import.meta.env?.BASE_URL ?? '/'");
  const app = readTemplate('vue/App.view');
  const code = codeFiles(views, [app, ...data.map((file) => file.content)]);
  const source: AppFile[] = [
    { path: 'main.js', content: readTemplate('vue/main.js') },
    { path: 'App.vue', content: app },
    { path: 'routes.js', content: printRoutes(blueprint) },
    { path: 'lib/use-controller.js', content: readTemplate('vue/use-controller.js') },
    { path: 'views/Link.vue', content: readTemplate('vue/Link.view') },
    ...views.map((view) => ({ path: `views/${view.name}.vue`, content: printComponent(view) })),
    ...data,
    ...code,
    ...styleFiles('styles', blueprint),
  ];
  return [
    { path: 'package.json', content: printPackage(blueprint) },
    { path: 'vite.config.js', content: VITE },
    { path: 'index.html', content: printIndexHtml(blueprint, '/src/main.js') },
    { path: 'README.md', content: printReadMe(blueprint, 'vue') },
    { path: '.gitignore', content: 'node_modules\ndist\n' },
    ...source.map((file) => ({ ...file, path: `src/${file.path}` })),
    ...testFiles(code, '../src/'),
  ];
}

const VITE = `import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [vue()] });
`;

function printPackage({ slug }: Blueprint): string {
  const content = {
    name: slug,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { dev: 'vite', build: 'vite build', preview: 'vite preview', test: 'node --test' },
    dependencies: { vue: '^3.5.0' },
    devDependencies: { '@vitejs/plugin-vue': '^6.0.0', vite: '^7.0.0' },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function printComponent(view: LibraryView): string {
  const imports = [
    ...view.uses.map((use) => `import { ${use.names.join(', ')} } from '${use.from}';`),
    ...(view.controller
      ? [
          `import { create${view.name} } from '../controllers/${view.file}.js';`,
          `import { useController } from '../lib/use-controller.js';`,
        ]
      : []),
    ...view.parts.map((part) => `import ${part} from './${part}.vue';`),
  ];
  const props = view.props.map((name) => `'${name}'`).join(', ');
  const takes = /\bc\./.test(view.markup) ? '{ s, c }' : '{ s }';
  const lines = [
    ...imports,
    ...(imports.length ? [''] : []),
    ...(props ? [`${view.controller ? 'const props = ' : ''}defineProps([${props}]);`] : []),
    ...(view.controller ? [`const ${takes} = useController(create${view.name}${props ? ', props' : ''});`] : []),
  ];
  return `<script setup>\n${lines.join('\n')}\n</script>\n\n<template>\n  ${printVue(view.tree, '  ')}\n</template>\n`;
}

function printRoutes(blueprint: Blueprint): string {
  const views = [...new Set(blueprint.pages.map((each) => each.view))].sort();
  const imports = views.map((view) => `import ${view} from './views/${view}.vue';`);
  const routes = blueprint.pages.map(
    (each) => `  { path: '${each.path}', view: ${each.view}, props: ${JSON.stringify(each.props)} },`,
  );
  return `// Which page is shown at which address.\n${imports.join('\n')}\n\nexport const routes = [\n${routes.join('\n')}\n];\n`;
}
