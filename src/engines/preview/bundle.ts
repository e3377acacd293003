// Bundles a project for its preview, or reports exactly what is wrong with it.
import { type BuildFailure, type BuildOptions, build, type Message } from 'esbuild';
import { BASE_MARK } from './base-mark.ts';
import { NEXT_ENTRY, nextEntry, nextShims } from './next-shims.ts';
import {
  type BundleFile,
  type CheckResult,
  type PreviewApp,
  type Problem,
  PUBLIC_PREFIXES,
  type SourceFile,
} from './port.ts';
import { serverEntryOf } from './server-entry.ts';
import { sourcePlugin } from './source-plugin.ts';

export async function bundleProject({ files, framework, variables = {} }: PreviewApp): Promise<CheckResult> {
  if (framework === 'nodejs') return checkServer(files);
  const isNext = framework === 'nextjs';
  const entry = isNext ? NEXT_ENTRY : entryOf(files);
  if (!entry)
    return broken({
      stage: 'files',
      file: 'index.html',
      line: null,
      message: 'index.html must load the app with <script type="module" src="/src/main.jsx">',
    });
  const all = isNext ? [...files, { path: NEXT_ENTRY.slice(1), content: nextEntry(files) }] : files;
  if (isNext && !/P0 from/.test(nextEntry(files)))
    return broken({ stage: 'files', file: 'app/page.jsx', line: null, message: 'a Next.js app needs app/page.jsx' });
  const options: BuildOptions = {
    ...COMMON,
    entryPoints: { main: entry },
    platform: 'browser',
    format: 'esm',
    minify: true,
    jsxImportSource: isNext ? 'next-jsx' : 'react',
    define: {
      'process.env.NODE_ENV': '"production"',
      ...definitionsOf(framework, variables),
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [sourcePlugin(all, isNext ? nextShims(BASE_MARK) : {})],
  };
  const result = await runBuild(options);
  if ('problems' in result) return { problems: result.problems, bundle: null };
  return {
    problems: [],
    bundle: [
      ...result.files,
      { path: 'index.html', bytes: Buffer.from(pageOf(files, result.files, isNext)) },
      ...publicFiles(files),
    ],
  };
}

/** Like the framework's own tool: Vite fills import.meta.env, Next.js replaces process.env.NAME. */
function definitionsOf(
  framework: PreviewApp['framework'],
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const prefix = PUBLIC_PREFIXES[framework];
  const shown = Object.entries(variables).filter(([name]) => prefix !== null && name.startsWith(prefix));
  const vite = { BASE_URL: BASE_MARK, MODE: 'production', PROD: true, DEV: false };
  if (framework !== 'nextjs') return { 'import.meta.env': JSON.stringify({ ...vite, ...Object.fromEntries(shown) }) };
  const replaced = shown.map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]);
  return { 'import.meta.env': JSON.stringify(vite), ...Object.fromEntries(replaced) };
}

const COMMON = {
  bundle: true,
  write: false,
  outdir: '/out',
  jsx: 'automatic',
  logLevel: 'silent',
  target: 'es2022',
  legalComments: 'none',
} as const;

async function runBuild(options: BuildOptions): Promise<{ files: BundleFile[] } | { problems: Problem[] }> {
  try {
    const result = await build(options);
    return {
      files: (result.outputFiles ?? []).map((file) => ({
        path: file.path.replace(/^\/out\//, ''),
        bytes: file.contents,
      })),
    };
  } catch (error) {
    const { errors } = error as BuildFailure;
    if (!Array.isArray(errors)) throw error;
    return { problems: errors.slice(0, 20).map(problemOf) };
  }
}

function problemOf({ text, location }: Message): Problem {
  const file = location?.file.replace(/^project:\/?/, '').replace(/^\//, '') ?? null;
  const stage = /cannot be (found|imported)|Could not resolve|No matching export|is no part of/.test(text)
    ? 'imports'
    : 'syntax';
  return {
    stage,
    file,
    line: location?.line ?? null,
    message: location?.lineText ? `${text}: ${location.lineText.trim().slice(0, 200)}` : text,
  };
}

function broken(problem: Problem): CheckResult {
  return { problems: [problem], bundle: null };
}

function entryOf(files: readonly SourceFile[]): string | null {
  const page = files.find((file) => file.path === 'index.html')?.content ?? '';
  const named = /<script[^>]+type="module"[^>]*src="\.?\/?([^"]+)"/.exec(page)?.[1];
  return named && files.some((file) => file.path === named) ? `/${named}` : null;
}

/** Server code is parsed and its imports are resolved; it runs only in the sandbox. */
async function checkServer(files: readonly SourceFile[]): Promise<CheckResult> {
  const entry = serverEntryOf(files);
  if (!entry)
    return broken({
      stage: 'files',
      file: 'package.json',
      line: null,
      message: 'a Node.js app needs a start script ("node server.js") or a server.js',
    });
  const server = await runBuild({
    ...COMMON,
    entryPoints: [`/${entry}`],
    platform: 'node',
    format: 'esm',
    plugins: [sourcePlugin(files)],
  });
  if ('problems' in server) return { problems: server.problems, bundle: null };
  const pages = files.filter((file) => /^public\/.*\.m?js$/.test(file.path)).map((file) => `/${file.path}`);
  if (pages.length === 0) return { problems: [], bundle: null };
  const client = await runBuild({
    ...COMMON,
    entryPoints: pages,
    platform: 'browser',
    format: 'esm',
    plugins: [sourcePlugin(files)],
  });
  return { problems: 'problems' in client ? client.problems : [], bundle: null };
}

function pageOf(files: readonly SourceFile[], built: readonly BundleFile[], isNext: boolean): string {
  const style = built.some((file) => file.path === 'main.css')
    ? `<link rel="stylesheet" href="${BASE_MARK}main.css">`
    : '';
  const script = `<script type="module" src="${BASE_MARK}main.js"></script>`;
  const base = `<base href="${BASE_MARK}">`;
  if (isNext)
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${base}<link rel="icon" href="data:,">${style}</head><body><div id="root"></div>${script}</body></html>`;
  const page = files.find((file) => file.path === 'index.html')?.content ?? '';
  return page
    .replace(/<script[^>]+type="module"[^>]*><\/script>/, '')
    .replace(/<head>/i, `<head>${base}`)
    .replace(/<\/head>/i, `${style}</head>`)
    .replace(/<\/body>/i, `${script}</body>`);
}

function publicFiles(files: readonly SourceFile[]): BundleFile[] {
  return files
    .filter((file) => file.path.startsWith('public/'))
    .map((file) => ({ path: file.path.slice('public/'.length), bytes: Buffer.from(file.content) }));
}
