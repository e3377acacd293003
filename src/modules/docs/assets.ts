// Prepares the files that the pages load: the style with the dashboard's colours and fonts, and the script.
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { COLOUR_VARIABLES } from '../../core/html-page.ts';
import type { SiteFile } from './site.ts';

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};
const FONTS = [
  {
    family: 'Inter',
    file: import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    weights: '100 900',
  },
  {
    family: 'Newsreader',
    file: import.meta.resolve('@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2'),
    weights: '200 800',
  },
];

interface Named {
  name: string;
  file: SiteFile;
}

/** The name contains the hash of the content: an asset never changes under its name. */
export function nameAsset(base: string, extension: string, body: SiteFile['body']): Named {
  const mark = hash('sha256', body, 'hex').slice(0, 10);
  return { name: `${base}-${mark}.${extension}`, file: { type: TYPES[extension] ?? 'application/octet-stream', body } };
}

export interface Assets {
  style: string;
  script: string;
  /** From the dashboard; an incomplete checkout may lack it. */
  icon: string | undefined;
  assets: Record<string, SiteFile>;
}

export async function buildAssets(root: string): Promise<Assets> {
  const fonts = await Promise.all(FONTS.map(readFont));
  const faces = fonts.map(
    ({ family, weights, named }) =>
      `@font-face{font-family:"${family}";font-weight:${weights};font-display:swap;src:url("${named.name}") format("woff2")}`,
  );
  const written = await Promise.all(
    ['style.css', 'try-it.css'].map((name) => readFile(join(import.meta.dirname, name), 'utf8')),
  );
  const style = nameAsset('docs', 'css', `${faces.join('\n')}\n:root{${COLOUR_VARIABLES}}\n${written.join('\n')}`);
  const script = nameAsset('docs', 'js', await bundleScript());
  const icon = readIcon(root);
  const all = [style, script, ...(icon ? [icon] : []), ...fonts.map(({ named }) => named)];
  return {
    style: style.name,
    script: script.name,
    icon: icon?.name,
    assets: Object.fromEntries(all.map(({ name, file }) => [name, file])),
  };
}

function readIcon(root: string): Named | undefined {
  const places = ['dist', 'public'].map((folder) => join(root, 'dashboard', folder, 'icon.svg'));
  const file = places.find(existsSync);
  return file === undefined ? undefined : nameAsset('icon', 'svg', readFileSync(file, 'utf8'));
}

async function readFont({ family, file, weights }: (typeof FONTS)[number]) {
  const bytes = await readFile(new URL(file));
  return { family, weights, named: nameAsset(family.toLowerCase(), 'woff2', new Uint8Array(bytes)) };
}

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'browser', 'main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
