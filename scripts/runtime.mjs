// Finds the Node that runs the project: the one that came with the dependencies, else a machine's that is new enough.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export function findRuntime(root) {
  const own = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(own)) return realpathSync(own);
  if (runsTypeScript(process.versions.node)) return process.execPath;
  throw new Error(
    `No Node 24 for ${process.platform} ${process.arch} came with the dependencies, and this machine has Node ` +
      `${process.versions.node}. Install Node 24 (https://nodejs.org) and run the same command again.`,
  );
}

/** Types are stripped without a flag from 22.18 on; 23 had it from 23.6, and is past its end anyway. */
function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}
