// The parts of the local text engine that need no model: cutting, tool calls as they grow, threads beside others' work.
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { AnswerWriter } from '../../src/engines/text/local/answer-writer.ts';
import { calculate, completeSum, readSum } from '../../src/engines/text/local/calculator.ts';
import { ChannelReader } from '../../src/engines/text/local/channel-reader.ts';
import { RepetitionWatch, SentenceWatch } from '../../src/engines/text/local/repetition-watch.ts';
import { answerSum, withCalculatedSum } from '../../src/engines/text/local/small-model-helper.ts';
import { StepBarrier } from '../../src/engines/text/local/step-barrier.ts';
import { TextCutter } from '../../src/engines/text/local/text-cutter.ts';
import { threadsBetween } from '../../src/engines/text/local/thread-tuner.ts';
import type { TextEvent } from '../../src/engines/text/port.ts';

const letters = fc.array(fc.constantFrom('a', 'b', 'c', 'ab', 'bc', 'abc'), { maxLength: 30 });

test('however a text is cut into tokens, a stop string ends it at the same letter', () => {
  fc.assert(
    fc.property(letters, fc.constantFrom('abc', 'cc', 'bca'), (pieces, stop) => {
      const cutter = new TextCutter([stop]);
      let delivered = '';
      let tokens = 0;
      for (const text of pieces) {
        const { out, stop: met } = cutter.push({ text, tokens: 1 });
        delivered += out.map((piece) => piece.text).join('');
        tokens += out.reduce((sum, piece) => sum + piece.tokens, 0);
        if (met) break;
      }
      const whole = pieces.join('');
      const end = whole.indexOf(stop);
      if (end >= 0) assert.equal(delivered, whole.slice(0, end));
      else
        assert.equal(
          delivered +
            cutter
              .flush()
              .map((piece) => piece.text)
              .join(''),
          whole,
        );
      assert.ok(tokens <= pieces.length);
    }),
  );
});

function write(writer: AnswerWriter, text: string, size: number): TextEvent[] {
  const events: TextEvent[] = [];
  for (let at = 0; at < text.length && !writer.finished; at += size) {
    events.push(...writer.push({ text: text.slice(at, at + size), tokens: 1 }));
  }
  return [...events, ...writer.flush()];
}

test('a model that opens a tool call by itself is read as one, in pieces of any size', () => {
  const spoken =
    'Let me look.\n<tool_call>\n{"name": "find", "arguments": {"text": "a } \\" b", "deep": {"n": [1]}}}\n</tool_call>';
  for (const size of [1, 2, 3, 7, 200]) {
    const writer = new AnswerWriter({ purpose: 'call-if-opened', stops: [] });
    const events = write(writer, spoken, size);
    const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    const calls = events.filter((event) => event.type === 'tool_call');
    assert.equal(text, 'Let me look.\n');
    assert.equal(calls[0]?.name, 'find');
    assert.deepEqual(JSON.parse(calls.map((call) => call.argumentsDelta).join('')), {
      text: 'a } " b',
      deep: { n: [1] },
    });
    assert.equal(writer.finished, 'tool_calls');
  }
});

test('with tools at hand a plain answer stays plain, and the grammar waits for an opened call', () => {
  const writer = new AnswerWriter({ purpose: 'call-if-opened', stops: [] });
  assert.equal(
    write(writer, 'a < b, <tool> and so on', 2)
      .map((event) => (event.type === 'text' ? event.text : ''))
      .join(''),
    'a < b, <tool> and so on',
  );
  assert.equal(writer.isBound, false);
  write(writer, '<tool_call>', 4);
  assert.equal(writer.isBound, true);
});

test('JSON ends when it closes, whatever the model would add', () => {
  const writer = new AnswerWriter({ purpose: 'format', stops: [] });
  const events = write(writer, '{"a": "}"} and more', 3);
  assert.equal(events.map((event) => (event.type === 'text' ? event.text : '')).join(''), '{"a": "}"}');
  assert.equal(writer.finished, 'stop');
});

test('threads are left to those who use the machine, and one always stays', () => {
  const before = { atMs: 0, busyMs: 0, ownMs: 0 };
  const used = (ownMs: number, othersMs: number) => ({ atMs: 1_000, busyMs: ownMs + othersMs, ownMs });
  assert.equal(threadsBetween(before, used(4_000, 0), 4), 4);
  assert.equal(threadsBetween(before, used(4_000, 200), 4), 4);
  assert.equal(threadsBetween(before, used(3_000, 1_000), 4), 3);
  assert.equal(threadsBetween(before, used(100, 3_900), 4), 1);
  assert.equal(threadsBetween(before, used(0, 9_000), 2), 1);
});

test('members of a step go together and in order of their places', async () => {
  const barrier = new StepBarrier();
  const gone: number[] = [];
  for (let place = 0; place < 3; place += 1) barrier.join();
  const steps = [2, 0, 1].map((place) => barrier.step(place).then(() => gone.push(place)));
  await Promise.all(steps);
  assert.deepEqual(gone, [0, 1, 2]);
  barrier.leave();
  barrier.leave();
  await barrier.step(0);
});

