// Lists the files that `docker build` sees: the checkout without what a .dockerignore file leaves out.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of files and links, relative to the root. Rules as in Docker: the last pattern that matches a path or one of its folders decides. */
export function listContext(root, ignoreText) {
  const rules = ignoreText
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
    .map(readRule);
  return listFolder(root, '', rules);
}

/** A file, or a folder with at least one file in it. */
export function isInContext(files, path) {
  const plain = path.replace(/^\.?\/+|\/+$/g, '');
  return plain === '.' || plain === '' || files.some((file) => file === plain || file.startsWith(`${plain}/`));
}

function readRule(line) {
  const isKept = line.startsWith('!');
  const pattern = (isKept ? line.slice(1) : line).replace(/^\/+|\/+$/g, '');
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*\*|\*|\?/g, (sign) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[sign]);
  return { isKept, pattern, regex: new RegExp(`^${source}(?:/.*)?$`) };
}

function listFolder(root, folder, rules) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    const isLeftOut = isIgnored(path, rules);
    if (!entry.isDirectory()) return isLeftOut ? [] : [path];
    // A folder that is left out may hold what a later line keeps.
    if (isLeftOut && !rules.some(({ isKept, pattern }) => isKept && pattern.startsWith(`${path}/`))) return [];
    return listFolder(root, path, rules);
  });
}

function isIgnored(path, rules) {
  return rules.reduce((ignored, { isKept, regex }) => (regex.test(path) ? !isKept : ignored), false);
}
