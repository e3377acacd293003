// A small replacement of Next.js for previews: file-system routes, rendered in the browser.
import type { SourceFile } from './port.ts';

export const NEXT_ENTRY = '/__next-entry.jsx';

/** The entry that imports every page below app/ (or pages/), with the layouts around it. */
export function nextEntry(files: readonly SourceFile[]): string {
  const paths = files.map((file) => file.path);
  const pages = paths.flatMap((path) => {
    const app = /^(?:src\/)?app\/(?:(.*)\/)?page\.(?:jsx?|tsx?)$/.exec(path);
    if (app) return [{ path, folder: app[1] ?? '', layouts: layoutsOf(paths, path) }];
    const old = /^(?:src\/)?pages\/(?!_|api\/)(.*)\.(?:jsx?|tsx?)$/.exec(path);
    return old ? [{ path, folder: (old[1] ?? '').replace(/(^|\/)index$/, ''), layouts: [] }] : [];
  });
  const imports = pages.map((page, index) => `import P${index} from '/${page.path}';`);
  const layouts = [...new Set(pages.flatMap((page) => page.layouts))];
  const layoutImports = layouts.map((path, index) => `import L${index} from '/${path}';`);
  const styles = paths
    .filter((path) => /^(?:src\/)?(?:app|styles)\/(?:globals?)\.css$/.test(path))
    .map((path) => `import '/${path}';`);
  const table = pages.map((page, index) => {
    const pattern =
      `/${page.folder}`
        .replace(/\/\([^)]*\)/g, '')
        .replace(/\[\.\.\.(\w+)\]/g, '*$1')
        .replace(/\[(\w+)\]/g, ':$1') || '/';
    return `{ pattern: ${JSON.stringify(pattern)}, page: P${index}, layouts: [${page.layouts.map((path) => `L${layouts.indexOf(path)}`).join(', ')}] }`;
  });
  return `${[...imports, ...layoutImports, ...styles].join('\n')}
import { startApp } from 'next/internal-start';
startApp([${table.join(',\n')}]);
`;
}

function layoutsOf(paths: readonly string[], page: string): string[] {
  const folders = page.split('/').slice(0, -1);
  return folders.flatMap((_folder, index) => {
    const folder = folders.slice(0, index + 1).join('/');
    const found = paths.find(
      (path) => /^layout\.(jsx?|tsx?)$/.test(path.slice(folder.length + 1)) && path.startsWith(`${folder}/`),
    );
    return found ? [found] : [];
  });
}

export function nextShims(base: string): Record<string, string> {
  // The placeholder is replaced by the real folder when the preview is served: it must stay intact in the bundle.
  const root = `${JSON.stringify(base)}.replace(/\\/$/, '')`;
  return {
    'next/internal-start': `
import { createElement as h, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { route } from 'next/internal-route';
function match(pattern, path) {
  const wanted = pattern.split('/').filter(Boolean), given = path.split('/').filter(Boolean), params = {};
  for (const [index, word] of wanted.entries()) {
    if (word.startsWith('*')) { params[word.slice(1)] = given.slice(index); return params; }
    if (given[index] === undefined) return null;
    if (word.startsWith(':')) params[word.slice(1)] = decodeURIComponent(given[index]);
    else if (word !== given[index]) return null;
  }
  return wanted.length === given.length ? params : null;
}
export function startApp(pages) {
  const weight = (pattern) => (pattern.includes('*') ? 2 : pattern.includes(':') ? 1 : 0);
  const sorted = [...pages].sort((a, b) => weight(a.pattern) - weight(b.pattern));
  function Root() {
    const path = useSyncExternalStore(route.subscribe, route.get);
    for (const each of sorted) {
      const params = match(each.pattern, path);
      if (!params) continue;
      route.params = params;
      let tree = h(each.page, { key: path, params, searchParams: {} });
      for (const layout of [...each.layouts].reverse()) tree = h(layout, { params }, tree);
      return tree;
    }
    return h('p', null, 'There is no such page.');
  }
  createRoot(document.getElementById('root')).render(h(Root));
}`,
    'next/internal-route': `
const root = ${root};
const listeners = new Set();
const read = () => (location.pathname.startsWith(root) ? location.pathname.slice(root.length) || '/' : '/');
export const route = {
  params: {}, root, get: read,
  subscribe(listener) { listeners.add(listener); addEventListener('popstate', listener); return () => { listeners.delete(listener); removeEventListener('popstate', listener); }; },
  go(path, replace) { history[replace ? 'replaceState' : 'pushState'](null, '', root + path); for (const listener of listeners) listener(); scrollTo(0, 0); },
};`,
    'next/link': `
import { createElement as h } from 'react';
import { route } from 'next/internal-route';
export default function Link({ href, children, onClick, prefetch, replace, scroll, ...rest }) {
  const to = typeof href === 'string' ? href : href?.pathname ?? '/';
  const inner = to.startsWith('/');
  return h('a', { ...rest, href: inner ? route.root + to : to, onClick: (event) => { onClick?.(event); if (!inner || event.defaultPrevented || event.metaKey || event.ctrlKey) return; event.preventDefault(); route.go(to, replace); } }, children);
}`,
    'next/navigation': `
import { useSyncExternalStore } from 'react';
import { route } from 'next/internal-route';
export const usePathname = () => useSyncExternalStore(route.subscribe, route.get);
const router = { push: (path) => route.go(path), replace: (path) => route.go(path, true), back: () => history.back(), forward: () => history.forward(), refresh() {}, prefetch() {} };
export const useRouter = () => router;
export const useParams = () => route.params;
export const useSearchParams = () => new URLSearchParams(location.search);
export const redirect = (path) => { route.go(path, true); };
export const notFound = () => { throw new Error('not found'); };`,
    'next/router': `export { useRouter } from 'next/navigation';`,
    'next/image': `
import { createElement as h } from 'react';
export default function Image({ src, fill, priority, quality, placeholder, blurDataURL, loader, unoptimized, ...rest }) { return h('img', { ...rest, src: typeof src === 'string' ? src : src?.src }); }`,
    'next/head': `export default function Head() { return null; }`,
    'next/script': `export default function Script() { return null; }`,
    'next/dynamic': `
import { createElement as h, lazy, Suspense } from 'react';
export default function dynamic(load) { const Part = lazy(async () => { const found = await load(); return found.default ? found : { default: found }; }); return (props) => h(Suspense, { fallback: null }, h(Part, props)); }`,
    'next/font/google': `export {}; const font = () => ({ className: '', variable: '', style: {} }); export const Inter = font, Geist = font, Geist_Mono = font, Roboto = font, Poppins = font, Open_Sans = font, Lora = font, Playfair_Display = font;`,
    'next-jsx/jsx-runtime': `
import { Fragment, jsx as make, jsxs as makes } from 'react/jsx-runtime';
function Page({ children, ...attributes }) {
  for (const [name, value] of Object.entries(attributes)) if (typeof value === 'string') document.documentElement.setAttribute(name === 'className' ? 'class' : name, value);
  return children;
}
const Nothing = () => null;
const PARTS = { html: Page, body: ({ children, className }) => { if (className) document.body.className = className; return children; }, head: Nothing };
export const jsx = (type, props, key) => make(PARTS[type] ?? type, props, key);
export const jsxs = (type, props, key) => makes(PARTS[type] ?? type, props, key);
export { Fragment };`,
  };
}
