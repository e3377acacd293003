// Exported apps outside of the service: installed, built and tested with their own commands, as their owner would.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { startBuilder } from '../support/builder-kit.ts';
import { inFolder, PROMPTS } from '../support/generated-app.ts';

const run = promisify(execFile);
const { NODE_TEST_CONTEXT: _context, ...ENVIRONMENT } = process.env;
const CASES = [
  {
    framework: 'react',
    prompts: [1, 4],
    commands: ['npm install --no-audit --no-fund', 'npm run build', 'npm test'],
    product: 'dist/index.html',
  },
  {
    framework: 'vue',
    prompts: [14],
    commands: ['npm install --no-audit --no-fund', 'npm run build', 'npm test'],
    product: 'dist/index.html',
  },
  {
    framework: 'nextjs',
    prompts: [13, 19],
    commands: ['npm install --no-audit --no-fund', 'npm run build', 'npm test'],
    product: '.next/BUILD_ID',
  },
  { framework: 'nodejs', prompts: [0, 19], commands: ['npm test'], product: 'server.js' },
  { framework: 'python', prompts: [0, 19], commands: ['python3 -m unittest'], product: 'app.py' },
] as const;

test('exported zips work outside', async (t) => {
  const kit = await startBuilder();
  try {
    const { key } = await kit.key();
    for (const { framework, prompts, commands, product } of CASES)
      for (const index of prompts)
        await t.test(`${framework}: ${PROMPTS[index]}`, async () => {
          const built = await kit.call('POST', '/v1/builder/build', {
            key,
            body: { prompt: PROMPTS[index], framework, preview: false },
          });
          assert.equal(built.status, 200, built.text.slice(0, 500));
          const archive = unzipSync(new Uint8Array(await (await fetch(built.json.download_url)).arrayBuffer()));
          const files = Object.entries(archive).map(([path, bytes]) => ({ path, content: strFromU8(bytes) }));
          await inFolder(files, async (folder) => {
            for (const command of commands)
              await run('sh', ['-c', command], {
                cwd: folder,
                env: { ...ENVIRONMENT, NODE_ENV: '', NEXT_TELEMETRY_DISABLED: '1' },
                timeout: 600_000,
                maxBuffer: 1 << 26,
              });
            assert.ok(existsSync(join(folder, product)), `${product} is there`);
          });
        });
  } finally {
    await kit.close();
  }
});
