// Fetches a package's tarball with the npm client itself, so that a company's registry, proxy and certificates hold.
import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFiles } from './tarball.ts';

export interface NpmAddress {
  spec: string;
  path: string;
}

/** `npm:@scope/name@1.2.3#dist/model.onnx` */
export function parseNpmAddress(address: string): NpmAddress {
  const match = /^npm:((?:@[^/@]+\/)?[^/@#]+@[^#]+)#(.+)$/.exec(address);
  if (!match?.[1] || !match[2]) throw new Error(`not an npm source: ${address} (npm:name@version#path)`);
  return { spec: match[1], path: match[2] };
}

/** Fetches one package into `folder` and takes the wanted files out of it: path in the package → file to write. */
export async function fetchFromPackage(
  spec: string,
  wanted: ReadonlyMap<string, string>,
  options: { folder: string; onReceived: (bytes: number) => void; signal: AbortSignal },
): Promise<void> {
  await mkdir(options.folder, { recursive: true });
  // A cache of its own: it grows while npm fetches, which is the only progress npm lets us see, and it goes afterwards.
  const cache = join(options.folder, 'cache');
  const watch = setInterval(() => {
    folderBytes(cache).then(options.onReceived, () => undefined);
  }, 400);
  try {
    await packWithNpm(spec, options.folder, cache, options.signal);
    const tarball = (await readdir(options.folder)).find((name) => name.endsWith('.tgz'));
    if (!tarball) throw new Error(`npm fetched nothing for ${spec}`);
    await extractFiles(join(options.folder, tarball), wanted);
  } finally {
    clearInterval(watch);
    await rm(options.folder, { recursive: true, force: true });
  }
}

async function packWithNpm(spec: string, folder: string, cache: string, signal: AbortSignal): Promise<void> {
  const args = ['pack', spec, '--ignore-scripts', '--silent', '--pack-destination', folder, '--cache', cache];
  const child = spawn('npm', [...args, '--no-update-notifier', '--fetch-retries=2'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
    signal,
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint = (complaint + text.toString()).slice(-2_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`npm could not fetch ${spec}: ${lastLines(complaint) || `exit code ${code}`}`);
}

function lastLines(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() && !line.includes('npm warn'));
  return lines.slice(-3).join(' ').trim();
}

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(
    files.map((file) =>
      stat(file)
        .then((info) => info.size)
        .catch(() => 0),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
