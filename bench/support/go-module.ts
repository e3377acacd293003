// Builds a program from a Go module, once for a machine; its sources stay in Go's own cache.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Built = { isBuilt: true; path: string } | { isBuilt: false; problem: string };

const run = promisify(execFile);
const BUILD_MS = 30 * 60_000;
/** Not every module is in the checksum database that is reached. */
const GO = { ...process.env, GOFLAGS: '-mod=mod', GOSUMDB: 'off' };

/** `pages`: folders that the program embeds and the module lacks. */
export async function buildGoModule(module: string, pages: readonly string[]): Promise<Built> {
  const name = module.replace(/[^a-z0-9.]+/gi, '-');
  const folder = join(tmpdir(), 'atelier-bench-peers', name);
  const path = join(folder, 'program');
  if (existsSync(path)) return { isBuilt: true, path };
  try {
    const { stdout } = await run('go', ['mod', 'download', '-json', module], { env: GO });
    const { Dir } = JSON.parse(stdout) as { Dir: string };
    console.log(`building ${module} …`);
    await mkdir(folder, { recursive: true });
    await cp(Dir, folder, { recursive: true });
    await run('chmod', ['-R', 'u+w', folder]);
    for (const page of pages) {
      await mkdir(join(folder, page), { recursive: true });
      await writeFile(join(folder, page, 'index.html'), '');
    }
    await run('go', ['build', '-o', path, '.'], { cwd: folder, env: GO, timeout: BUILD_MS });
    return { isBuilt: true, path };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    const said = /"Error": "([^"]*)/.exec(stdout)?.[1] ?? stderr.trim().split('\n').at(-1);
    return { isBuilt: false, problem: `${module} cannot be built here: ${(said || String(error)).slice(0, 160)}` };
  }
}
