// Helm: the one of this machine, or one that Go builds from its module, once, into a cache outside of the checkout.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** No registry of programs is asked: Go's module proxy has the sources, and go.sum's database their checksums. */
const HELM = 'helm.sh/helm/v4/cmd/helm@v4.3.1';
export const KUBERNETES_PROGRAMS = join(homedir(), '.cache', 'atelier-kubernetes');

/** The program's path. A first build takes some minutes of two cores. */
export function findHelm() {
  const found = onPath('helm');
  if (found) return found;
  const folder = join(KUBERNETES_PROGRAMS, 'bin');
  const built = join(folder, 'helm');
  if (existsSync(built)) return built;
  const go = onPath('go') ?? onPath('go', '/usr/local/go/bin');
  if (!go)
    throw new Error(
      'The chart needs helm: install it (https://helm.sh), or Go, with which it is built from its module.',
    );
  mkdirSync(folder, { recursive: true });
  process.stderr.write('Building helm with Go (once, some minutes)…\n');
  execFileSync(go, ['install', '-p', '2', HELM], {
    env: { ...process.env, GOBIN: folder, CGO_ENABLED: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return built;
}

export function onPath(name, path = process.env.PATH ?? '') {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(existsSync);
}
