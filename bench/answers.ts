// How many of 150 short questions about facts the local text model answers right, with its adapter and without.
// npm run bench -- answers [number of questions]
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createLocalTextEngine } from '../src/engines/text/local/engine.ts';
import { loadCatalogue } from '../src/models/catalogue.ts';
import { createModelStore } from '../src/models/store.ts';

interface Fact {
  question: string;
  /** Any of these, as whole words. */
  answers: string[];
  topic: string;
}

const MODEL = 'tinyllama-1.1b-chat-1';
/** Chosen by the authors of the adapter and kept out of its training data: src/models/adapters/README.md. */
const FACTS = JSON.parse(readFileSync(new URL('./answers/facts.json', import.meta.url), 'utf8')) as Fact[];
const COUNT = Number(process.argv[2] ?? FACTS.length);
const MOST_TOKENS = 64;
const never = new AbortController().signal;

for (const hasAdapter of [false, true]) {
  const started = performance.now();
  const { right, tokens, byTopic } = await measure(hasAdapter);
  const topics = [...byTopic].map(([topic, [good, all]]) => `${topic} ${good}/${all}`).join(', ');
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${hasAdapter ? 'with adapter' : 'without'}: ${right} of ${COUNT} right (${topics}); ${tokens} tokens in ${seconds} s`,
  );
}

async function measure(hasAdapter: boolean) {
  const engine = createLocalTextEngine({ store: openStore(hasAdapter), defaults: [MODEL] });
  const byTopic = new Map<string, [number, number]>();
  let right = 0;
  let tokens = 0;
  for (const { question, answers, topic } of FACTS.slice(0, COUNT)) {
    let said = '';
    const order = {
      model: MODEL,
      messages: [{ role: 'user' as const, content: question }],
      temperature: 0,
      maxTokens: MOST_TOKENS,
    };
    for await (const event of engine.stream(order, never)) {
      if (event.type !== 'text') continue;
      said += event.text;
      tokens += event.tokens;
    }
    const isRight = answers.some((answer) => wholeWord(answer).test(said));
    const [good, all] = byTopic.get(topic) ?? [0, 0];
    byTopic.set(topic, [good + Number(isRight), all + 1]);
    right += Number(isRight);
  }
  await engine.close();
  return { right, tokens, byTopic };
}

function openStore(hasAdapter: boolean) {
  const entry = loadCatalogue().get(MODEL);
  if (!entry) throw new Error(`the catalogue has no ${MODEL}`);
  const { adapter: _left, ...settings } = entry.settings ?? {};
  const modelsDir = process.env.MODELS_DIR ?? join(homedir(), '.cache', 'atelier-models');
  return createModelStore({ modelsDir, extraModels: hasAdapter ? [] : [{ ...entry, settings }] });
}

/** Chemical symbols are told apart by their case. */
function wholeWord(answer: string): RegExp {
  const escaped = answer.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, answer.length <= 2 ? '' : 'i');
}
