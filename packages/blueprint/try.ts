// Writes one application: node packages/blueprint/try.ts "an app to track my bee hives" [folder] [framework]
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBlueprintEngine, FRAMEWORKS } from './src/index.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [prompt = 'an app to track my bee hives', folder = 'app', wanted = 'react'] = positionals;
const framework = FRAMEWORKS.find((name) => name === wanted);
if (!framework) throw new Error(`There is no framework "${wanted}"; known: ${FRAMEWORKS.join(', ')}.`);

const engine = createBlueprintEngine();
const signal = AbortSignal.timeout(60_000);
const blueprint = await engine.read(prompt, signal);
const files = await engine.write(blueprint, framework, signal);
const requested = await engine.review({ prompt, files }, signal);
await engine.close();
for (const { path, content } of files) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
console.log(`${folder}: ${blueprint.name}, ${files.length} files for ${framework}`);
for (const line of blueprint.understood) console.log(`- ${line}`);
for (const { item, outcome, note } of requested) console.log(`- ${outcome}: ${item}. ${note}`);
