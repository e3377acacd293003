// The translations of the Gemini and Ollama dialects as pure functions: every kind of part, pairing of calls and results, thoughts, ends.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { WholeAnswer } from '../../src/modules/chat/dialects/answer-parts.ts';
import { type AnswerStep, readSteps } from '../../src/modules/chat/dialects/chunks.ts';
import { inCamelCase } from '../../src/modules/chat/dialects/gemini/camel-case.ts';
import { toJsonSchema } from '../../src/modules/chat/dialects/gemini/json-schema.ts';
import { chatBodyOf as fromGemini } from '../../src/modules/chat/dialects/gemini/read-request.ts';
import type { GenerateBody } from '../../src/modules/chat/dialects/gemini/schema.ts';
import { replyOf } from '../../src/modules/chat/dialects/gemini/write-reply.ts';
import { streamOf } from '../../src/modules/chat/dialects/gemini/write-stream.ts';
import { modelIdOf, taggedName } from '../../src/modules/chat/dialects/ollama/model-name.ts';
import { chatBodyOf as fromOllama } from '../../src/modules/chat/dialects/ollama/read-request.ts';
import { Stopwatch } from '../../src/modules/chat/dialects/ollama/stopwatch.ts';
import { linesOf, wholeReply } from '../../src/modules/chat/dialects/ollama/write-reply.ts';
import { ToolCallIds } from '../../src/modules/chat/dialects/tool-call-ids.ts';

const USER = { role: 'user' as const, parts: [{ text: 'x' }] };
const gemini = (body: Partial<GenerateBody>) => fromGemini({ contents: [USER], ...body }, 'm').body;
const USAGE = { promptTokens: 10, completionTokens: 7, cachedTokens: 4, reasoningTokens: 2, credits: undefined };
const ANSWER: WholeAnswer = {
  model: 'm',
  created: 1,
  text: 'Yes.',
  reasoning: 'Hm.',
  reasoningSignature: 'signed',
  refusal: '',
  calls: [],
  finishReason: 'stop',
  stopSequence: undefined,
  logprobs: [],
  usage: USAGE,
};

async function* chunksOf(...chunks: object[]) {
  yield* chunks;
}

const delta = (part: object, finish_reason: string | null = null, index = 0) => ({
  model: 'm',
  choices: [{ index, delta: part, finish_reason }],
});
const call = (index: number, piece: { id?: string; name?: string; arguments: string }) =>
  delta({ tool_calls: [{ index, ...(piece.id ? { id: piece.id } : {}), function: piece }] });

async function collect(stream: AsyncIterable<readonly object[]>): Promise<Record<string, unknown>[]> {
  const all: object[] = [];
  for await (const group of stream) all.push(...group);
  return all as Record<string, unknown>[];
}

test('Gemini: a turn of the model keeps its text, thoughts and calls; results answer calls by id, by name, in order', () => {
  const { messages } = gemini({
    contents: [
      USER,
      {
        role: 'model',
        parts: [
          { text: 'I wonder.', thought: true, thoughtSignature: 's' },
          { text: 'Let me ' },
          { text: 'see.' },
          { functionCall: { name: 'a', args: { n: 1 } } },
          { functionCall: { name: 'b' } },
          { functionCall: { id: 'mine', name: 'a' } },
        ],
      },
      {
        role: 'function',
        parts: [
          { functionResponse: { name: 'b', response: { ok: 2 } } },
          { functionResponse: { id: 'mine', name: 'a', response: {} } },
          { functionResponse: { name: 'a', response: { ok: 1 } } },
          { text: 'Go on.' },
        ],
      },
    ],
  });
  assert.deepEqual(messages.slice(1), [
    {
      role: 'assistant',
      content: 'Let me see.',
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'a', arguments: '{"n":1}' } },
        { id: 'call_2', type: 'function', function: { name: 'b', arguments: '{}' } },
        { id: 'mine', type: 'function', function: { name: 'a', arguments: '{}' } },
      ],
      reasoning_content: 'I wonder.',
      reasoning_signature: 's',
    },
    { role: 'tool', tool_call_id: 'call_2', content: '{"ok":2}' },
    { role: 'tool', tool_call_id: 'mine', content: '{}' },
    { role: 'tool', tool_call_id: 'call_1', content: '{"ok":1}' },
    { role: 'user', content: 'Go on.' },
  ]);
});

