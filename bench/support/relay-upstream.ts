// A fast upstream for measurements: the same answer at once, whole or as a stream of 20 chunks.
import { createServer } from 'node:http';

const WORDS = Array.from({ length: 20 }, (_, index) => ` word${index}`);
const head = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1700000000, model: 'bench-1' };
const usage = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 };
const frame = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const chunkOf = (delta: object, finish_reason: string | null = null) =>
  frame({ ...head, choices: [{ index: 0, delta, finish_reason }] });

const WHOLE = Buffer.from(
  JSON.stringify({
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: WORDS.join('') }, finish_reason: 'stop' }],
    usage,
  }),
);
const FRAMES = [
  chunkOf({ role: 'assistant', content: '' }),
  ...WORDS.map((content) => chunkOf({ content })),
  chunkOf({}, 'stop'),
  frame({ ...head, choices: [], usage }),
  'data: [DONE]\n\n',
];
const MODELS = Buffer.from(
  JSON.stringify({ object: 'list', data: [{ id: 'bench-1', object: 'model', created: 1, owned_by: 'bench' }] }),
);

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += piece;
  });
  request.on('end', () => {
    if (request.url === '/v1/models') response.end(MODELS);
    else if (body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const one of FRAMES) response.write(one);
      response.end();
    } else {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': WHOLE.length });
      response.end(WHOLE);
    }
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('listening'));
process.once('SIGTERM', () => process.exit(0));
