// Lets esbuild read a project from memory, with only the packages that this service ships.
import { createRequire } from 'node:module';
import { dirname, extname, posix } from 'node:path';
import { compileScript, compileStyle, compileTemplate, parse } from '@vue/compiler-sfc';
import type { Loader, OnLoadResult, Plugin } from 'esbuild';
import type { SourceFile } from './port.ts';

/** Packages that previews may import, and their real location. */
const SHIPPED = new Set(['react', 'react-dom', 'react-router-dom', 'react-router', 'vue', 'vue-router']);
const ENDINGS = [
  '',
  '.js',
  '.jsx',
  '.ts',
  '.tsx',
  '.vue',
  '.json',
  '.css',
  '/index.js',
  '/index.jsx',
  '/index.ts',
  '/index.tsx',
];
const LOADERS: Record<string, Loader> = {
  '.js': 'jsx',
  '.jsx': 'jsx',
  '.mjs': 'jsx',
  '.ts': 'ts',
  '.tsx': 'tsx',
  '.json': 'json',
  '.css': 'css',
  '.svg': 'dataurl',
  '.txt': 'text',
};
const SPACE = 'project';
const require = createRequire(import.meta.url);

export function sourcePlugin(files: readonly SourceFile[], shims: Record<string, string> = {}): Plugin {
  const contents = new Map(files.map((file) => [`/${file.path}`, file.content]));
  return {
    name: 'project',
    setup(build) {
      build.onResolve({ filter: /.*/ }, (args) => {
        if (args.namespace !== SPACE && args.kind !== 'entry-point' && args.namespace !== 'shim') return undefined;
        if (shims[args.path] !== undefined) return { path: args.path, namespace: 'shim' };
        if (/^(https?:|data:)/.test(args.path)) return { path: args.path, external: true };
        if (/^[./@~]/.test(args.path) || args.kind === 'entry-point') {
          const found = findFile(contents, args.path, args.importer);
          if (found) return { path: found, namespace: SPACE };
        }
        return resolvePackage(args.path, build.initialOptions.platform === 'node');
      });
      build.onLoad({ filter: /.*/, namespace: 'shim' }, (args) => ({
        contents: shims[args.path] ?? '',
        loader: 'jsx',
        resolveDir: dirname(require.resolve('react/package.json')),
      }));
      build.onLoad({ filter: /.*/, namespace: SPACE }, (args) => loadFile(args.path, contents.get(args.path) ?? ''));
    },
  };
}

function findFile(contents: Map<string, string>, path: string, importer: string): string | undefined {
  const start =
    path.startsWith('@/') || path.startsWith('~/')
      ? path.slice(1)
      : path.startsWith('/')
        ? path
        : posix.join(posix.dirname(importer || '/'), path);
  const roots = path.startsWith('@/') || path.startsWith('~/') ? [start, `/src${start}`] : [start, `/public${start}`];
  for (const root of roots) for (const ending of ENDINGS) if (contents.has(root + ending)) return root + ending;
  // TypeScript projects import ./x.js when they mean ./x.ts.
  const renamed = start.replace(/\.jsx?$/, '');
  return renamed === start
    ? undefined
    : ['.ts', '.tsx', '.jsx'].map((ending) => renamed + ending).find((each) => contents.has(each));
}

function resolvePackage(
  path: string,
  isServer: boolean,
): { path: string; external?: boolean } | { errors: { text: string }[] } {
  const name = path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : (path.split('/')[0] ?? '');
  if (isServer) {
    const builtin = path.replace(/^node:/, '').split('/')[0] ?? '';
    if (path.startsWith('node:') || SERVER_MODULES.has(builtin)) return { path, external: true };
    return { errors: [{ text: `"${path}" cannot be imported: server apps may use Node's own modules only` }] };
  }
  if (!SHIPPED.has(name))
    return {
      errors: [
        {
          text: `"${path}" cannot be found: it is neither a file of the project nor a package available in previews (${[...SHIPPED].join(', ')})`,
        },
      ],
    };
  if (path === 'vue') return { path: require.resolve('vue/dist/vue.runtime.esm-bundler.js') };
  try {
    return { path: require.resolve(path) };
  } catch {
    return { errors: [{ text: `"${path}" is not part of the package ${name}` }] };
  }
}

const SERVER_MODULES = new Set([
  'assert',
  'async_hooks',
  'buffer',
  'child_process',
  'crypto',
  'dns',
  'events',
  'fs',
  'http',
  'https',
  'module',
  'net',
  'os',
  'path',
  'perf_hooks',
  'process',
  'querystring',
  'readline',
  'sqlite',
  'stream',
  'string_decoder',
  'test',
  'timers',
  'tls',
  'url',
  'util',
  'v8',
  'vm',
  'worker_threads',
  'zlib',
]);

function loadFile(path: string, content: string): OnLoadResult {
  if (path.endsWith('.vue')) return loadVue(path, content);
  return { contents: content, loader: LOADERS[extname(path)] ?? 'text' };
}

/** Compiles a Vue component to one module: script, compiled template, and code that adds its styles to the page. */
function loadVue(path: string, content: string): OnLoadResult {
  const { descriptor, errors } = parse(content, { filename: path });
  if (errors[0]) return { errors: [{ text: errors[0].message, location: { file: path, line: lineOf(errors[0]) } }] };
  const id = Buffer.from(path).toString('hex').slice(-8);
  const hasScope = descriptor.styles.some((style) => style.scoped);
  try {
    const script =
      descriptor.script || descriptor.scriptSetup
        ? compileScript(descriptor, { id, inlineTemplate: false, genDefaultAs: '__component' })
        : null;
    const template = descriptor.template
      ? compileTemplate({
          source: descriptor.template.content,
          filename: path,
          id,
          scoped: hasScope,
          ...(script?.bindings ? { compilerOptions: { bindingMetadata: script.bindings } } : {}),
        })
      : null;
    if (template?.errors[0])
      return {
        errors: [
          {
            text: String(template.errors[0] instanceof Error ? template.errors[0].message : template.errors[0]),
            location: { file: path },
          },
        ],
      };
    const styles = descriptor.styles
      .map(
        (style) =>
          compileStyle({ source: style.content, filename: path, id: `data-v-${id}`, scoped: style.scoped ?? false })
            .code,
      )
      .join('\n');
    const contents = [
      script?.content ?? 'const __component = {};',
      template?.code.replace('export function render', 'function __render') ?? 'const __render = () => null;',
      `__component.render = __render;`,
      hasScope ? `__component.__scopeId = 'data-v-${id}';` : '',
      styles.trim()
        ? `document.head.append(Object.assign(document.createElement('style'), { textContent: ${JSON.stringify(styles)} }));`
        : '',
      'export default __component;',
    ].join('\n');
    return { contents, loader: script?.lang === 'ts' ? 'ts' : 'js' };
  } catch (error) {
    return { errors: [{ text: error instanceof Error ? error.message : String(error), location: { file: path } }] };
  }
}

function lineOf(error: unknown): number {
  const place = (error as { loc?: { start?: { line?: number } } }).loc;
  return place?.start?.line ?? 1;
}