test('Gemini: modes, allowed functions, thinking and resolutions', () => {
  const tools = [{ functionDeclarations: [{ name: 'a' }, { name: 'b', parametersJsonSchema: { type: 'object' } }] }];
  const choose = (functionCallingConfig: object) => gemini({ tools, toolConfig: { functionCallingConfig } });
  assert.equal(gemini({ tools }).tool_choice, 'auto');
  assert.equal(choose({ mode: 'none' }).tool_choice, 'none');
  const any = choose({ mode: 'ANY', allowedFunctionNames: ['b'] });
  assert.deepEqual(
    [any.tool_choice, any.tools],
    ['required', [{ type: 'function', function: { name: 'b', parameters: { type: 'object' } } }]],
  );
  assert.deepEqual(
    choose({ mode: 'VALIDATED' }).tools?.map((tool) => tool.function.strict),
    [true, true],
  );
  const think = (thinkingConfig: object) =>
    (gemini({ generationConfig: { thinkingConfig } }) as { reasoning_effort?: string }).reasoning_effort;
  assert.deepEqual(
    [-1, 0, 1024, 1025, 8192, 8193].map((thinkingBudget) => think({ thinkingBudget })),
    [undefined, 'none', 'low', 'medium', 'medium', 'high'],
  );
  assert.equal(think({ thinkingLevel: 'high' }), 'high');
  const image = { role: 'user' as const, parts: [{ fileData: { fileUri: 'https://example.com/a.png' } }] };
  const { messages } = gemini({
    contents: [image],
    generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_LOW' },
  });
  assert.deepEqual(messages[0]?.content, [
    { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
  ]);
});

test('Gemini: whatever cannot be honoured is refused with the name of the field', () => {
  const declared = [{ functionDeclarations: [{ name: 'a' }] }];
  const model = (part: object) => ({ contents: [USER, { role: 'model', parts: [part] }] });
  const cases: [object, string][] = [
    [{ store: true }, 'store'],
    [{ generationConfig: { responseLogprobs: true } }, 'generationConfig.responseLogprobs'],
    [{ generationConfig: { speechConfig: {} } }, 'generationConfig.speechConfig'],
    [{ generationConfig: { responseMimeType: 'text/x.enum' } }, 'generationConfig.responseMimeType'],
    [{ generationConfig: { responseSchema: {} } }, 'generationConfig.responseMimeType'],
    [{ generationConfig: { mediaResolution: 'ULTRA' } }, 'generationConfig.mediaResolution'],
    [
      { generationConfig: { thinkingConfig: { thinkingLevel: 'ENDLESS' } } },
      'generationConfig.thinkingConfig.thinkingLevel',
    ],
    [
      { tools: [{ functionDeclarations: [{ name: 'a', behavior: 'NON_BLOCKING' }] }] },
      'tools[0].functionDeclarations[0].behavior',
    ],
    [{ tools: [{ functionDeclarations: Array(1025).fill({ name: 'a' }) }] }, 'tools'],
    [
      { tools: declared, toolConfig: { functionCallingConfig: { mode: 'SOME' } } },
      'toolConfig.functionCallingConfig.mode',
    ],
    [
      { tools: declared, toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['b'] } } },
      'toolConfig.functionCallingConfig.allowedFunctionNames',
    ],
    [{ contents: [{ parts: [{}] }] }, 'contents[0].parts[0]'],
    [{ contents: [{ parts: [{ text: 'a', fileData: { fileUri: 'b' } }] }] }, 'contents[0].parts[0]'],
    [{ contents: [{ parts: [{ inlineData: { mimeType: 'video/mp4', data: '' } }] }] }, 'contents[0].parts[0]'],
    [{ contents: [{ parts: [{ functionCall: { name: 'a' } }] }] }, 'contents[0].parts[0]'],
    [model({ inlineData: { mimeType: 'image/png', data: '' } }), 'contents[1].parts[0]'],
    [{ systemInstruction: { parts: [{ fileData: { fileUri: 'b' } }] } }, 'systemInstruction.parts[0]'],
  ];
  for (const [body, param] of cases)
    assert.throws(() => gemini(body), { code: 'invalid_parameter', param }, JSON.stringify(body).slice(0, 100));
});

