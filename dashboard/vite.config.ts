// Builds the dashboard's pages and compresses them beside themselves, so that the server only hands files out.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVICE = 'http://127.0.0.1:3000';
const SERVED_BY_THE_SERVICE = ['/v1', '/sandbox', '/auth', '/files', '/preview', '/openapi.json', '/docs'];

// A request costs more than the few bytes that a page does not use: what most pages need is in three files.
/** The entry sets the language before anything that reads words is loaded, so it shares no file with it. */
const ENTRY = {
  name: 'entry',
  priority: 3,
  test: /dashboard[\\/]src[\\/](main\.tsx|words\.ts|page-scripts\.ts|shell[\\/]language\.ts|api[\\/](early-answers|chosen-environment)\.ts)$|preload-helper|rolldown[\\/]runtime/,
};
/** With everything that it imports. */
const START = { name: 'start', priority: 2, test: /dashboard[\\/]src[\\/]start\.tsx$/ };
const PARTS = {
  name: 'parts',
  priority: 1,
  test: /dashboard[\\/]src[\\/](parts|playgrounds)[\\/]|lucide-react|radix-ui/,
  minShareCount: 3,
};

export default defineConfig({
  plugins: [react(), tailwind(), preloadDashboard(), compress()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { output: { codeSplitting: { groups: [ENTRY, START, PARTS] } } },
  },
  // For `npm run dev -w dashboard` beside a running service.
  server: { proxy: Object.fromEntries(SERVED_BY_THE_SERVICE.map((path) => [path, SERVICE])) },
});

/** The dashboard is loaded after the words of its language; the browser fetches it meanwhile. */
function preloadDashboard(): Plugin {
  return {
    name: 'preload-dashboard',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/src/start.tsx')));
        if (!start) throw new Error('src/start.tsx has no chunk of its own.');
        // Vite itself names what the entry imports.
        const named = chunks
          .filter(({ isEntry }) => isEntry)
          .flatMap(({ fileName, imports }) => [fileName, ...imports]);
        const names = [start.fileName, ...start.imports].filter((name) => !named.includes(name));
        return names.map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir = 'dist' }) {
        const assets = join(dir, 'assets');
        const names = (await readdir(assets)).filter((name) => /\.(js|css|svg|json)$/.test(name));
        await Promise.all(names.map((name) => compressFile(join(assets, name))));
      },
    },
  };
}

/** The best quality takes twice the time of the first start's build for 2 % less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  await writeFile(`${path}.br`, await promisify<Buffer, typeof BROTLI, Buffer>(brotliCompress)(plain, BROTLI));
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
}
