// docs [--to FOLDER]: writes the documentation as a static site, with the reference of this version.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { buildApp } from '../app/app.ts';
import { VERSION } from '../app/version.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/values.ts';
import { createLog } from '../core/log.ts';
import { openApiDocument } from '../http/openapi/document.ts';
import { buildSite } from '../modules/docs/build-site.ts';
import { nameService, type Site } from '../modules/docs/site.ts';
import { describeEvents } from '../modules/webhooks/event-catalogue.ts';
import { print, readOptions } from './options.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Marks a folder that an earlier run wrote: only such a folder may be replaced. */
const MARK = '.atelier-docs';

export async function runDocs(args: string[]): Promise<void> {
  const { options, json } = readOptions(args, ['to']);
  const folder = resolve(options.to ?? 'docs-site');
  await requireOwn(folder);
  const { serviceName } = loadConfig();
  const openApi = await describeApi(serviceName);
  const site = await buildSite({ root: ROOT, openApi, linkStyle: 'files' });
  await rm(folder, { recursive: true, force: true });
  await writeSite(folder, site, serviceName);
  await writeFile(join(folder, 'openapi.json'), openApi);
  await writeFile(join(folder, MARK), `${VERSION}\n`);
  print(json, { site: folder, pages: Object.keys(site.pages).length });
  // The engines' threads would otherwise keep the process alive for a while.
  process.exit(0);
}

async function requireOwn(folder: string): Promise<void> {
  if (!existsSync(folder) || existsSync(join(folder, MARK))) return;
  if ((await readdir(folder)).length > 0)
    throw new ConfigError(
      `${folder} is not empty, and no documentation was written there before: choose a new folder.`,
    );
}

/** The routes exist only in a complete service, so one starts with its own empty database; nobody can call it. */
async function describeApi(serviceName: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-docs-'));
  const config = loadConfig(
    { PATH: process.env.PATH, SERVICE_NAME: serviceName, PULL_MODELS: '0', LOCAL_SERVERS: 'off' },
    folder,
  );
  try {
    const app = await buildApp(config, createLog({ level: 'error' }));
    const contents = { routes: app.routes, webhooks: describeEvents() };
    const document = JSON.stringify(openApiDocument(contents, { ...config, version: VERSION }));
    await app.stop();
    return document;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSite(folder: string, { pages, assets }: Site, serviceName: string): Promise<void> {
  const files = [
    ...Object.entries(pages).map(([path, html]) => ({
      file: `${path || 'index'}.html`,
      body: nameService(html, serviceName),
    })),
    ...Object.entries(assets).map(([name, { body }]) => ({ file: `assets/${name}`, body })),
  ];
  const folders = new Set(files.map(({ file }) => dirname(join(folder, file))));
  for (const one of folders) await mkdir(one, { recursive: true });
  await Promise.all(files.map(({ file, body }) => writeFile(join(folder, file), body)));
}
