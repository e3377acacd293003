// Measures the local text engine beside node-llama-cpp used bare, and four chats at once beside one.
import { readFileSync } from 'node:fs';
import { getLlama, LlamaLogLevel, type Token, TokenBias } from 'node-llama-cpp';
import { unpaidAcceptance } from '../src/core/left-calls.ts';
import { createLocalTextEngine } from '../src/engines/text/local/engine.ts';
import { fasterForm } from '../src/engines/text/local/recode/recode.ts';
import type { TextMessage, TokenUsage } from '../src/engines/text/port.ts';
import { createModelStore } from '../src/models/store.ts';

const MODEL = process.env.BENCH_MODEL ?? 'tinyllama-1.1b-chat-1';
const TOKENS = Number(process.env.BENCH_TOKENS ?? 20);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6);
// The same number on both sides, so that the ratio reflects the engine and not other load of the machine.
const THREADS = Number(process.env.BENCH_THREADS ?? 1);
/** No round begins after that: a busy machine gets fewer rounds, not a longer run. */
const LAST_ROUND_MS = Number(process.env.BENCH_SECONDS ?? 150) * 1000;
const REPEAT_WINDOW = 64;
const FIRST_WORDS =
  'Apples Boats Cats Dogs Eagles Fields Gold Horses Islands Jungles Kings Lions Mountains Nights Oceans Pirates Queens Rivers Ships Trains Uncles Villages Water Young Bridges Castles Deserts Engines Forests Gardens Hills Ice Judges Kitchens Letters Music North Old Planets Roads Schools Towns'.split(
    ' ',
  );

const store = createModelStore({ modelsDir: process.env.MODELS_DIR ?? './models' });
const files = await store.ensure(MODEL);
const { settings = {} } = store.entry(MODEL);
const modelPath = await fasterForm(files['model.gguf'] ?? '');
const engine = createLocalTextEngine({ store, defaults: [MODEL], threads: THREADS });

interface Measured {
  /** From the call to the first token, with a prompt that was never read before. */
  firstTokenMs: number;
  /** After the first token, by the clock. */
  tokensPerSecond: number;
  /** The processor time of a token, whatever other load the machine has. */
  cpuMsPerToken: number;
}

let asked = 0;
const bare = await openBare();
await measureEngine(1, 'warm up');
await measureBare('warm up');
// In turns of a few seconds, so that other load of the machine disturbs both sides alike.
const rounds: { bare: Measured; one: Measured; four: Measured }[] = [];
const beganMs = performance.now();
for (let round = 0; round < ROUNDS && performance.now() - beganMs < LAST_ROUND_MS; round += 1) {
  const label = `round ${round}`;
  const alone = round % 2 === 0 ? await measureBare(label) : undefined;
  const one = await measureEngine(1, label);
  const measured = { bare: alone ?? (await measureBare(label)), one, four: await measureEngine(4, label) };
  console.log(JSON.stringify(measured));
  rounds.push(measured);
}
const secondTurn = await measureSecondTurn();
await engine.close();

console.log(`model ${MODEL}, ${THREADS} thread(s), ${TOKENS} tokens a chat`);
printTable('tokens/s by the clock', ({ tokensPerSecond }) => tokensPerSecond);
printTable(
  'tokens per second of CPU (the same on an idle machine; holds on a busy one too)',
  (measured) => 1000 / measured.cpuMsPerToken,
);
const firsts = (side: 'bare' | 'one') => median(rounds.map((round) => round[side].firstTokenMs));
const firstRatio = median(rounds.map(({ bare: alone, one }) => alone.firstTokenMs / one.firstTokenMs));
console.log(
  `\ntime to first token: bare ${firsts('bare').toFixed(0)} ms, engine ${firsts('one').toFixed(0)} ms, median of bare/engine ${firstRatio.toFixed(2)} (wanted: 0.95 or more)`,
);
console.log(`a second turn: ${secondTurn}`);
process.exit(0);

function printTable(title: string, read: (measured: Measured) => number): void {
  console.log(`\n${title}\nround   bare    one   four  one/bare  four/one`);
  const ratios = rounds.map(({ bare, one, four }) => [read(one) / read(bare), read(four) / read(one)] as const);
  for (const [index, { bare, one, four }] of rounds.entries()) {
    const cells = [bare, one, four].map((measured) => read(measured).toFixed(1).padStart(6)).join(' ');
    const [toBare = 0, toOne = 0] = ratios[index] ?? [];
    console.log(
      `${String(index + 1).padEnd(5)} ${cells} ${toBare.toFixed(2).padStart(9)} ${toOne.toFixed(2).padStart(9)}`,
    );
  }
  console.log(`median one/bare ${median(ratios.map(([ratio]) => ratio)).toFixed(2)} (wanted: 0.95 or more)`);
  console.log(`median four/one ${median(ratios.map(([, ratio]) => ratio)).toFixed(2)} (wanted: 1.60 or more)`);
}

function median(values: number[]): number {
  return values.sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** The same weights, adapter, context and sampling as the engine uses, in this process and without anything around it. */
async function openBare() {
  const llama = await getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.error });
  const model = await llama.loadModel({ modelPath });
  const adapter = typeof settings.adapter === 'string' ? `../src/models/adapters/${settings.adapter}` : undefined;
  const context = await model.createContext({
    contextSize: 2048,
    sequences: 1,
    batchSize: 512,
    threads: THREADS,
    ...(adapter ? { lora: new URL(adapter, import.meta.url).pathname } : {}),
  });
  return { model, sequence: context.getSequence() };
}

