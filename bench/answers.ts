// How many of 200 fixed questions the local text model gets right, as a caller of the API gets them: facts, arithmetic, format, code.
// npm run bench -- answers [set or "all"] [first item] [number of items] [--say]
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { unpaidAcceptance } from '../src/core/left-calls.ts';
import { createLocalTextEngine } from '../src/engines/text/local/engine.ts';
import { loadCatalogue } from '../src/models/catalogue.ts';
import { createModelStore } from '../src/models/store.ts';
import { type Instruction, keepsInstruction } from './answers/rules.ts';
import { codeIn, passesTests } from './answers/run-python.ts';

interface Item {
  prompt: string;
  maxTokens: number;
  isRight(answer: string): boolean | Promise<boolean>;
}

const MODEL = process.env.BENCH_MODEL ?? 'tinyllama-1.1b-chat-1';
/** As many as the engine batches. */
const AT_ONCE = 4;
const SETS = { facts: readFacts, arithmetic: readArithmetic, format: readFormat, code: readCode };
const [wanted = 'all', first = '0', most = '50'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isSaid = process.argv.includes('--say');

const modelsDir = process.env.MODELS_DIR ?? join(homedir(), '.cache', 'atelier-models');
// 0 lets the engine use every free core.
const threads = Number(process.env.BENCH_THREADS ?? 0);
const engine = createLocalTextEngine({ store: openStore(), defaults: [MODEL], threads });
for (const [name, read] of Object.entries(SETS)) {
  if (wanted !== 'all' && wanted !== name) continue;
  await measure(name, read().slice(Number(first), Number(first) + Number(most)));
}
await engine.close();

/** With settings of the catalogue replaced, to measure the effect of each: BENCH_SETTINGS='{"small":false}'. */
function openStore() {
  const entry = loadCatalogue().get(MODEL);
  if (!entry) throw new Error(`the catalogue has no ${MODEL}`);
  const replaced = JSON.parse(process.env.BENCH_SETTINGS ?? '{}') as Record<string, unknown>;
  return createModelStore({ modelsDir, extraModels: [{ ...entry, settings: { ...entry.settings, ...replaced } }] });
}

async function measure(name: string, items: readonly Item[]): Promise<void> {
  const startedMs = performance.now();
  let tokens = 0;
  let right = 0;
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) {
      const answer = await ask(item);
      tokens += answer.tokens;
      const isRight = await item.isRight(answer.text);
      right += Number(isRight);
      if (isSaid) console.log(JSON.stringify({ isRight, prompt: item.prompt, answer: answer.text }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  console.log(`${name}: ${right} of ${items.length} right; ${tokens} tokens in ${seconds} s`);
}

/** Without a temperature, as most callers ask; the seed makes the run repeatable. */
async function ask({ prompt, maxTokens }: Item): Promise<{ text: string; tokens: number }> {
  const order = { model: MODEL, messages: [{ role: 'user' as const, content: prompt }], maxTokens, seed: 7 };
  const answer = { text: '', tokens: 0 };
  for await (const event of engine.stream(order, new AbortController().signal, unpaidAcceptance)) {
    if (event.type !== 'text') continue;
    answer.text += event.text;
    answer.tokens += event.tokens;
  }
  return answer;
}

function readSet<T>(name: string): T[] {
  return JSON.parse(readFileSync(new URL(`./answers/${name}.json`, import.meta.url), 'utf8')) as T[];
}

function readFacts(): Item[] {
  const facts = readSet<{ question: string; answers: string[] }>('facts').filter((_fact, index) => index % 3 === 0);
  return facts.map(({ question, answers }) => ({
    prompt: question,
    maxTokens: 64,
    isRight: (said) => answers.some((answer) => wholeWord(answer).test(said)),
  }));
}

function readArithmetic(): Item[] {
  return readSet<{ question: string; answer: string }>('arithmetic').map(({ question, answer }) => ({
    prompt: question,
    maxTokens: 160,
    isRight: (said) =>
      Number(
        said
          .replaceAll(/(\d),(?=\d{3})/g, '$1')
          .match(/-?\d+(?:\.\d+)?/g)
          ?.at(-1),
      ) === Number(answer),
  }));
}

function readFormat(): Item[] {
  return readSet<Instruction & { prompt: string }>('format').map((item) => ({
    prompt: item.prompt,
    maxTokens: 200,
    isRight: (said) => keepsInstruction(said, item),
  }));
}

/** MBPP's own wording; the tests tell the name and the parameters of the function. */
function readCode(): Item[] {
  return readSet<{ task: string; tests: string[]; setup: string }>('code').map(({ task, tests, setup }) => ({
    prompt: `${task} Your code should pass these tests:\n\n${tests.join('\n')}`,
    maxTokens: 200,
    isRight: (said) => passesTests(`${setup}\n${codeIn(said)}`, tests),
  }));
}

/** Chemical symbols differ only by case. */
function wholeWord(answer: string): RegExp {
  const escaped = answer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, answer.length <= 2 ? '' : 'i');
}
