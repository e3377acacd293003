// Finds the passages of text files that mean what you ask, not only those that say it.
//   ATELIER_API_KEY=sk_live_… npx node examples/embed-search.mjs "how do I get my money back" docs/*.txt
import { readFileSync } from 'node:fs';
import { Atelier } from '@atelier/client';

const [question, ...files] = process.argv.slice(2);
if (!question || files.length === 0) throw new Error('Say the question, then the files.');
const client = new Atelier();
const PASSAGES_PER_CALL = 32;

const passages = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split(/\n\s*\n/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((text) => ({ file, text })),
);
const [asked] = await embed([question]);
const vectors = [];
for (let start = 0; start < passages.length; start += PASSAGES_PER_CALL)
  vectors.push(...(await embed(passages.slice(start, start + PASSAGES_PER_CALL).map((one) => one.text))));

const found = passages
  .map((passage, index) => ({ ...passage, nearness: dot(asked, vectors[index]) }))
  .sort((a, b) => b.nearness - a.nearness)
  .slice(0, 3);
for (const { file, text, nearness } of found) console.log(`${nearness.toFixed(2)}  ${file}  ${text.slice(0, 120)}`);

async function embed(input) {
  const { data } = await client.embeddings.create({ model: 'atelier-embed-1', input });
  return data.map((one) => one.embedding);
}

/** The vectors have length 1: this is the cosine of the angle between them. */
function dot(a, b) {
  return a.reduce((sum, value, index) => sum + value * b[index], 0);
}
