// Lets the library find its GPU builds outside node_modules by resolving its imports of their packages.
import { registerHooks } from 'node:module';

/** `folders`: name of a package of the library → folder that holds its builds. */
export function provideBuilds(folders: Readonly<Record<string, string>>, packageVersion: string): void {
  if (Object.keys(folders).length === 0) return;
  registerHooks({
    resolve(specifier, context, next) {
      const folder = folders[specifier];
      if (folder === undefined) return next(specifier, context);
      const answer = JSON.stringify({ binsDir: folder, packageVersion });
      const source = `export const getBinsDir = () => (${answer});`;
      return { url: `data:text/javascript,${encodeURIComponent(source)}`, format: 'module', shortCircuit: true };
    },
  });
}