test('a turn marker ends the answer, and no piece of one is left at its end', () => {
  const markers = ['<|system|>', '<|user|>', '<|assistant|>', '</s>'];
  // The pieces of a small model as they came, one token each.
  const recorded: [string[], string][] = [
    [['Paris', '.', '\n', '<', '|', 'user', '|', '>', '\n', 'Thanks'], 'Paris.\n'],
    [['Paris', '.', '\n', '<', '|', 'user', '|', '\n', 'Thanks'], 'Paris.\n'],
    [['Paris', '.', '\n', '<', '|', 'user', '|'], 'Paris.\n'],
    [['Paris', '.', '<', '|', 'us'], 'Paris.'],
    [['Paris', '.', '<|'], 'Paris.'],
    [['if (a <', ' b |', '| c <'], 'if (a < b || c <'],
  ];
  for (const [pieces, wanted] of recorded) {
    const writer = new AnswerWriter({ stops: ['STOP'], turnMarkers: markers });
    const events: TextEvent[] = [];
    for (const text of pieces) if (!writer.finished) events.push(...writer.push({ text, tokens: 1 }));
    events.push(...writer.flush());
    assert.equal(events.map((event) => (event.type === 'text' ? event.text : '')).join(''), wanted, pieces.join(''));
  }
});

test('the start of a client’s own stop string is part of the answer if the answer ends there', () => {
  const writer = new AnswerWriter({ stops: ['STOP'], turnMarkers: ['<|user|>'] });
  const events = [...writer.push({ text: 'It is ST', tokens: 3 }), ...writer.flush()];
  assert.equal(events.map((event) => (event.type === 'text' ? event.text : '')).join(''), 'It is ST');
});

const CHANNELS =
  '<|channel|>analysis<|message|>Easy.<|end|><|start|>assistant<|channel|>final<|message|>Hello <b>you</b>.<|return|>';

function readChannels(text: string, step: number, oneCall = false) {
  const writer = new AnswerWriter({ stops: [], channels: new ChannelReader(false), oneCall });
  const events: TextEvent[] = [];
  for (let at = 0; at < text.length; at += step)
    events.push(...writer.push({ text: text.slice(at, at + step), tokens: 1 }));
  events.push(...writer.flush());
  return { events, writer };
}

test('an answer in channels is told apart into thought and text, however it is cut into tokens', () => {
  for (const step of [1, 2, 3, 7, 200]) {
    const { events, writer } = readChannels(CHANNELS, step);
    const said = (type: string) =>
      events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
    assert.equal(said('reasoning'), 'Easy.');
    assert.equal(said('text'), 'Hello <b>you</b>.');
    assert.equal(writer.finished, undefined);
    assert.ok(writer.reasoningTokens > 0 && writer.deliveredTokens >= writer.reasoningTokens);
  }
});

test('two channels that call the same function are two calls, or one where the order allows one', () => {
  const call = (city: string) => `<|channel|>commentary to=functions.weather<|message|>{"city":"${city}"}<|call|>`;
  const text = `${call('Rome')}<|start|>assistant${call('Paris')}`;
  for (const step of [1, 4, 200]) {
    const said = (oneCall: boolean) => {
      const { events, writer } = readChannels(text, step, oneCall);
      assert.equal(writer.finished, 'tool_calls');
      const calls = events.flatMap((event) => (event.type === 'tool_call' ? [event] : []));
      return [0, 1].map((wanted) =>
        calls.map(({ index, argumentsDelta }) => (index === wanted ? argumentsDelta : '')).join(''),
      );
    };
    assert.deepEqual(said(false), ['{"city":"Rome"}', '{"city":"Paris"}']);
    assert.deepEqual(said(true), ['{"city":"Rome"}', '']);
  }
});

test('a channel that calls a function is a tool call', () => {
  const text =
    '<|channel|>analysis<|message|>I look.<|end|><|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Rome"}<|call|>';
  for (const step of [1, 4, 200]) {
    const { events, writer } = readChannels(text, step);
    const calls = events.flatMap((event) => (event.type === 'tool_call' ? [event] : []));
    assert.deepEqual(
      calls.flatMap(({ name }) => name ?? []),
      ['get_weather'],
    );
    assert.equal(calls.map(({ argumentsDelta }) => argumentsDelta).join(''), '{"city":"Rome"}');
    assert.equal(writer.finished, 'tool_calls');
  }
});

test('the calculator is exact, and takes only sums for sums', () => {
  const sums: [string, string | undefined][] = [
    ['(9 + 8) * 2', '34'],
    ['-2^2', '-4'],
    ['2^64 + 1', '18446744073709551617'],
    ['1,234.50 + 0.5', '1235'],
    ['0.1 + 0.2', '0.3'],
    ['10 ÷ 4 × 2', '5'],
    ['3 x 4', '12'],
    ['-1/3', '-0.333333'],
    ['$5 * 3', '15'],
    ['1 / 0', undefined],
    ['2 ^ 1000', undefined],
    ['(1 + 2', undefined],
    ['5', undefined],
    ['-5', undefined],
    ['2024-01-01', undefined],
    ['1 + x', undefined],
    [`${'9'.repeat(41)} + 1`, undefined],
    [`1${' + 1'.repeat(60)}`, undefined],
  ];
  for (const [sum, result] of sums) assert.equal(calculate(sum), result, sum);
});

