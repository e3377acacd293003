// What the test upstream says: fixed words with known token counts, tool calls, JSON, embeddings.

export interface UpstreamRequest {
  model: string;
  stream?: boolean;
  n?: number;
  max_tokens?: number;
  max_completion_tokens?: number;
  messages?: { role: string; content: unknown }[];
  prompt?: unknown;
  tools?: { function: { name: string; parameters?: { properties?: object } } }[];
  tool_choice?: unknown;
  response_format?: { type: string };
  stream_options?: { include_usage?: boolean };
  [field: string]: unknown;
}

/** Each is exactly one token of o200k_base, also when they stand one after the other. */
export const WORDS = ['The', ' quick', ' brown', ' fox', ' jumps', ' over', ' the', ' lazy', ' dog', '.'];
/** What mock-thinking-1 thinks before its words. */
export const THOUGHTS = ['A', ' fox', ' again'];
const HARD_WORDS = ['Grüße', ' aus', ' 東京', ' 🗼', ' –', ' ça', ' va', '?'];
const PROMPT_TOKENS = 12;
const HUGE_CHARACTERS = 300_000;
const LONG_WORDS = 200;

interface Chunk {
  [field: string]: unknown;
}

function wordsFor(body: UpstreamRequest): string[] {
  if (body.response_format && body.response_format.type !== 'text')
    return ['{"city":', '"Paris",', '"population":', '2100000}'];
  if (body.model.startsWith('mock-code')) return codeFor(body);
  if (body.model === 'mock-split-1') return HARD_WORDS;
  if (body.model === 'mock-small-window-1') return rememberingFor(body);
  if (body.model === 'mock-huge-1') return ['start ', 'x'.repeat(HUGE_CHARACTERS), ' end'];
  const words = body.model === 'mock-long-1' ? Array.from({ length: LONG_WORDS }, () => ' word') : WORDS;
  return words.slice(0, body.max_completion_tokens ?? body.max_tokens ?? words.length);
}

function usageFor(body: UpstreamRequest): {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details?: object;
  completion_tokens_details?: object;
} {
  const completion = wordsFor(body).length * (body.n ?? 1);
  if (body.model === 'mock-thinking-1') {
    const all = completion + THOUGHTS.length;
    return {
      prompt_tokens: PROMPT_TOKENS,
      completion_tokens: all,
      total_tokens: PROMPT_TOKENS + all,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: THOUGHTS.length },
    };
  }
  return { prompt_tokens: PROMPT_TOKENS, completion_tokens: completion, total_tokens: PROMPT_TOKENS + completion };
}

export function replyFor(body: UpstreamRequest, isChat: boolean): Record<string, unknown> & { usage?: unknown } {
  const indexes = Array.from({ length: body.n ?? 1 }, (_, index) => index);
  const text = wordsFor(body).join('');
  const tool = toolOf(body);
  const finish = finishFor(body);
  return {
    id: 'chatcmpl-mock',
    object: isChat ? 'chat.completion' : 'text_completion',
    created: 1700000000,
    model: `${body.model}-2024`,
    choices: indexes.map((index) => {
      if (!isChat) return { index, text, logprobs: null, finish_reason: finish };
      const message = tool
        ? { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: tool }] }
        : {
            role: 'assistant',
            content: text,
            ...(body.model === 'mock-thinking-1' ? { reasoning_content: THOUGHTS.join('') } : {}),
          };
      return { index, message, finish_reason: tool ? 'tool_calls' : finish };
    }),
    usage: usageFor(body),
  };
}

