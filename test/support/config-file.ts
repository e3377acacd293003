// Writes a configuration file that connects upstreams, for the setting CONFIG.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function configWith(upstreams: readonly object[], more: object = {}): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'atelier-config-')), 'config.json');
  await writeFile(path, JSON.stringify({ upstreams, ...more }));
  return path;
}
