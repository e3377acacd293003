// Builds an image from a Dockerfile without Docker and without a registry of images: each step makes one layer, and unchanged layers are kept between runs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
// @ts-expect-error: a plain script, which `npm run check` uses too.
import { isInContext, listContext } from '../../scripts/docker-context.mjs';
import { readContainerFile, type Step } from './container-file.ts';
import { runInRoot, withFiles } from './container-root.ts';

export interface Image {
  /** Folders, the newest first. */
  layers: string[];
  key: string;
  env: Record<string, string>;
  workdir: string;
  user: string;
  entrypoint: string[];
  command: string[];
  healthcheck: string[];
}

export interface Build {
  /** The checkout. */
  root: string;
  /** Where layers are kept. */
  store: string;
  /** Only for RUN steps: the registry of packages and its cache. Not part of the image. */
  env: Record<string, string>;
  binds: Record<string, string>;
  say(line: string): void;
  /** Receives every layer that was made or found. */
  used: Set<string>;
  /** Images that a FROM names and that were built before. */
  images?: Record<string, Image>;
}

const BASE = 'node:24-bookworm-slim';

export function buildImage(build: Build, file: string): Image {
  const stages = readContainerFile(readFileSync(join(build.root, file), 'utf8'));
  const ignored = join(build.root, `${file}.dockerignore`);
  const context: string[] = existsSync(ignored) ? listContext(build.root, readFileSync(ignored, 'utf8')) : [];
  const built = new Map<string, Image>();
  let image: Image | undefined;
  for (const { base, name, steps } of stages) {
    image = build.images?.[base] ?? startFrom(build, base);
    for (const step of steps) {
      const began = performance.now();
      image = applyStep({ build, context, built, image }, step);
      build.say(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${step.text.slice(0, 100)}`);
    }
    if (name) built.set(name, image);
  }
  if (!image) throw new Error(`${file} has no stage`);
  return image;
}

/** Layers of older runs would grow without a bound. */
export function dropOtherLayers({ store, used }: Build): void {
  for (const one of readdirSync(store).map((name) => join(store, name)))
    if (!used.has(one)) rmSync(one, { recursive: true, force: true });
}

/** Debian's minimal system with the Node of the lock file, npm and the user of the official image, which lies in a registry that is not asked. */
function startFrom(build: Build, base: string): Image {
  if (base !== BASE) throw new Error(`FROM ${base}: only ${BASE} has a stand-in`);
  const node = join(build.root, 'node_modules', '.bin', 'node');
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  const key = hash('base', BASE, version);
  const layer = makeLayer(build, key, (folder) => {
    execFileSync(needProgram('mmdebstrap'), ['--variant=minbase', '--quiet', 'bookworm', folder], { stdio: 'pipe' });
    execFileSync('cp', ['--dereference', node, join(folder, 'usr/local/bin/node')]);
    mkdirSync(join(folder, 'usr/local/lib/node_modules'), { recursive: true });
    execFileSync('cp', ['-aL', join(npm, 'npm'), join(folder, 'usr/local/lib/node_modules/npm')]);
    execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
    execFileSync('chroot', [folder, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
    writeFileSync(join(folder, 'etc/resolv.conf'), '');
  });
  const nothing = { entrypoint: [], command: [], healthcheck: [] };
  return { layers: [layer], key, env: {}, workdir: '/', user: 'root', ...nothing };
}

interface Place {
  build: Build;
  context: string[];
  built: Map<string, Image>;
  image: Image;
}

function applyStep(place: Place, step: Step): Image {
  const { image, build } = place;
  switch (step.kind) {
    case 'env':
      return { ...image, env: { ...image.env, ...step.values } };
    case 'user':
      return { ...image, user: step.value };
    case 'entrypoint':
      return { ...image, entrypoint: step.words, command: [] };
    case 'cmd':
      return { ...image, command: step.words };
    case 'healthcheck':
      return { ...image, healthcheck: step.words };
    case 'none':
      return image;
    case 'workdir': {
      const workdir = resolve(image.workdir, step.value);
      const made = addLayer(place, [step.text], (folder) => mkdirSync(join(folder, workdir), { recursive: true }));
      return { ...made, workdir };
    }
    case 'copy':
      return copyFiles(place, step);
    case 'run':
      return addLayer(place, [step.text, JSON.stringify(image.env)], (folder) => {
        const { env, binds } = build;
        const command = ['/bin/sh', '-c', step.command];
        const program = { command, env: { ...image.env, ...env }, binds, workdir: image.workdir, user: image.user };
        runInRoot({ layers: image.layers, upper: folder }, program);
      });
  }
}

/** As Docker: the contents of a folder, or a file into a folder if the target ends with a slash or there are several. */
function copyFiles(place: Place, step: Extract<Step, { kind: 'copy' }>): Image {
  const { build, context, built, image } = place;
  const target = resolve(image.workdir, step.target);
  const isFolder = step.target.endsWith('/') || step.sources.length > 1;
  if (step.from !== undefined) {
    const from = built.get(step.from);
    if (!from) throw new Error(`${step.text}: there is no stage of this name`);
    return addLayer(place, [step.text, from.key], (folder) => {
      mkdirSync(join(folder, target), { recursive: true });
      for (const source of step.sources)
        withFiles(from.layers, 'cp -a --no-preserve=ownership ".$1/." "$2"', [source, join(folder, target)]);
    });
  }
  const chosen = step.sources.map((source) => {
    if (!isInContext(context, source))
      throw new Error(`${step.text}: "${source}" is not in the build context; see .dockerignore`);
    const plain = source.replace(/^\.?\/+|\/+$/g, '').replace(/^\.$/, '');
    return { plain, files: context.filter((one) => plain === '' || one === plain || one.startsWith(`${plain}/`)) };
  });
  const contents = chosen.flatMap(({ files }) => files).map((one) => hashFile(join(build.root, one), one));
  return addLayer(place, [step.text, ...contents], (folder) => {
    for (const { plain, files } of chosen)
      for (const one of files) {
        const to = join(folder, target, one === plain ? (isFolder ? basename(one) : '') : relative(plain, one));
        mkdirSync(dirname(to), { recursive: true });
        cpSync(join(build.root, one), to, { verbatimSymlinks: true });
      }
  });
}

function addLayer({ build, image }: Place, parts: string[], fill: (folder: string) => void): Image {
  const key = hash(image.key, ...parts);
  return { ...image, key, layers: [makeLayer(build, key, fill), ...image.layers] };
}

function makeLayer({ store, used }: Build, key: string, fill: (folder: string) => void): string {
  const done = join(store, key);
  used.add(done);
  if (existsSync(done)) return done;
  const fresh = join(store, `${key}.new`);
  const rests = [fresh, `${fresh}.work`, `${fresh}.merged`];
  for (const rest of rests) rmSync(rest, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  fill(fresh);
  renameSync(fresh, done);
  for (const rest of rests) rmSync(rest, { recursive: true, force: true });
  return done;
}

function hashFile(path: string, name: string): string {
  const status = lstatSync(path);
  return hash(name, String(status.mode), status.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
}

/** Short: the names of all layers together must fit into one mount option. */
function hash(...parts: (string | Buffer)[]): string {
  const made = createHash('sha256');
  for (const part of parts) made.update(createHash('sha256').update(part).digest());
  return made.digest('hex').slice(0, 12);
}