async function measureBare(label: string): Promise<Measured> {
  const { model, sequence } = bare;
  await sequence.clearHistory();
  const said: Token[] = [];
  const sampling = {
    ...{ temperature: 0.7, topP: 0.95, topK: 40, minP: 0.05, seed: 7 },
    tokenBias: TokenBias.for(model).set(2 as Token, 'never'),
    repeatPenalty: { punishTokens: () => said.slice(-REPEAT_WINDOW), penalty: Number(settings.repeatPenalty ?? 1) },
  };
  let startedMs = 0;
  let cpu = process.cpuUsage();
  const calledMs = performance.now();
  const prompt = model.tokenize(`<|user|>\n${question(`${label}, chat 0`)}</s>\n<|assistant|>\n`, true);
  for await (const token of sequence.evaluate(prompt, sampling)) {
    if (said.length === 0) [startedMs, cpu] = [performance.now(), process.cpuUsage()];
    said.push(token);
    model.detokenize([token]);
    if (said.length >= TOKENS) break;
  }
  const spent = process.cpuUsage(cpu);
  return {
    firstTokenMs: startedMs - calledMs,
    tokensPerSecond: ((said.length - 1) * 1000) / (performance.now() - startedMs),
    cpuMsPerToken: (spent.user + spent.system) / 1000 / (said.length - 1),
  };
}

/** Every prompt begins with another word: with a shared beginning, it would not be evaluated completely. */
function question(label: string): string {
  const first = FIRST_WORDS[asked % FIRST_WORDS.length];
  asked += 1;
  return `${first} (${label}): tell me a long story.`;
}

async function measureEngine(chats: number, label: string): Promise<Measured> {
  const runs = await Promise.all(Array.from({ length: chats }, (_unused, index) => runChat(`${label}, chat ${index}`)));
  // Only the time in which all of them were writing counts.
  const first = runs
    .map((run) => run.marks[0])
    .reduce((left, right) => (left && right && left.atMs > right.atMs ? left : right));
  const last = runs
    .map((run) => run.marks.at(-1))
    .reduce((left, right) => (left && right && left.atMs < right.atMs ? left : right));
  if (!first || !last) throw new Error('a chat gave no tokens');
  const marks = runs.flatMap((run) => run.marks).filter(({ atMs }) => atMs > first.atMs && atMs <= last.atMs);
  return {
    firstTokenMs: median(runs.map((run) => (run.marks[0]?.atMs ?? 0) - run.calledMs)),
    tokensPerSecond: (marks.length * 1000) / (last.atMs - first.atMs),
    cpuMsPerToken: (last.cpuMs - first.cpuMs) / marks.length,
  };
}

async function runChat(label: string) {
  const marks: { atMs: number; cpuMs: number }[] = [];
  const calledMs = performance.now();
  const messages = [{ role: 'user' as const, content: question(label) }];
  const order = { model: MODEL, messages, maxTokens: TOKENS, temperature: 0.7, seed: 7, logitBias: { 2: -100 } };
  for await (const event of engine.stream(order, new AbortController().signal, unpaidAcceptance)) {
    if (event.type === 'text') marks.push({ atMs: performance.now(), cpuMs: engineCpuMs() });
  }
  return { marks, calledMs };
}

/** The first token of a long first turn, and of the turn after it, which reads only what is new. */
async function measureSecondTurn(): Promise<string> {
  const opening = { role: 'user' as const, content: 'Remember this list: red, green, blue, black, white. '.repeat(12) };
  const first = await timeTurn([opening]);
  const second = await timeTurn([
    opening,
    { role: 'assistant', content: first.text },
    { role: 'user', content: 'Why?' },
  ]);
  const read = ({ promptTokens, cachedTokens = 0 }: TokenUsage) =>
    `${promptTokens - cachedTokens} of ${promptTokens} tokens read`;
  const told = (turn: typeof first) => `${turn.firstMs.toFixed(0)} ms (${turn.usage && read(turn.usage)})`;
  return `${told(second)} after a first turn of ${told(first)}`;
}

async function timeTurn(messages: TextMessage[]) {
  const startedMs = performance.now();
  const turn: { text: string; firstMs: number; usage?: TokenUsage } = { text: '', firstMs: 0 };
  const order = { model: MODEL, messages, maxTokens: 8, temperature: 0 };
  for await (const event of engine.stream(order, new AbortController().signal, unpaidAcceptance)) {
    if (event.type === 'text') turn.firstMs ||= performance.now() - startedMs;
    if (event.type === 'text') turn.text += event.text;
    if (event.type === 'end') turn.usage = event.usage;
  }
  return turn;
}

/** Of the model's own process and of this one, which reads its messages; Linux only, as the figures of record are. */
function engineCpuMs(): number {
  const pid = engine.residents()[0]?.pid;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const own = process.cpuUsage();
  return (Number(fields[11]) + Number(fields[12])) * 10 + (own.user + own.system) / 1000;
}