test('a tower of powers is no sum for the calculator', () => {
  assert.equal(calculate('9^64'), String(9n ** 64n));
  for (const tower of ['(9^64)^64', '((((9^64)^64)^64)^64)^64', `1/${'3^64*'.repeat(30)}3`])
    assert.equal(calculate(tower), undefined);
});

test('the calculator agrees with whole numbers of any size', () => {
  const number = fc.integer({ min: -99_999, max: 99_999 });
  fc.assert(
    fc.property(number, number, number, (a, b, c) => {
      assert.equal(calculate(`(${a}) + (${b}) * (${c})`), String(BigInt(a) + BigInt(b) * BigInt(c)));
    }),
  );
});

test('a message that asks for a sum is read, in signs or in words; any other is left alone', () => {
  assert.equal(readSum('What is 98 plus 45?'), '98 + 45 = 143');
  assert.equal(readSum('95 times 45 ='), '95 * 45 = 4275');
  assert.equal(readSum('calculate (4 - 7) - 3.'), '(4 - 7) - 3 = -6');
  for (const other of ['What is the capital of France?', 'I have 3 + 4 apples and a question', '2024', '', '?'])
    assert.equal(readSum(other), undefined, other);
  const asked = [{ role: 'user' as const, content: 'What is 6 times 7?' }];
  assert.equal(answerSum(asked), '6 * 7 = 42');
  assert.equal(withCalculatedSum(asked), asked);
  const instructed = [{ role: 'system' as const, content: 'Answer in words.' }, ...asked];
  assert.equal(answerSum(instructed), undefined);
  assert.match(String(withCalculatedSum(instructed)[1]?.content), /^What is 6 times 7\?\n.*6 \* 7 = 42/);
  const plain = [{ role: 'user' as const, content: 'Hello' }];
  assert.equal(answerSum(plain), undefined);
  assert.equal(withCalculatedSum(plain), plain);
});

test('a sum that a model has written is completed behind its sign', () => {
  assert.equal(completeSum('She sells 16 - 3 - 4 = '), '9');
  assert.equal(completeSum('and earns $2 * 9 ='), ' 18');
  for (const other of ['x =', 'if (a == 3) x =', '2 + 3 ==', 'a2 + 3 =', 'the answer =', '7 ='])
    assert.equal(completeSum(other), undefined, other);
});

test('words that come again and again end an answer; lists and short words do not', () => {
  const isStuck = (tokens: readonly number[]) => {
    const watch = new RepetitionWatch();
    return tokens.some((token) => watch.push(token));
  };
  const repeat = (phrase: readonly number[], times: number) => Array.from({ length: times }, () => phrase).flat();
  assert.ok(isStuck(repeat([1], 48)));
  assert.ok(isStuck(repeat([1, 2, 3, 4], 12)));
  assert.ok(
    isStuck([
      9,
      8,
      7,
      ...repeat(
        Array.from({ length: 30 }, (_unused, index) => index),
        3,
      ),
    ]),
  );
  assert.ok(!isStuck(repeat([1, 2], 20)));
  assert.ok(!isStuck(Array.from({ length: 500 }, (_unused, index) => index)));
  assert.ok(!isStuck(Array.from({ length: 200 }, (_unused, index) => (index % 4 === 0 ? index : index % 4))));
});

test('a sentence that comes back with other numbers ends an answer; lines of code and short words do not', () => {
  const isStuck = (text: string) => {
    const watch = new SentenceWatch();
    return (text.match(/[\s\S]{1,7}/g) ?? []).some((piece) => watch.push(piece));
  };
  const steps = Array.from({ length: 6 }, (_unused, at) => `${at + 1}. Run the code and look at its output.\n`).join(
    '',
  );
  assert.ok(isStuck(steps));
  assert.ok(isStuck('The function takes two numbers as input. It returns their sum as output. '.repeat(4)));
  assert.ok(!isStuck('Yes. No. Maybe. '.repeat(20)));
  assert.ok(!isStuck(`\`\`\`\n${'print the same line again and again\n'.repeat(10)}\`\`\`\n`));
  assert.ok(!isStuck('const total = add(first, second); // as before\n'.repeat(10)));
  assert.ok(
    !isStuck(
      Array.from({ length: 60 }, (_unused, at) => `This sentence is about ${'abcdefgh'.repeat(at + 1)}.\n`).join(''),
    ),
  );
  const watch = new RepetitionWatch();
  const paragraph = Array.from({ length: 200 }, (_unused, index) => index);
  assert.ok(
    [...paragraph, ...paragraph, ...paragraph].some((token) => watch.push(token)),
    'a whole paragraph, three times',
  );
});
