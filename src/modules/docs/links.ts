// Turns links between files into links between pages.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { nameAsset } from './assets.ts';
import { codeBlock } from './code-block.ts';
import type { PageFile } from './contents.ts';
import type { Resolve } from './markdown.ts';
import type { SiteFile } from './site.ts';

/** Files that another page replaces. */
const INSTEAD: Readonly<Record<string, string>> = { 'docs/reference/api.md': 'reference' };
const IMAGES = ['.png', '.svg', '.jpg'];
const LANGUAGES: Readonly<Record<string, string>> = {
  '.json': 'json',
  '.ts': 'ts',
  '.mjs': 'ts',
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.conf': 'nginx',
  '.sh': 'sh',
};
const LARGEST_SHOWN_BYTES = 100_000;

export class Links {
  readonly #root: string;
  readonly #pathOf: Map<string, string>;
  readonly #linked = new Set<string>();
  readonly #images = new Map<string, { name: string; file: SiteFile }>();

  constructor(root: string, pages: readonly PageFile[]) {
    this.#root = root;
    this.#pathOf = new Map([
      ...Object.entries(INSTEAD),
      ...pages.map(({ file, path }): [string, string] => [file, path]),
    ]);
  }

  resolver(file: string, link: (to: string) => string): Resolve {
    return (written) => {
      if (/^[a-z]+:/i.test(written) || written.startsWith('#')) return written;
      const [target = '', anchor] = written.split('#');
      const wanted = posix.normalize(posix.join(posix.dirname(file), target)).replace(/\/$/, '');
      const path = this.#pageFor(wanted);
      if (path === undefined) return undefined;
      return link(`${path}${anchor ? `#${anchor}` : ''}`);
    };
  }

  linkedFiles(): string[] {
    return [...this.#linked];
  }

  images(): Record<string, SiteFile> {
    return Object.fromEntries([...this.#images.values()].map(({ name, file }) => [name, file]));
  }

  /** A file of the repository that a page links to, such as the price list. */
  pageOfFile(file: string) {
    const code = readFileSync(join(this.#root, file), 'utf8');
    const language = LANGUAGES[extname(file)] ?? 'text';
    return {
      path: `files/${file}`,
      title: file,
      html: `<h1>${file}</h1>${codeBlock(code, { language, isOutput: false })}`,
      headings: [],
      passages: [],
    };
  }

  #pageFor(file: string): string | undefined {
    const known = this.#pathOf.get(file) ?? this.#pathOf.get(`${file}/README.md`);
    if (known !== undefined) return known;
    const place = join(this.#root, file);
    if (file.startsWith('..') || !existsSync(place) || !statSync(place).isFile()) return undefined;
    if (IMAGES.includes(extname(file))) return `assets/${this.#imageOf(file)}`;
    if (statSync(place).size > LARGEST_SHOWN_BYTES) return undefined;
    this.#linked.add(file);
    return `files/${file}`;
  }

  #imageOf(file: string): string {
    const known = this.#images.get(file);
    if (known) return known.name;
    const named = nameAsset('image', extname(file).slice(1), new Uint8Array(readFileSync(join(this.#root, file))));
    this.#images.set(file, named);
    return named.name;
  }
}
