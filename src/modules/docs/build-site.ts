// Builds the whole documentation: reads the files, renders each page, and builds the search index.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAssets, nameAsset } from './assets.ts';
import { BUILT, HEADINGS_ONLY, OPERATING, type PageFile, SECTIONS, type Section } from './contents.ts';
import { type HomeParts, homePage } from './home.ts';
import { type DocsPage, type Frame, framePage } from './layout.ts';
import { Links } from './links.ts';
import { type Passage, renderMarkdown } from './markdown.ts';
import { referencePages } from './reference.ts';
import { linkFrom, type Site, type SiteOptions } from './site.ts';

/** Path, page title, heading, anchor, text: a tuple takes half the size of an object. */
type IndexEntry = [path: string, title: string, heading: string, anchor: string, text: string];

interface BuiltPage extends DocsPage {
  passages: readonly Passage[];
}

export async function buildSite(options: SiteOptions): Promise<Site> {
  const { root, linkStyle } = options;
  const files = listFiles(root);
  const links = new Links(root, files);
  const pages = files.map((file) => readPage(file, links, options));
  const reference = referencePages(options);
  const groupOf = (section: Section) => ({
    title: section.title,
    links: section.pages.flatMap((one) => labelOf(one, pages)),
  });
  const parts = {
    calling: [
      ...SECTIONS.map(groupOf),
      { title: 'API reference', links: reference.map(({ path, label }) => ({ path, label })) },
    ],
    operating: [...OPERATING, BUILT].map(groupOf),
  };
  const groups = [...parts.calling, ...parts.operating];
  const linked = links.linkedFiles().map((file) => links.pageOfFile(file));
  const all: BuiltPage[] = [homeOf(parts, options), ...pages, ...reference, ...linked];
  const built = await buildAssets(root);
  const index = nameAsset('search', 'json', JSON.stringify(indexOf(all)));
  const frame: Frame = { ...built, groups, linkStyle, index: index.name };
  return {
    pages: Object.fromEntries(all.map((one) => [one.path, framePage(one, frame)])),
    assets: { ...built.assets, ...links.images(), [index.name]: index.file },
    index: index.name,
  };
}

/** All pages whose file exists; an image of the service may lack some, such as the example programs. */
function listFiles(root: string): PageFile[] {
  const decisions = join(root, 'docs', 'decisions');
  const records = existsSync(decisions) ? readdirSync(decisions).filter((name) => /^\d.*\.md$/.test(name)) : [];
  return [
    ...[...SECTIONS, ...OPERATING, BUILT].flatMap(({ pages }) => pages),
    ...records.map((name) => ({
      path: `decisions/${name.replace(/\.md$/, '')}`,
      file: `docs/decisions/${name}`,
    })),
  ].filter(({ file }) => existsSync(join(root, file)));
}

function readPage({ path, file }: PageFile, links: Links, { root, linkStyle }: SiteOptions): BuiltPage {
  const text = readFileSync(join(root, file), 'utf8');
  return { path, ...renderMarkdown(text, links.resolver(file, linkFrom(path, linkStyle))) };
}

function labelOf({ path, label }: PageFile, pages: readonly BuiltPage[]): { path: string; label: string }[] {
  const found = pages.find((one) => one.path === path);
  return found ? [{ path, label: label ?? found.title }] : [];
}

function homeOf(parts: HomeParts, { linkStyle }: SiteOptions): BuiltPage {
  return { path: '', title: '', html: homePage(parts, linkFrom('', linkStyle)), headings: [], passages: [] };
}

function indexOf(pages: readonly BuiltPage[]): IndexEntry[] {
  return pages.flatMap(({ path, title, passages }) =>
    passages.map(({ heading, anchor, text }): IndexEntry => {
      const shown = HEADINGS_ONLY.test(path) ? '' : text.replace(/\s+/g, ' ').trim();
      return [path, title, heading, heading === title ? '' : anchor, shown];
    }),
  );
}
