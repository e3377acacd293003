// Finds the Node that runs the project: the one installed with the dependencies, otherwise the machine's if it is new enough.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

export function findRuntime(root) {
  const own = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(own)) return realpathSync(own);
  if (runsTypeScript(process.versions.node)) return process.execPath;
  throw new Error(
    `The dependencies include no Node 24 for ${process.platform} ${process.arch}, and this machine has Node ` +
      `${process.versions.node}. Install Node 24 (https://nodejs.org) and run the same command again.`,
  );
}

/** Node strips types without a flag since 22.18 and 23.6; 23 is excluded because it is no longer supported. */
function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}
