// What is kept of a body: secrets are masked however they are written, and a text that was cut gives nothing away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RedactionRules, STANDARD_RULES } from '../../src/core/request-log-terms.ts';
import { mergeFrames } from '../../src/http/kept-bodies/merge-frames.ts';
import { redactJson } from '../../src/http/kept-bodies/redact-json.ts';

const KEY = `sk_live_${'0123456789abcdefghjk'.repeat(2)}`;
const CARD = '4242 4242 4242 4242';

function keep(value: unknown, rules: Partial<RedactionRules> = {}, most = 16_384) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return redactJson(text, { ...STANDARD_RULES, ...rules }, most);
}

test('email addresses, keys and card numbers are masked, wherever they are in a body', () => {
  const body = {
    messages: [{ role: 'user', content: `Write to ada.lovelace+x@example.co.uk, my key is ${KEY}, card ${CARD}.` }],
    metadata: {
      'ada@example.com': true,
      jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
    },
    header: 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz',
    openai: 'sk-proj-abcdefghijklmnopqrstuv',
    number: 4242424242424242,
  };
  const { text, isCut } = keep(body);
  for (const secret of ['lovelace', 'example.co', 'example.com', KEY, '4242', 'eyJ', 'abcdefghij'])
    assert.ok(!text.includes(secret), `${secret} in ${text}`);
  assert.equal(isCut, false);
  const kept = JSON.parse(text);
  assert.equal(kept.messages[0].content, 'Write to [email], my key is [key], card [card].');
  assert.equal(kept.number, '[card]');
});

test('numbers that are no card numbers, and ordinary words, stay', () => {
  const body = {
    at: 1_763_287_479_123,
    order: '1234567890123456',
    words: 'sk is a ski, 3.14159265358979 is not a card',
  };
  assert.deepEqual(JSON.parse(keep(body).text), body);
});

test('an address that is written with escapes is masked all the same', () => {
  const { text } = keep('{"a":"\\u0061da\\u0040example.com","pass\\u0077ord":"hunter2"}');
  assert.deepEqual(JSON.parse(text), { a: '[email]', password: '[masked]' });
});

test('values of masked members are masked whole, in every spelling and depth', () => {
  const { text } = keep({ a: [{ PassWord: { old: 'hunter1', list: ['hunter2'] } }], Token: 'hunter3', ok: 1 });
  assert.deepEqual(JSON.parse(text), { a: [{ PassWord: '[masked]' }], Token: '[masked]', ok: 1 });
});

/** What clients send that is a secret, in the places where they send it. Each holds the word `hunter2`. */
const LEAKS: Record<string, unknown> = {
  'arguments of a tool': { tool_calls: [{ function: { arguments: '{"user":"a","password":"hunter2","list":[1]}' } }] },
  'arguments within arguments': { arguments: JSON.stringify({ body: JSON.stringify({ client_secret: 'hunter2' }) }) },
  'arguments that were cut': { arguments: '{"password":"hunter2","text":"and so' },
  'other names of members': {
    input: {
      'x-api-key': 'hunter2',
      'X-Goog-Api-Key': 'hunter2',
      apiKey: 'hunter2',
      accessToken: 'hunter2',
      clientSecret: 'hunter2',
    },
    headers: { Cookie: 'hunter2', 'Set-Cookie': ['hunter2'], 'Proxy-Authorization': 'hunter2' },
    google: { private_key: 'hunter2', refresh_token: 'hunter2', id_token: 'hunter2' },
  },
  'a command':
    'curl -H "x-api-key: hunter2hunter2" -H \'x-goog-api-key: hunter2hunter2\' https://a.example/v1?key=hunter2hunter2&x=1',
  'a form': 'user=a&password=hunter2&access_token=hunter2',
  'a header': 'Authorization: Basic aHVudGVyMjpodW50ZXIy hunter',
  'a file of settings': 'AWS_SECRET_ACCESS_KEY=hunter2hunter2\nDB_PASSWORD="hunter2"',
  'the address of a database':
    'postgres://user:hunter2hunter2@localhost:5432/db and https://user:hunter2@host.example/x',
  'a private key':
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEvQhunter2hunter2IBADAN\nhunter2\n-----END RSA PRIVATE KEY-----',
  'a private key that was cut': '-----BEGIN PRIVATE KEY-----\nMIIEvQhunter2hunter2IBADAN',
  'keys of other services': [
    'gsk_hunter2hunter2hunter2',
    'xai-hunter2hunter2hunter2',
    'GOCSPX-hunter2hunter2hunter2',
    'ya29.hunter2hunter2hunter2',
  ],
  'a small file': { data: 'hunter2A'.repeat(50) },
  'a file in lines': { data: Array.from({ length: 20 }, () => 'hunter2A'.repeat(8)).join('\r\n') },
  'a file within words': { text: `see ![this](data:image/png;base64,${'hunter2A'.repeat(40)}) please` },
};

for (const [name, body] of Object.entries(LEAKS))
  test(`a secret in ${name} is not kept`, () => {
    const { text } = keep({ body });
    assert.doesNotMatch(text, /hunter2|aHVudGVyMj/);
    assert.ok(text.endsWith('}'), text);
  });

test('what only looks like a secret or a file is kept as it is', () => {
  const body = {
    prose: 'The token is a word, and "secret" too. Basic understanding-of-things. See https://a.example:8080/x@y.',
    chinese: '漢'.repeat(2000),
    json: '{"max_tokens": 4096, "model": "m"} is a body',
    list: '[1] a footnote, [2] another',
    id: 'a'.repeat(150),
  };
  assert.deepEqual(JSON.parse(keep(body).text), body);
});

