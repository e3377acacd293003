// Writes a blueprint as a Next.js app with the App Router.
import type { AppFile, Blueprint, Page } from '../blueprint.ts';
import { readTemplate } from '../views/view-library.ts';
import { clientData } from './client-files.ts';
import { printValue } from './print-value.ts';
import { kebab, printComponent } from './react.ts';
import { printReadMe } from './read-me.ts';
import { appViews, codeFiles, styleFiles, testFiles } from './shared-files.ts';

export function writeNext(blueprint: Blueprint): AppFile[] {
  const views = appViews(blueprint);
  const data = clientData(blueprint, null);
  const frame = readTemplate('nextjs/frame.jsx');
  const code = codeFiles(views, [frame, ...data.map((file) => file.content)]);
  return [
    { path: 'package.json', content: printPackage(blueprint) },
    { path: 'next.config.mjs', content: 'export default { reactStrictMode: true };\n' },
    { path: 'README.md', content: printReadMe(blueprint, 'nextjs') },
    { path: '.gitignore', content: 'node_modules\n.next\n' },
    { path: 'app/layout.jsx', content: printLayout(blueprint) },
    { path: 'app/not-found.jsx', content: NOT_FOUND },
    ...blueprint.pages.map((each) => ({ path: `app${folderOf(each.path)}/page.jsx`, content: printPage(each) })),
    { path: 'lib/use-controller.js', content: readTemplate('react/use-controller.js') },
    { path: 'views/link.jsx', content: readTemplate('nextjs/link.jsx') },
    { path: 'views/frame.jsx', content: frame },
    ...views.map((view) => ({ path: `views/${view.file}.jsx`, content: printComponent(view, true) })),
    ...data,
    ...code,
    ...styleFiles('styles', blueprint),
    ...testFiles(code, '../'),
  ];
}

const NOT_FOUND = `export default function NotFound() {
  return <p className="empty">There is no such page.</p>;
}
`;

function printPackage({ slug }: Blueprint): string {
  const content = {
    name: slug,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: { dev: 'next dev', build: 'next build', start: 'next start', test: 'node --test' },
    dependencies: { next: '^16.0.0', react: '^19.0.0', 'react-dom': '^19.0.0' },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function folderOf(path: string): string {
  return path === '/' ? '' : path.replace(/:(\w+)/g, '[$1]');
}

function printLayout({ name, tagline, theme }: Blueprint): string {
  return `import '../styles/index.css';
import { Frame } from '../views/frame.jsx';

export const metadata = ${printValue({ title: name, description: tagline, icons: { icon: 'data:,' } })};

export default function Layout({ children }) {
  return (
    <html lang="en" data-theme="${theme.startsDark ? 'dark' : 'light'}" suppressHydrationWarning>
      <body>
        <Frame>{children}</Frame>
      </body>
    </html>
  );
}
`;
}

function printPage(each: Page): string {
  const up = '../'.repeat(folderOf(each.path).split('/').filter(Boolean).length + 1);
  const props = Object.entries(each.props)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  const imported = `import { ${each.view} } from '${up}views/${kebab(each.view)}.jsx';`;
  if (!each.path.includes(':'))
    return `${imported}\n\nexport default function Page() {\n  return <${each.view}${props} />;\n}\n`;
  return `'use client';
import { useParams } from 'next/navigation';
${imported}

export default function Page() {
  const { id } = useParams();
  return <${each.view}${props} id={id} />;
}
`;
}