export function* chunksFor(body: UpstreamRequest, isChat: boolean): Generator<Chunk> {
  const head = {
    id: 'chatcmpl-mock',
    object: isChat ? 'chat.completion.chunk' : 'text_completion',
    created: 1700000000,
    model: `${body.model}-2024`,
  };
  const wantsUsage = body.stream_options?.include_usage === true;
  const choicesOf = (part: object) =>
    Array.from({ length: body.n ?? 1 }, (_, index) => ({ index, finish_reason: null, ...part }));
  const tool = toolOf(body);
  for (const thought of isChat && body.model === 'mock-thinking-1' ? THOUGHTS : [])
    yield { ...head, choices: choicesOf({ delta: { reasoning_content: thought } }) };
  if (isChat) yield { ...head, choices: choicesOf({ delta: { role: 'assistant', content: '' } }) };
  if (isChat && tool) {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: tool.name, arguments: '' } };
    yield { ...head, choices: choicesOf({ delta: { tool_calls: [call] } }) };
    for (const piece of tool.arguments.match(/.{1,6}/g) ?? []) {
      yield { ...head, choices: choicesOf({ delta: { tool_calls: [{ index: 0, function: { arguments: piece } }] } }) };
    }
  } else {
    for (const word of wordsFor(body))
      yield { ...head, choices: choicesOf(isChat ? { delta: { content: word } } : { text: word }) };
  }
  const finish_reason = tool && isChat ? 'tool_calls' : finishFor(body);
  yield { ...head, choices: choicesOf({ ...(isChat ? { delta: {} } : { text: '' }), finish_reason }) };
  if (wantsUsage) yield { ...head, choices: [], usage: usageFor(body) };
}

function toolOf(body: UpstreamRequest): { name: string; arguments: string } | undefined {
  const [tool] = body.tools ?? [];
  const answered = body.messages?.some(({ role }) => role === 'tool') ?? false;
  if (!tool || body.tool_choice === 'none' || answered) return undefined;
  const { name, parameters } = tool.function;
  return { name, arguments: 'input' in (parameters?.properties ?? {}) ? '{"input":"Paris"}' : '{"city":"Paris"}' };
}

function finishFor(body: UpstreamRequest): string {
  const limit = body.max_completion_tokens ?? body.max_tokens;
  const whole = body.model === 'mock-long-1' ? LONG_WORDS : WORDS.length;
  return limit !== undefined && limit < whole ? 'length' : 'stop';
}

const BROKEN =
  'Sure! Here is the code:\n\n```python\ndef add(a, b:\n    return a + b\n```\n\nThis function adds two numbers.';
const WHOLE = '```python\ndef add(a, b):\n    return a + b\n```';

const TALK =
  'To add two numbers you first have to read both of them. Then you add them to each other.\nThe result is the sum of the two numbers. You can print it afterwards.';

/** Broken at first; right once it is told of the error, unless it is stubborn. */
function codeFor(body: UpstreamRequest): string[] {
  const asked = JSON.stringify(body.messages ?? '');
  if (asked.includes('Explain this')) return ['It adds', ' two numbers.'];
  if (asked.includes('Refactor this')) {
    return ['```python\n', 'def total(values):\n', '    # Sum of all values.\n', '    return sum(values)\n', '```'];
  }
  if (asked.includes('Continue this')) return ['```python\n', 'def add(a, b):\n    return a + b\n', '```'];
  if (body.model === 'mock-code-talk-1') return TALK.match(/[\s\S]{1,40}/g) ?? [];
  const isRepair = asked.includes('syntax errors');
  return (isRepair && body.model !== 'mock-code-stubborn-1' ? WHOLE : BROKEN).match(/[\s\S]{1,9}/g) ?? [];
}

/** Condenses when it is asked to, else says which names it can still see. */
function rememberingFor(body: UpstreamRequest): string[] {
  const asked = JSON.stringify(body.messages ?? '');
  const names = [...new Set(asked.match(/\b(Ada|Bela|Cleo|Dora|Emil|Fritz)\b/g) ?? [])].join(', ');
  return asked.includes('You keep the memory') ? ['The user ', 'mentioned: ', names] : ['I know: ', names];
}

const EMBEDDING_DIMENSIONS = 8;

export function embeddingsFor(body: UpstreamRequest): object {
  const inputs = (Array.isArray(body.input) ? body.input : [body.input]) as unknown[];
  const data = inputs.map((input, index) => {
    const text = JSON.stringify(input);
    const raw = Array.from({ length: EMBEDDING_DIMENSIONS }, (_, at) =>
      Math.sin(text.length + at * (text.charCodeAt(1) || 1)),
    );
    const length = Math.hypot(...raw);
    return { object: 'embedding', index, embedding: raw.map((value) => value / length) };
  });
  const tokens = 3 * inputs.length;
  return { object: 'list', data, model: body.model, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}
