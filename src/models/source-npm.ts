// Downloads a package's tarball with the npm client, so that the configured registry, proxy and certificates apply.
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
  if (!match?.[1] || !match[2]) throw new Error(`not a valid npm source: ${address} (expected npm:name@version#path)`);
  return { spec: match[1], path: match[2] };
}

/** Downloads one package into `folder` and extracts the wanted files: path in the package → file to write. */
export async function fetchFromPackage(
  spec: string,
  wanted: ReadonlyMap<string, string>,
  options: { folder: string; onReceived: (bytes: number) => void; signal: AbortSignal },
): Promise<void> {
  await mkdir(options.folder, { recursive: true });
  // A temporary cache per package: its size is the only progress that npm shows while it downloads.
  const cache = join(options.folder, 'cache');
  const watch = setInterval(() => {
    folderBytes(cache).then(options.onReceived, () => undefined);
  }, 400);
  try {
    await packWithNpm(spec, options.folder, cache, options.signal);
    const tarball = (await readdir(options.folder)).find((name) => name.endsWith('.tgz'));
    if (!tarball) throw new Error(`npm downloaded no tarball for ${spec}`);
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
  if (code !== 0) throw new Error(`npm could not download ${spec}: ${lastLines(complaint) || `exit code ${code}`}`);
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