test('Gemini: schemas become JSON schemas; the names of properties and hostile names stay data', () => {
  const schema = JSON.parse(`{
    "type": "OBJECT", "property_ordering": ["b_b", "a"], "nullable": true,
    "properties": {
      "a": { "type": "ARRAY", "max_items": "3", "items": { "type": "STRING", "format": "enum", "enum": ["x"], "nullable": true } },
      "b_b": { "any_of": [{ "type": "INTEGER" }, { "type": "TYPE_UNSPECIFIED" }], "nullable": true, "example": 1 },
      "__proto__": { "type": "BOOLEAN" }
    }
  }`);
  const converted = toJsonSchema(inCamelCase(schema) as Record<string, unknown>);
  assert.equal(
    JSON.stringify(converted),
    JSON.stringify({
      type: ['object', 'null'],
      properties: {
        b_b: { anyOf: [{ type: 'integer' }, {}, { type: 'null' }], examples: [1] },
        a: { type: 'array', maxItems: 3, items: { type: ['string', 'null'], enum: ['x', null] } },
        ['__proto__']: { type: 'boolean' },
      },
    }),
  );
  assert.deepEqual(inCamelCase({ args: { snake_case: null }, safety_settings: null }), { args: { snake_case: null } });
});

test('Gemini: thoughts are shown on request and counted beside the answer; broken calls are told', () => {
  const head = { modelVersion: 'm', responseId: 'r', includeThoughts: true };
  assert.deepEqual(replyOf([ANSWER], USAGE, head), {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'signed' }, { text: 'Yes.' }],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      candidatesTokenCount: 5,
      totalTokenCount: 17,
      cachedContentTokenCount: 4,
      thoughtsTokenCount: 2,
    },
    modelVersion: 'm',
    responseId: 'r',
  });
  const calls = [
    { id: '', name: 'a', arguments: '' },
    { id: 'c', name: 'b', arguments: '{"n":' },
  ];
  const reasons = ['tool_calls', 'length', 'content_filter'].map((finishReason) => {
    const reply = replyOf([{ ...ANSWER, text: '', calls, finishReason }], USAGE, { ...head, includeThoughts: false });
    const [candidate] = (reply as { candidates: { content: { parts: object[] }; finishReason: string }[] }).candidates;
    assert.deepEqual(candidate?.content.parts, [{ functionCall: { name: 'a', args: {} } }]);
    return candidate?.finishReason;
  });
  assert.deepEqual(reasons, ['MALFORMED_FUNCTION_CALL', 'MAX_TOKENS', 'SAFETY']);
});

test('Gemini: a stream delivers text at once, calls whole, and end and usage together for every candidate', async () => {
  const head = { modelVersion: 'm', responseId: 'r', includeThoughts: true };
  const steps = readSteps(
    chunksOf(
      delta({ reasoning_content: 'Hm.' }),
      delta({ content: 'A' }),
      delta({ content: 'B' }, null, 1),
      call(0, { id: 'c0', name: 'a', arguments: '{"n"' }),
      call(1, { id: 'c1', name: 'b', arguments: '{}' }),
      call(0, { arguments: ':1}' }),
      delta({}, 'tool_calls'),
      delta({}, 'length', 1),
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 9 } },
    ),
  );
  const chunks = await collect(streamOf(steps, head));
  const parts = chunks.map(({ candidates }) =>
    (candidates as { index: number; content: { parts: object[] }; finishReason?: string }[]).map(
      ({ index, content, finishReason }) => [index, content.parts, finishReason],
    ),
  );
  assert.deepEqual(parts, [
    [[0, [{ text: 'Hm.', thought: true }], undefined]],
    [[0, [{ text: 'A' }], undefined]],
    [[1, [{ text: 'B' }], undefined]],
    [
      [
        0,
        [
          { functionCall: { id: 'c0', name: 'a', args: { n: 1 } } },
          { functionCall: { id: 'c1', name: 'b', args: {} } },
        ],
        'STOP',
      ],
      [1, [{ text: '' }], 'MAX_TOKENS'],
    ],
  ]);
  assert.deepEqual(chunks.at(-1)?.usageMetadata, {
    promptTokenCount: 3,
    candidatesTokenCount: 9,
    totalTokenCount: 12,
  });
});

