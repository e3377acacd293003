// JSON bodies of many shapes that stay below the size limits but once took seconds to read, check or count.
export interface HostileShape {
  name: string;
  path: string;
  /** Made when it is wanted: some are 30 MB. */
  body(): Buffer;
}

const ALMOST_4_MB = 3_900_000;
const NESTED_LISTS = '{"type":"array","minItems":1000,"items":'.repeat(20);
const ENDLESS_FORMAT = `,"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":${NESTED_LISTS}{}${'}'.repeat(20)}}}`;
/** Each reference doubles: two to the sixteenth, and every list repeats it. */
const SELF = '{"$ref":"#/$defs/a"}';
const DOUBLING_FORMAT = `,"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{"$defs":{"a":{"allOf":[${SELF},${SELF},${SELF}],"properties":{"b":${SELF},"c":${SELF},"d":{"$ref":"#/%"}}}},"$ref":"#/$defs/a"}}}`;
/** A format of this schema, for the sandbox, whose models answer with the smallest value that it allows. */
const format = (schema: string) =>
  `,"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":${schema}}}`;
const lists = (count: number, inner: string) =>
  `${`{"type":"array","minItems":${count},"items":`.repeat(2)}${inner}${'}'.repeat(2)}`;
const LONG_CONSTANT = `{"const":"${'a'.repeat(20_000)}"}`;
const WIDE_ENUM = `{"enum":[${JSON.stringify(Array.from({ length: 2_000 }, (_, index) => [index]))}]}`;
const LONG_TEXTS = '{"type":"string","minLength":10000}';
const LONG_NAME = 'a'.repeat(100_000);
const LONG_REFERENCE = `{"$defs":{"${LONG_NAME}":{"type":"null"}},"type":"array","minItems":1000,"items":{"type":"array","minItems":5,"items":{"$ref":"#/$defs/${LONG_NAME}"}}}`;
const WIDE_JOINS = `{"type":"array","minItems":900,"items":{"allOf":[{"type":"null","properties":{${keys(9_000, '{}')}}},{"properties":{"x":{}}}]}}`;
const TEXT_MODEL = 'atelier-text-1';
const EMBEDDING_MODEL = 'atelier-embed-1';

/** Each repeats one piece until the body is as large as its route takes. */
export function hostileShapes(
  models: { text: string; embedding: string } = { text: TEXT_MODEL, embedding: EMBEDDING_MODEL },
): HostileShape[] {
  const embedding = (input: string) => `{"model":"${models.embedding}","input":${input}}`;
  const chat = (content: string) =>
    `{"model":"${models.text}","max_tokens":1,"messages":[{"role":"user","content":${content}}]}`;
  const sandbox = (content: string, more = '') =>
    `{"model":"sandbox-echo-1"${more},"messages":[{"role":"user","content":${content}}]}`;
  const listOf = (piece: string, bytes = ALMOST_4_MB) => `[${repeat(`${piece},`, bytes)}${piece}]`;
  const text = (piece: string, bytes = ALMOST_4_MB) => `"${repeat(piece, bytes)}"`;
  const shapes: [name: string, path: string, body: () => string][] = [
    ['a mixed array', '/v1/embeddings', () => embedding(listOf('1,"a"'))],
    ['an array of empty texts', '/v1/embeddings', () => embedding(listOf('""'))],
    ['an array of arrays that end badly', '/v1/embeddings', () => embedding(`[${listOf('1')},["a"]]`)],
    [
      'many messages',
      '/v1/chat/completions',
      () => chat(`"x"}${repeat(',{"role":"user","content":1}', ALMOST_4_MB)},{"role":"user","content":"x"`),
    ],
    ['many content parts', '/v1/chat/completions', () => chat(listOf('{"type":"text","text":1}'))],
    ['many tool calls', '/v1/chat/completions', () => chat(`"x","tool_calls":${listOf('{}')}`)],
    ['300,000 keys', '/v1/chat/completions', () => `{${keys(300_000)},"model":"${models.text}","messages":[]}`],
    [
      '300,000 keys below logit_bias',
      '/v1/chat/completions',
      () => `{"model":"${models.text}","messages":[],"logit_bias":{${keys(300_000)}}}`,
    ],
    ['nothing but opening brackets', '/v1/chat/completions', () => '['.repeat(ALMOST_4_MB)],
    ['deep objects', '/v1/chat/completions', () => '{"a":'.repeat(ALMOST_4_MB / 5)],
    ['30 MB of commas', '/v1/chat/completions', () => `{"messages":${listOf('0', 30_000_000)}}`],
    ['30 MB of escapes', '/v1/chat/completions', () => chat(text('\\n', 30_000_000))],
    ['30 MB of escaped quotes', '/v1/chat/completions', () => chat(text('\\"', 30_000_000))],
    ['30 MB of Chinese', '/v1/chat/completions', () => chat(text('漢', 10_000_000))],
    ['30 MB of quotes', '/v1/chat/completions', () => `{"messages":${listOf('""', 30_000_000)}}`],
    ['one letter to a text model', '/v1/chat/completions', () => chat(text('a'))],
    ['mixed letters to a text model', '/v1/chat/completions', () => chat(JSON.stringify(mixedLetters(ALMOST_4_MB)))],
    [
      '4,000 messages of mixed letters',
      '/v1/chat/completions',
      () =>
        chat(
          `"x"}${`,{"role":"user","content":${JSON.stringify(mixedLetters(900))}}`.repeat(4_000)},{"role":"user","content":"x"`,
        ),
    ],
    ['spaces to a text model', '/v1/chat/completions', () => chat(text(' '))],
    [
      'one letter to completions',
      '/v1/completions',
      () => `{"model":"${models.text}","max_tokens":1,"prompt":${text('a')}}`,
    ],
    ['one letter to embeddings', '/v1/embeddings', () => embedding(text('a'))],
    ['2,048 short texts to embeddings', '/v1/embeddings', () => embedding(JSON.stringify(Array(2_048).fill('a')))],
    ['accents to embeddings', '/v1/embeddings', () => embedding(text('e\\u0301', ALMOST_4_MB))],
    [
      'a long model name',
      '/v1/chat/completions',
      () => `{"model":${text('a')},"messages":[{"role":"user","content":"x"}]}`,
    ],
    [
      'a long conversation id of joined letters',
      '/v1/chat/completions',
      () =>
        `{"model":"${models.text}","conversation_id":${text('\\u0301')},"messages":[{"role":"user","content":"x"}]}`,
    ],
    ['one letter to the sandbox', '/sandbox/v1/chat/completions', () => sandbox(text('a'))],
    ['spaces to the sandbox', '/sandbox/v1/chat/completions', () => sandbox(text(' '))],
    ['a million words to the sandbox', '/sandbox/v1/chat/completions', () => sandbox(text('a b '))],
    ['a format with endless lists', '/sandbox/v1/chat/completions', () => sandbox('"x"', ENDLESS_FORMAT)],
    ['a format that refers to itself', '/sandbox/v1/chat/completions', () => sandbox('"x"', DOUBLING_FORMAT)],
    [
      'a format of one long constant',
      '/sandbox/v1/chat/completions',
      () => sandbox('"x"', format(lists(90, LONG_CONSTANT))),
    ],
    ['a format of one wide enum', '/sandbox/v1/chat/completions', () => sandbox('"x"', format(lists(90, WIDE_ENUM)))],
    ['a format of long texts', '/sandbox/v1/chat/completions', () => sandbox('"x"', format(lists(90, LONG_TEXTS)))],
    ['a format with a long reference', '/sandbox/v1/chat/completions', () => sandbox('"x"', format(LONG_REFERENCE))],
    ['a format of wide parts', '/sandbox/v1/chat/completions', () => sandbox('"x"', format(WIDE_JOINS))],
    [
      'a format with long patterns',
      '/sandbox/v1/chat/completions',
      () => sandbox('"x"', format(`{"pattern":"${'[^\\\\p{L}]'.repeat(40_000)}"}`)),
    ],
    [
      'a format of 30,000 fields',
      '/sandbox/v1/chat/completions',
      () => sandbox('"x"', format(`{"properties":{${keys(29_900, '{}')}}}`)),
    ],
    ['long code without a language', '/v1/code/explain', () => `{"code":${text('((((')}}`],
    ['long code of backticks', '/v1/code/refactor', () => `{"goal":"x","code":${text('`')}}`],
    ['a long task for code', '/v1/code/generate', () => `{"prompt":${text('in a ')}}`],
    ['a long code completion', '/v1/code/complete', () => `{"code":${text('<!-- ')}}`],
    ['a long music prompt', '/v1/music/generate', () => `{"prompt":${text('in a ')}}`],
    ['long lyrics', '/v1/music/generate', () => `{"prompt":"x","lyrics":${text('[verse\\n')}}`],
    ['a long image prompt', '/v1/image/generate', () => `{"prompt":${text('a red ')}}`],
    ['a long video prompt', '/v1/video/generate', () => `{"prompt":${text('a red ')}}`],
    ['a long builder prompt', '/v1/builder/build', () => `{"prompt":${text('a list of ')}}`],
    ['a long webhook URL', '/v1/webhooks', () => `{"url":${text('http://a.')},"events":["job.completed"]}`],
  ];
  return shapes.map(([name, path, body]) => ({ name, path, body: () => Buffer.from(body()) }));
}

function repeat(piece: string, bytes: number): string {
  return piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
}

function keys(count: number, value = '1'): string {
  return Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join(',');
}

/** Letters without any order, the same in every run: the slowest text for a tokenizer. */
function mixedLetters(count: number): string {
  let state = 1;
  const letters = Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return 35 + (state % 57);
  });
  return Buffer.from(letters).toString();
}