test('of an allow-list nothing else is kept', () => {
  const { text } = keep({ model: 'm', messages: [{ content: 'secret' }], user: 'x' }, { keepFields: ['model'] });
  assert.deepEqual(JSON.parse(text), { model: 'm', messages: '[not kept]', user: '[not kept]' });
});

test('patterns of an account are no regular expressions, and cost time in proportion to the text', () => {
  const rules = { maskPatterns: ['EMP-####', 'token=*', '(a+)+$'] };
  const { text } = keep({ a: 'emp-1234 and EMP-12, token=abc def, (a+)+$' }, rules);
  assert.deepEqual(JSON.parse(text), { a: '[masked] and EMP-12, [masked] def, [masked]' });
  const hostile = [
    ['token='.repeat(20_000), { maskPatterns: ['token=*x'] }],
    ['eyJ-'.repeat(30_000), {}],
    ['a@'.repeat(60_000), {}],
    [`${'a'.repeat(100)} `.repeat(1_000), {}],
    ['1 '.repeat(60_000), { mask: ['card', 'phone', 'ip'] as const }],
    ['1.'.repeat(60_000), { mask: ['card', 'phone', 'ip'] as const }],
  ] as const;
  const began = process.cpuUsage().user;
  for (const [words, more] of hostile) keep({ words }, more, 1_000_000);
  const seconds = (process.cpuUsage().user - began) / 1e6;
  // A pattern with a catastrophe in it would take hours.
  assert.ok(seconds < 20, `${seconds} s`);
});

test('whatever a body is cut at, no part of a secret is kept', () => {
  const whole = JSON.stringify({
    a: 'x',
    mail: 'ada@example.com',
    password: 'hunter2',
    card: 4242424242424242,
    b: [KEY],
  });
  for (let length = 1; length < whole.length; length += 1) {
    const { text, isCut } = keep(whole.slice(0, length));
    assert.ok(isCut);
    for (const part of ['ada', 'exam', 'hunt', '424', KEY.slice(0, 9)])
      assert.ok(!text.includes(part), `${part} at ${length}: ${text}`);
  }
});

test('what is not JSON is not kept, and neither NUL, half a surrogate nor any depth breaks it', () => {
  assert.equal(keep('password=hunter2').text, '…');
  assert.equal(keep("{password: 'hunter2'}").text, '{…');
  assert.ok(keep('{"a":"\\u0000\\ud800"}').text.startsWith('{"a":"'));
  assert.ok(keep('['.repeat(100_000)).isCut);
  assert.ok(keep(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`).text.includes('[not kept]'));
  assert.deepEqual(JSON.parse(keep('{"__proto__":{"polluted":1}}').text).polluted, undefined);
});

test('images and long texts are shortened, and what is kept has a bound', () => {
  const image = `data:image/png;base64,${'A'.repeat(50_000)}`;
  const { text, isCut } = keep({ image, base64: 'B'.repeat(5_000), words: 'long word '.repeat(2_000) });
  assert.ok(isCut && text.length < 6_000, String(text.length));
  assert.ok(text.includes('image/png, 50022 characters') && text.includes('no text, 5000 characters'));
  const many = keep({ list: Array.from({ length: 10_000 }, (_, n) => `item ${n}`) }, {}, 1_000);
  assert.ok(many.isCut && many.text.length <= 1_001);
});

test('a secret that a stream split over many frames is found, in every form of stream', () => {
  const pieces = ['Write to ', 'ada@', 'exam', 'ple', '.com', ' now'];
  const streams = [
    pieces.map((content) => `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content } }] })}\n\n`),
    pieces.map(
      (text) =>
        `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index: 0, delta: { text } })}\n\n`,
    ),
    pieces.map(
      (delta) => `data: ${JSON.stringify({ type: 'response.output_text.delta', output_index: 0, delta })}\n\n`,
    ),
    pieces.map((content) => `${JSON.stringify({ message: { role: 'assistant', content } })}\n`),
    pieces.map(
      (text, place) =>
        `${place === 0 ? '[' : ','}${JSON.stringify({ candidates: [{ content: { parts: [{ text }] } }] })}\n`,
    ),
  ];
  for (const frames of streams) {
    const merged = mergeFrames(`${frames.join('')}data: [DONE]\n\n`);
    assert.ok(merged);
    const { text } = keep(merged);
    assert.ok(text.includes('Write to [email] now'), text);
  }
  assert.equal(mergeFrames('data: [DONE]\n\n: ping\n\n'), undefined);
});

test('choices and tool calls of a stream stay apart', () => {
  const frames = [
    { choices: [{ index: 1, delta: { content: 'b' } }] },
    {
      choices: [
        { index: 0, delta: { content: 'a', tool_calls: [{ index: 0, function: { name: 'f', arguments: '{"x"' } }] } },
      ],
    },
    { choices: [{ index: 1, delta: { content: 'B' }, finish_reason: 'stop' }], usage: { total_tokens: 3 } },
    { choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] } }], usage: null },
  ];
  const merged = JSON.parse(mergeFrames(frames.map((one) => `data: ${JSON.stringify(one)}`).join('\n')) ?? '{}');
  const [second, first] = merged.choices;
  assert.deepEqual([first.delta.content, second.delta.content, second.finish_reason], ['a', 'bB', 'stop']);
  assert.deepEqual(first.delta.tool_calls[0].function, { name: 'f', arguments: '{"x":1}' });
  assert.equal(merged.usage.total_tokens, 3);
});
