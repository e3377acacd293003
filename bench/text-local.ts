// Measures the local text engine beside node-llama-cpp used bare, and four chats at once beside one.
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';
import { createLocalTextEngine, type LocalTextEngine } from '../src/engines/text/local/engine.ts';
import { fasterForm } from '../src/engines/text/local/recode/recode.ts';
import { createModelStore } from '../src/models/store.ts';

const MODEL = process.env.BENCH_MODEL ?? 'tinyllama-1.1b-chat-1';
const TOKENS = Number(process.env.BENCH_TOKENS ?? 48);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
// The same number on both sides, so that the ratio speaks of the engine and not of the machine's other guests.
const THREADS = Number(process.env.BENCH_THREADS ?? 1);

const store = createModelStore({ modelsDir: process.env.MODELS_DIR ?? './models' });
const files = await store.ensure(MODEL);
const modelPath = await fasterForm(files['model.gguf'] ?? '');
const engine = createLocalTextEngine({ store, defaults: [MODEL], threads: THREADS });

await engineRate(1, 'warm up');
const rows: { bare: number; one: number; four: number }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const bare = await bareRate();
  rows.push({ bare, one: await engineRate(1, `round ${round}`), four: await engineRate(4, `round ${round}`) });
}
await engine.close();

console.log(`model ${MODEL}, ${THREADS} thread(s), ${TOKENS} tokens a chat, tokens/s after the first token`);
console.log('round   bare    one   four  one/bare  four/one');
for (const [index, { bare, one, four }] of rows.entries()) {
  const cells = [bare, one, four].map((rate) => rate.toFixed(1).padStart(6)).join(' ');
  console.log(
    `${String(index + 1).padEnd(5)} ${cells} ${(one / bare).toFixed(2).padStart(9)} ${(four / one).toFixed(2).padStart(9)}`,
  );
}
const median = (values: number[]) => values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
console.log(`median one/bare ${median(rows.map((row) => row.one / row.bare)).toFixed(2)} (wanted: 0.90 or more)`);
console.log(`median four/one ${median(rows.map((row) => row.four / row.one)).toFixed(2)} (wanted: 1.50 or more)`);
process.exit(0);

async function bareRate(): Promise<number> {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error });
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({ contextSize: 2048, sequences: 1, batchSize: 512, threads: THREADS });
  const prompt = model.tokenize('<|user|>\nTell me a long story.</s>\n<|assistant|>\n', true);
  let tokens = 0;
  let startedMs = 0;
  const sampling = { temperature: 0.7, topP: 0.95, topK: 40, minP: 0.05, seed: 7, yieldEogToken: true };
  for await (const _token of context.getSequence().evaluate(prompt, sampling)) {
    startedMs ||= performance.now();
    tokens += 1;
    if (tokens > TOKENS) break;
  }
  const rate = ((tokens - 1) * 1000) / (performance.now() - startedMs);
  await model.dispose();
  return rate;
}

async function engineRate(chats: number, label: string): Promise<number> {
  const runs = await Promise.all(
    Array.from({ length: chats }, (_unused, index) => runChat(engine, `${label}, chat ${index}`)),
  );
  const startedMs = Math.max(...runs.map((run) => run.startedMs));
  const endedMs = Math.min(...runs.map((run) => run.endedMs));
  // Only the time in which all of them were writing counts.
  const delivered = runs.flatMap((run) => run.times).filter((time) => time > startedMs && time <= endedMs).length;
  return (delivered * 1000) / (endedMs - startedMs);
}

async function runChat(local: LocalTextEngine, label: string) {
  const times: number[] = [];
  const messages = [{ role: 'user' as const, content: `Tell me a long story (${label}).` }];
  const order = { model: MODEL, messages, maxTokens: TOKENS, temperature: 0.7, seed: 7, logitBias: { 2: -100 } };
  for await (const event of local.stream(order, new AbortController().signal)) {
    if (event.type === 'text') times.push(performance.now());
  }
  return { startedMs: times[0] ?? 0, endedMs: times.at(-1) ?? 0, times };
}
