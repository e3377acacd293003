// Builds the dashboard's pages and compresses them beside themselves, so that the server only hands files out.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVICE = 'http://127.0.0.1:3000';
const SERVED_BY_THE_SERVICE = ['/v1', '/sandbox', '/auth', '/files', '/preview', '/openapi.json', '/docs'];

export default defineConfig({
  plugins: [react(), tailwind(), preloadDashboard(), compress()],
  worker: { format: 'es' },
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1_000 },
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
        const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/start.tsx'));
        if (!start) throw new Error('src/start.tsx has no chunk of its own.');
        const entry = chunks.find(({ isEntry }) => isEntry)?.fileName;
        const names = [start.fileName, ...start.imports].filter((name) => name !== entry);
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

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path);
  await writeFile(`${path}.br`, await promisify(brotliCompress)(plain));
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }));
}
