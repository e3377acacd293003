// The pages a newcomer follows: the README, then every guide.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, readBlocks } from './markdown-commands.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

export function listPages(root: string = ROOT): string[] {
  const guides = readdirSync(join(root, 'docs', 'guides')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...guides.sort().map((name) => join('docs', 'guides', name))];
}

export function blocksOf(page: string, root: string = ROOT): Block[] {
  return readBlocks(page, readFileSync(join(root, page), 'utf8'));
}