test('Ollama: names with and without the tag', () => {
  assert.deepEqual(['a', 'a:latest', 'a:7b'].map(modelIdOf), ['a', 'a', 'a:7b']);
  assert.deepEqual(['a', 'a:7b'].map(taggedName), ['a:latest', 'a:7b']);
});

test('Ollama: thoughts, tools and results of several turns', () => {
  const asked = { function: { name: 'a', arguments: { n: 1 } } };
  const turn = [
    { role: 'assistant' as const, content: '', thinking: 'Hm.', tool_calls: [asked, asked] },
    { role: 'tool' as const, content: 'one', tool_name: 'a' },
    { role: 'tool' as const, content: 'two' },
  ];
  const { messages } = fromOllama({ model: 'm', messages: [{ role: 'user', content: 'x' }, ...turn, ...turn] });
  assert.deepEqual(
    messages.flatMap(({ role, tool_call_id: id, content }) => (role === 'tool' ? [[id, content]] : [])),
    ['call_1', 'call_2', 'call_3', 'call_4'].map((id, index) => [id, index % 2 === 0 ? 'one' : 'two']),
  );
  assert.deepEqual(
    messages.filter(({ role }) => role === 'assistant').map((message) => message.reasoning_content),
    ['Hm.', 'Hm.'],
  );
});

test('Ollama: thinking is a member of its own unless it is switched off; a broken call is text', async () => {
  const head = { way: 'chat' as const, model: 'm', showsThinking: true, stopwatch: new Stopwatch() };
  const whole = wholeReply({ ...ANSWER, calls: [{ id: '', name: 'a', arguments: '{"n":' }] }, head);
  assert.deepEqual((whole as { message: object }).message, {
    role: 'assistant',
    content: 'Yes.a({"n":',
    thinking: 'Hm.',
  });
  const chunks = () =>
    readSteps(
      chunksOf(
        delta({ reasoning_content: 'Hm.' }),
        delta({ content: 'A' }),
        call(0, { id: 'c', name: 'a', arguments: '{}' }),
        delta({}, 'length'),
        { choices: [], usage: { prompt_tokens: 3, completion_tokens: 9 } },
      ),
    );
  const lines = await collect(linesOf(chunks(), head));
  assert.deepEqual(
    lines.map(({ message }) => message),
    [
      { role: 'assistant', content: '', thinking: 'Hm.' },
      { role: 'assistant', content: 'A' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c', function: { name: 'a', arguments: {} } }] },
      { role: 'assistant', content: '' },
    ],
  );
  assert.deepEqual([lines.at(-1)?.done, lines.at(-1)?.done_reason, lines.at(-1)?.eval_count], [true, 'length', 9]);
  const silent = await collect(linesOf(chunks(), { ...head, showsThinking: false }));
  assert.equal(silent.length, 3);
});

test('a step is read for every choice, and counts inside an answer are not taken for its usage', async () => {
  const steps: AnswerStep[] = [];
  const frame = Buffer.from(
    `data: ${JSON.stringify({
      choices: [
        { index: 0, text: 'a' },
        { index: 1, delta: { content: 'b' } },
      ],
      usage: { prompt_tokens: 1 },
    })}\n\n`,
  );
  for await (const group of readSteps(chunksOf(frame))) steps.push(...group);
  assert.deepEqual(
    steps.map(({ choice, text, usage }) => [choice, text, usage]),
    [
      [0, 'a', undefined],
      [1, 'b', undefined],
    ],
  );
});

test('many thousand calls are paired in no time', () => {
  const ids = new ToolCallIds();
  const names = Array.from({ length: 100_000 }, (_, index) => `tool${index}`);
  for (const name of names) ids.open(name);
  const before = process.cpuUsage();
  assert.ok(names.toReversed().every((name) => ids.close(name)));
  assert.equal(ids.close(undefined), undefined);
  // Processor time, not time: five billion steps, as a search for each call would take, need far more on any machine.
  assert.ok(process.cpuUsage(before).user < 4_000_000);
});
