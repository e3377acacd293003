// An upstream that takes a third of a second, reports as many tokens as requested, and counts what it served.
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';

export interface CountingUpstream {
  origin: string;
  /** All completion tokens so far. */
  tokens(): number;
  close(): Promise<void>;
}

const WORK_MS = 300;

export async function startCountingUpstream(): Promise<CountingUpstream> {
  let tokens = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'bench-1' };
    if (request.url?.endsWith('/models')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data: [{ ...head, id: 'bench-1', object: 'model' }] }));
      return;
    }
    const { max_tokens: most = 0, stream = false } = JSON.parse(text) as { max_tokens?: number; stream?: boolean };
    await wait(WORK_MS);
    tokens += most;
    const usage = { prompt_tokens: 1, completion_tokens: most, total_tokens: most + 1 };
    if (!stream) {
      const message = { role: 'assistant', content: 'Here you are.' };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          ...head,
          object: 'chat.completion',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage,
        }),
      );
      return;
    }
    response.setHeader('content-type', 'text/event-stream');
    const chunk = (rest: object) =>
      `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...rest })}\n\n`;
    response.write(chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'Here you are.' } }] }));
    response.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
    response.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen({ port, host: '127.0.0.1', backlog: 2_048 }, resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    tokens: () => tokens,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
