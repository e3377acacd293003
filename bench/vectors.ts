// Searches of a vector store: how long they take, and how many of the ten nearest chunks they find. The texts are those of this
// repository, read by the embedding model of this machine; stores larger than that hold the same vectors, each moved at random.
// npm run bench -- vectors [chunks...]     (1000 10000 100000: some minutes)
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { openAccountWithKeys } from '../src/app/first-start.ts';
import { newId, randomToken } from '../src/core/ids.ts';
import { textCutter } from '../src/engines/document/cutter.ts';
import { createLocalEmbeddingEngine } from '../src/engines/embedding/minilm/engine.ts';
import { embedLongTexts } from '../src/modules/chat/long-texts.ts';
import { signsOf, similarity, toBytes, toVector } from '../src/modules/vectors/vector-bytes.ts';
import { openDatabase } from '../src/store/database.ts';
import { migrate } from '../src/store/migrate.ts';
import { findCandidates, insertChunks } from '../src/store/vector-chunks.ts';
import { insertVectorStore } from '../src/store/vector-stores.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { bringWeights, EMBEDDING_WEIGHTS, testModels } from '../test/support/weights.ts';

const sizes = process.argv.slice(2).map(Number);
const SIZES = sizes.length > 0 ? sizes : [1_000, 10_000, 100_000];
const READ = Math.min(3_000, Math.max(...SIZES));
const QUESTIONS = 100;
const NEAREST = 10;
const CANDIDATES = [100, 200, 400, 800];
const NOISE = 0.35;
const AT_ONCE = 500;
const signal = new AbortController().signal;

await bringWeights(EMBEDDING_WEIGHTS);
const engine = createLocalEmbeddingEngine({ store: testModels });
const test = await createTestDatabase();
const database = openDatabase({ connectionString: test.url }, () => undefined);
await migrate(database.pool);
try {
  const { read, questions } = await readTexts();
  const { account } = await openAccountWithKeys(database, {
    ...{ email: 'bench@example.com', plan: 'pro', isOwner: false, liveCredits: 1 },
    announce: async () => undefined,
  });
  for (const size of SIZES) await measure(size, { accountId: account.id, read, questions });
} finally {
  await database.close();
  await engine.close();
  await test.drop();
}

async function readTexts() {
  const files = execFileSync('git', ['ls-files', 'docs/**/*.md', 'src/**/*.ts', '*.md'], { encoding: 'utf8' }).split(
    '\n',
  );
  const chunks: string[] = [];
  for (const file of files.filter((one) => one !== '')) {
    if (chunks.length >= READ) break;
    const order = { text: readFileSync(file, 'utf8'), isHtml: false, maxTokens: 150, overlapTokens: 30 };
    chunks.push(...((await textCutter.cut(order, signal)).chunks ?? []));
  }
  const texts = chunks.slice(0, READ);
  const began = performance.now();
  const model = 'all-minilm-l6-v2';
  const { vectors } = await embedLongTexts(engine, { model, texts }, signal);
  console.log(`${texts.length} chunks of this repository read in ${Math.round((performance.now() - began) / 1000)} s`);
  // A question is the beginning of a chunk: it is near to that one and to others of its kind.
  const asked = Array.from({ length: QUESTIONS }, (_, at) =>
    (texts[Math.floor((at * texts.length) / QUESTIONS)] ?? '').slice(0, 120),
  );
  const questions = (await embedLongTexts(engine, { model, texts: asked }, signal)).vectors;
  return { read: vectors, questions };
}

async function measure(
  size: number,
  { accountId, read, questions }: { accountId: string; read: Float32Array[]; questions: Float32Array[] },
): Promise<void> {
  const id = newId('vs');
  const fileId = randomToken();
  const { pool, queries } = database;
  const store = { id, name: '', description: null, metadata: null, model: 'x', dimensions: 384, expiresDays: null };
  await insertVectorStore(queries, { accountId, environment: 'live' }, store);
  await pool.query(
    "insert into artifacts (id, account_id, environment, extension, content_type, bytes, name, purpose) values ($1, $2, 'live', 'txt', 'text/plain', 1, 'a', 'upload')",
    [fileId, accountId],
  );
  await pool.query(
    "insert into vector_files (store_id, file_id, job_id, status, chunk_tokens, overlap_tokens) values ($1, $2, 'job', 'completed', 1, 0)",
    [id, fileId],
  );
  const all = Array.from({ length: size }, (_, at) => {
    const vector = read[at % read.length] ?? new Float32Array();
    return at < read.length ? vector : moved(vector);
  });
  for (let first = 0; first < size; first += AT_ONCE) {
    const some = all.slice(first, first + AT_ONCE).map((vector) => ({
      ...{ text: 'a chunk '.repeat(100), vector: toBytes(vector), signs: signsOf(vector) },
    }));
    await database.transaction((trx) => insertChunks(trx, { storeId: id, fileId, first }, some));
  }
  await pool.query('vacuum analyze vector_chunks');
  const exact = questions.map((question) =>
    nearest(
      all.map((vector, number) => ({ number, vector })),
      question,
    ),
  );
  for (const limit of CANDIDATES) {
    const times: number[] = [];
    let found = 0;
    for (const [at, question] of questions.entries()) {
      const began = performance.now();
      const search = { storeIds: [id], signs: [signsOf(question)], filter: undefined, limit };
      const candidates = await findCandidates(queries, search);
      const best = nearest(
        candidates.map(({ number, vector }) => ({ number, vector: toVector(vector) })),
        question,
      );
      times.push(performance.now() - began);
      found += best.filter((number) => exact[at]?.includes(number)).length;
    }
    times.sort((a, b) => a - b);
    const share = ((100 * found) / (questions.length * NEAREST)).toFixed(1);
    const [median = 0, late = 0] = [times[Math.floor(times.length / 2)], times[Math.floor(times.length * 0.95)]];
    console.log(
      `${size} chunks, ${limit} candidates: ${share} % of the ${NEAREST} nearest, median ${median.toFixed(0)} ms, p95 ${late.toFixed(0)} ms`,
    );
  }
}

function nearest(all: readonly { number: number; vector: Float32Array }[], question: Float32Array): number[] {
  return all
    .map(({ number, vector }) => ({ number, score: similarity(question, vector) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, NEAREST)
    .map(({ number }) => number);
}

function moved(vector: Float32Array): Float32Array {
  const step = (2 * NOISE) / Math.sqrt(vector.length);
  const changed = vector.map((value) => value + (Math.random() - 0.5) * step * Math.sqrt(3));
  const length = Math.hypot(...changed);
  return changed.map((value) => value / length);
}
