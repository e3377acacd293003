// What guards find and what they cost: generated values of every kind in prose of many countries, texts that only look like them, and the
// time that a call takes longer.   npm run bench -- guards [--seed 1] [--missed]
import { parseArgs } from 'node:util';
import type { Caller } from '../src/core/caller.ts';
import { guardValue } from '../src/core/guards/guard-value.ts';
import { maskText, placeholderOf } from '../src/core/guards/mask.ts';
import { GUARDED_KINDS, type GuardRules } from '../src/core/guards/policy.ts';
import { StreamGuard } from '../src/core/guards/stream-guard.ts';
import { guardPolicyFor } from '../src/http/guards.ts';
import { negatives, positives, type Sample } from './support/guard-corpus.ts';

const { values: options } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, missed: { type: 'boolean', default: false } },
});
const RULES: GuardRules = Object.fromEntries(GUARDED_KINDS.map((kind) => [kind, 'mask']));
/** Without addresses of machines, which few mean by personal data. */
const USUAL: GuardRules = { ...RULES };
delete USUAL.ip;
const ignore = () => undefined;

measureFound(positives(Number(options.seed)));
measureFalseAlarms(negatives(Number(options.seed)));
await measureTime();

function measureFound(all: readonly Sample[]): void {
  console.log('found         of   share   missed most');
  for (const kind of GUARDED_KINDS) {
    const samples = all.filter((sample) => sample.kind === kind);
    const missed = samples.filter(({ text, value }) => {
      const masked = maskText(text, RULES, ignore);
      return masked.includes(value) || !masked.includes(placeholderOf(kind));
    });
    const forms = Map.groupBy(missed, ({ form }) => form);
    const most = [...forms].sort((one, other) => other[1].length - one[1].length).slice(0, 4);
    const told = most.map(
      ([form, list]) => `${form} ${list.length}/${samples.filter((sample) => sample.form === form).length}`,
    );
    const found = samples.length - missed.length;
    console.log(
      `${kind.padEnd(8)}${String(found).padStart(5)} ${String(samples.length).padStart(6)}  ${share(found, samples.length)}   ${told.join(', ')}`,
    );
    if (options.missed) for (const { text } of missed.slice(0, 12)) console.log(`    ${JSON.stringify(text)}`);
  }
}

function measureFalseAlarms(all: readonly { form: string; text: string }[]): void {
  console.log(`\nfalse alarms in ${all.length} texts without a value`);
  for (const kind of GUARDED_KINDS) {
    const wrong = all.filter(({ text }) => maskText(text, { [kind]: 'mask' }, ignore) !== text);
    const forms = [...Map.groupBy(wrong, ({ form }) => form)].map(([form, list]) => `${form} ${list.length}`);
    console.log(
      `${kind.padEnd(8)}${String(wrong.length).padStart(5)}  ${share(wrong.length, all.length)}   ${forms.join(', ')}`,
    );
    if (options.missed) for (const { text } of wrong.slice(0, 12)) console.log(`    ${JSON.stringify(text)}`);
  }
  const usual = all.filter(({ text }) => maskText(text, USUAL, ignore) !== text).length;
  console.log(`all but ip${String(usual).padStart(4)}  ${share(usual, all.length)}`);
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1).padStart(5)} %`;
}

async function measureTime(): Promise<void> {
  const prose = 'The quick brown fox jumps over the lazy dog, and then some 12 more in 2024, says anna@example.com. ';
  const body = (length: number) => ({
    model: 'any',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: prose.repeat(Math.ceil(length / prose.length)) },
    ],
  });
  console.log('\nadded time (median of 5 rounds)');
  const route = { tag: 'chat', method: 'POST', path: '/chat/completions' } as const;
  const caller: Pick<Caller, 'plan' | 'guards'> = { plan: 'free' };
  const plans = { plan: () => ({}) as never };
  const off = await medianOf(200_000, () => guardPolicyFor(route, caller, plans));
  console.log(`  off, a call of any size    ${(off * 1e6).toFixed(0)} ns`);
  for (const [name, length, times] of [
    ['1 kB', 1_000, 2_000],
    ['100 kB', 100_000, 60],
    ['4 MB', 4_000_000, 3],
  ] as const) {
    const given = body(length);
    const ms = await medianOf(times, () => guardValue(given, { rules: RULES, note: ignore, known: new Set() }));
    console.log(`  on, a prompt of ${name.padEnd(10)} ${ms.toFixed(3)} ms`);
  }
  const answer = prose.repeat(100);
  const pieces = Array.from({ length: Math.ceil(answer.length / 4) }, (_, index) =>
    answer.slice(index * 4, index * 4 + 4),
  );
  const ms = await medianOf(10, () => {
    const guard = new StreamGuard(RULES, ignore);
    for (const piece of pieces) guard.push(piece);
    guard.end();
  });
  console.log(
    `  on, a stream               ${((1000 * ms) / pieces.length).toFixed(1)} µs for each piece of 4 characters`,
  );
}

/** Milliseconds of one. */
async function medianOf(times: number, work: () => unknown): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    for (let time = 0; time < times; time += 1) {
      const pending = work();
      if (pending instanceof Promise) await pending;
    }
    rounds.push((performance.now() - began) / times);
  }
  return rounds.sort((one, other) => one - other)[2] ?? 0;
}
