// Checks whether this machine can run the project, and which native builds an installation lacks or does not need.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PLATFORM_NAMES = { linux: ['linux'], darwin: ['darwin', 'mac'] };

/** The reason as text, or undefined. Checked first, because an installation that cannot work only wastes minutes. */
export function unsupportedReason(machine = thisMachine()) {
  if (machine.platform === 'win32')
    return 'Atelier does not run on Windows itself. Install WSL (wsl --install) and run the same command inside it.';
  if (!(machine.platform in PLATFORM_NAMES) || !['x64', 'arm64'].includes(machine.arch))
    return `Atelier runs on Linux and macOS, on x64 and arm64. This machine is ${machine.platform} ${machine.arch}.`;
  if (machine.platform === 'linux' && !machine.glibc)
    return 'Atelier needs a Linux with glibc (Debian, Ubuntu, Fedora and others). This one uses musl (Alpine), for which PostgreSQL and the models have no builds.';
  return undefined;
}

export function thisMachine() {
  const glibc = process.platform === 'linux' ? process.report.getReport().header.glibcVersionRuntime : undefined;
  return { platform: process.platform, arch: process.arch, glibc };
}

/**
 * Native builds that installed packages name for a machine, and that are not there.
 * A lock file holds only the builds that the registry had when it was written, and npm installs no optional package that the lock file lacks.
 */
export function missingBuilds(root, { platform, arch }) {
  const words = PLATFORM_NAMES[platform].map((name) => new RegExp(`(^|[/-])${name}-${arch}(-(gnu|metal))?$`));
  return installedPackages(join(root, 'node_modules')).flatMap((manifest) =>
    Object.entries(manifest.optionalDependencies ?? {})
      .filter(([name]) => words.some((word) => word.test(name)))
      .filter(([name]) => !existsSync(join(root, 'node_modules', name, 'package.json')))
      .map(([name, version]) => `${name}@${version}`),
  );
}

/** Removes native builds for other machines that packages install beside the one for this machine: 210 MB. */
export function removeOtherPlatformBuilds(root, { platform, arch }) {
  const builds = join(root, 'node_modules', 'onnxruntime-node', 'bin');
  for (const api of foldersIn(builds)) {
    for (const system of foldersIn(join(builds, api))) {
      for (const processor of foldersIn(join(builds, api, system)))
        if (system !== platform || processor !== arch)
          rmSync(join(builds, api, system, processor), { recursive: true, force: true });
    }
  }
}

function foldersIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function installedPackages(folder) {
  return readdirSync(folder)
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(folder, name)).map((own) => `${name}/${own}`) : [name]))
    .flatMap((name) => {
      const path = join(folder, name, 'package.json');
      return existsSync(path) ? [JSON.parse(readFileSync(path, 'utf8'))] : [];
    });
}
