// Finds the file that starts a server application.
import type { SourceFile } from './port.ts';

export function serverEntryOf(files: readonly SourceFile[]): string | null {
  const has = (path: string | undefined) => path !== undefined && files.some((file) => file.path === path);
  const start = /"start"\s*:\s*"node\s+(?:--[\w=-]+\s+)*([\w./-]+)"/.exec(
    files.find((file) => file.path === 'package.json')?.content ?? '',
  )?.[1];
  const named = start?.replace(/^\.\//, '');
  return has(named)
    ? (named ?? null)
    : (['server.js', 'index.js', 'app.js', 'src/server.js', 'src/index.js'].find(has) ?? null);
}
