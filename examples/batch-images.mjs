// Makes a picture for each line of a file, two at a time, and skips those that are there already.
//   ATELIER_API_KEY=sk_live_… npx node examples/batch-images.mjs prompts.txt pictures/
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Atelier } from '@atelier/client';

const [promptFile = 'prompts.txt', folder = 'pictures'] = process.argv.slice(2);
const SIZE = Number(process.env.SIZE ?? 512);
const AT_ONCE = 2;
const client = new Atelier();
const prompts = readFileSync(promptFile, 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter(Boolean);
const queue = prompts.map((prompt, index) => ({
  prompt,
  path: join(folder, `${String(index + 1).padStart(3, '0')}.png`),
}));

mkdirSync(folder, { recursive: true });
let failures = 0;
// Each worker takes the next line until none is left.
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exitCode = failures > 0 ? 1 : 0;

async function work() {
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (existsSync(next.path)) {
      console.log(`${next.path}  is there already`);
      continue;
    }
    try {
      const order = { prompt: next.prompt, width: SIZE, height: SIZE };
      // The same line has the same key: what was cut off after it was made is not paid for twice.
      const idempotencyKey = `batch-${SIZE}-${encodeURIComponent(next.prompt)}`.slice(0, 255);
      const picture = await client.image.generate(order, { idempotencyKey });
      writeFileSync(next.path, Buffer.from(await (await fetch(picture.image_url)).arrayBuffer()));
      console.log(`${next.path}  ${next.prompt}  (${picture.usage.credits} credits)`);
    } catch (error) {
      failures += 1;
      console.error(`${next.path}  ${next.prompt}: ${error.message}`);
    }
  }
}
