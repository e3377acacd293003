// Bodies that a client could send to every documented operation, made to be expensive: long, deep, wide, odd; and calls of every page.
import { chanceFromNumber } from '@atelier/kit';
import { type BodySchema, bodyPlaces } from './body-places.ts';
import type { Documented } from './documented-answers.ts';

export interface GeneratedAttack {
  name: string;
  method: string;
  path: string;
  body?: string;
  type?: string;
}

/** Below the limit of the routes that take long texts, and below that of all others. */
const LARGE_BYTES = 3_900_000;
const SMALL_BYTES = 250_000;
const UNKNOWN_ID = '0'.repeat(26);
const PAGES = [
  '/',
  '/docs',
  '/docs/reference',
  '/pricing',
  '/checkout/x',
  '/files/x.png',
  '/preview/x/',
  '/share/x/',
  '/app/x/',
  '/healthz',
  '/auth/sign-in/email',
  '/auth/sign-up/email',
  '/assets/x.js',
  '/library/shared/x',
];

type Shape = readonly [name: string, make: (bytes: number) => string];

const schemaOf = (inner: string) => `{"type":"json_schema","json_schema":{"name":"x","schema":${inner}}}`;
const repeat = (piece: string, bytes: number) =>
  piece.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(piece))));
const text = (piece: string) => (bytes: number) => `"${repeat(piece, bytes)}"`;
const list = (piece: string, most: number) => (bytes: number) =>
  `[${Array(Math.min(most, Math.floor(bytes / (piece.length + 1))))
    .fill(piece)
    .join()}]`;
const fields = (bytes: number) =>
  `{${Array.from({ length: Math.min(29_900, Math.floor(bytes / 12)) }, (_, index) => `"k${index}":1`).join()}}`;

/** Each is the text of a JSON value. */
const SHAPES: readonly Shape[] = [
  ['one letter', text('a')],
  ['spaces', text(' ')],
  ['lines', text('\\n')],
  ['words', text('in a ')],
  ['brackets', text('((((')],
  ['backticks', text('`')],
  ['slashes', text('/..')],
  ['dots', text('a.')],
  ['addresses', text('http://a.')],
  ['accents', text('e\u0301')],
  ['Chinese', text('漢')],
  ['emoji joined', text('👩‍💻')],
  ['zero width', text('\u200b')],
  ['marks of Markdown', text('[![](')],
  ['angle brackets', text('<!--')],
  ['base64', text('AAAA')],
  ['digits', text('9')],
  ['a list of numbers', list('1', 110_000)],
  ['a list of empty texts', list('""', 110_000)],
  ['a list of objects', list('{}', 110_000)],
  ['a list of lists', list('[[]]', 50_000)],
  ['a mixed list', list('1,"a"', 50_000)],
  ['parts', list('{"type":"text","text":"a"}', 24_000)],
  ['fields', fields],
  ['deep lists', () => `${'['.repeat(55)}${']'.repeat(55)}`],
  ['deep objects', () => `${'{"a":'.repeat(55)}1${'}'.repeat(55)}`],
  ['a number beyond all', () => '1e308'],
  [
    'a huge constant',
    (bytes) =>
      schemaOf(
        `{"type":"array","minItems":90,"items":{"type":"array","minItems":90,"items":{"const":${text('a')(bytes / 4)}}}}`,
      ),
  ],
  ['wide choices', (bytes) => schemaOf(`{"anyOf":[${repeat('{"type":"null"},', bytes / 4)}{}]}`)],
  [
    'a schema of itself',
    () => schemaOf('{"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"}'),
  ],
  ['patterns', (bytes) => schemaOf(`{"pattern":"${repeat('[^\\\\p{L}]', bytes / 2)}"}`)],
];

/** Operations that the models of the sandbox answer. */
const SANDBOX = /^POST \/(chat\/|completions|responses|messages|code\/)/;

/** A model that is there, so that a body comes as far as it can. */
function modelFor(name: string, isSandbox: boolean): string | undefined {
  if (isSandbox) return name.includes('/messages') ? 'sandbox-tool-call' : 'sandbox-echo-1';
  if (/^POST \/(chat\/|completions|responses|messages|code\/|api\/(chat|generate))/.test(name)) return 'relay-1';
  return /^POST \/(embeddings|api\/embed|rerank)/.test(name) ? 'atelier-embed-1' : undefined;
}

/** A body for every place of every operation, in an order that the seed decides; shapes take turns. */
export function generatedAttacks({ operations }: Documented, seed: number): GeneratedAttack[] {
  const chance = chanceFromNumber(seed);
  const attacks: { order: number; attack: GeneratedAttack }[] = [];
  let turn = 0;
  const add = (attack: GeneratedAttack) => attacks.push({ order: chance(), attack });
  for (const [name, { path, method, operation }] of operations) {
    const prefix = /^\/(v1beta|v2|api|mcp)\b/.test(path) ? '' : '/v1';
    const filled = `${prefix}${path.replace(/\{\w+\}/g, UNKNOWN_ID)}`;
    for (const parameter of operation.parameters.filter((one) => one.in === 'query'))
      add({
        name: `${name}?${parameter.name}`,
        method,
        path: `${filled}?${parameter.name}=${repeat('a%20%5B', 12_000)}`,
      });
    const content = operation.requestBody?.content['application/json'];
    if (!content) continue;
    for (const place of bodyPlaces(content.schema as BodySchema, content.example)) {
      const [what, make] = SHAPES[turn++ % SHAPES.length] as Shape;
      const bytes = turn % 5 === 0 ? LARGE_BYTES : SMALL_BYTES;
      const isSandbox = turn % 2 === 0 && SANDBOX.test(name);
      const model = modelFor(name, isSandbox);
      const given = place.bodyWith('\u0001');
      const whole = model && place.name !== 'model' && typeof given === 'object' ? { ...given, model } : given;
      const body = JSON.stringify(whole).replace('"\\u0001"', () => make(bytes));
      add({
        name: `${name} ${place.name}: ${what}`,
        method,
        path: isSandbox ? `/sandbox${filled}` : filled,
        body,
        type: 'application/json',
      });
    }
  }
  for (const path of PAGES) {
    add({ name: `page ${path}`, method: 'GET', path: `${path}?${repeat('a[]=%5B&', 12_000)}` });
    for (const [what, make] of SHAPES.slice(0, 12))
      add({ name: `page ${path}: ${what}`, method: 'POST', path, body: make(60_000), type: 'application/json' });
    add({
      name: `page ${path}: a form`,
      method: 'POST',
      path,
      body: repeat('a=%5B&', 60_000),
      type: 'application/x-www-form-urlencoded',
    });
  }
  return attacks.sort((left, right) => left.order - right.order).map(({ attack }) => attack);
}
