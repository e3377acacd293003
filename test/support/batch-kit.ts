// Batches in tests: an upstream that counts what it was asked, and OpenAI's client for files and batches.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import OpenAI, { toFile } from 'openai';
import { sayWords, sendJson } from './obedient-upstream.ts';
import { until } from './until.ts';

export interface CountingUpstream {
  baseUrl: string;
  /** How often each question was asked. */
  asked: Map<string, number>;
  delayMs: number;
  close(): Promise<void>;
}

/** Answers every chat with ten words; a question that contains "fail" with a 400. */
export async function startCountingUpstream(model = 'counted-1'): Promise<CountingUpstream> {
  const upstream = { asked: new Map<string, number>(), delayMs: 0 };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET')
      return sendJson(response, 200, {
        object: 'list',
        data: [{ id: model, object: 'model', context_length: 100_000 }],
      });
    const body = JSON.parse(await readText(request)) as Record<string, unknown>;
    const question = String((body.messages as { content: string }[] | undefined)?.[0]?.content ?? body.prompt);
    upstream.asked.set(question, (upstream.asked.get(question) ?? 0) + 1);
    if (upstream.delayMs > 0) await wait(upstream.delayMs);
    if (question.includes('fail')) return sendJson(response, 400, { error: { message: 'This question is refused.' } });
    sayWords(body, response, 10);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return Object.assign(upstream, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

export function chatLine(customId: string, question = customId, more: object = {}): string {
  const body = { model: 'counted-1', max_tokens: 10, messages: [{ role: 'user', content: question }], ...more };
  return JSON.stringify({ custom_id: customId, method: 'POST', url: '/v1/chat/completions', body });
}

export class BatchClient {
  readonly openai: OpenAI;

  constructor(origin: string, key: string, base = '/v1') {
    this.openai = new OpenAI({ baseURL: `${origin}${base}`, apiKey: key, maxRetries: 0 });
  }

  async upload(lines: readonly string[] | string): Promise<string> {
    const text = typeof lines === 'string' ? lines : lines.map((line) => `${line}\n`).join('');
    const file = await toFile(Buffer.from(text), 'requests.jsonl');
    return (await this.openai.files.create({ file, purpose: 'batch' })).id;
  }

  async start(lines: readonly string[] | string, more: Partial<OpenAI.BatchCreateParams> = {}): Promise<OpenAI.Batch> {
    const input = await this.upload(lines);
    return this.openai.batches.create({
      input_file_id: input,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
      ...more,
    });
  }

  async waitFor(id: string, wanted = ENDED): Promise<OpenAI.Batch> {
    let batch = await this.openai.batches.retrieve(id);
    const check = async () => {
      batch = await this.openai.batches.retrieve(id);
      return wanted.includes(batch.status);
    };
    await until(check, { saying: `the batch became ${wanted.join(' or ')}`, everyMs: 100 }).catch((error) => {
      throw new Error(`${error.message}, but it was ${JSON.stringify(batch)}`);
    });
    return batch;
  }

  /** The lines of a result file, by custom_id; throws if one is there twice. */
  async read(file: string | null | undefined): Promise<Map<string, ResultLine>> {
    const lines = new Map<string, ResultLine>();
    if (!file) return lines;
    const text = await (await this.openai.files.content(file)).text();
    for (const one of text.split('\n').filter((part) => part !== '')) {
      const line = JSON.parse(one) as ResultLine;
      if (lines.has(line.custom_id)) throw new Error(`${line.custom_id} has two lines`);
      lines.set(line.custom_id, line);
    }
    return lines;
  }
}

const ENDED: OpenAI.Batch['status'][] = ['completed', 'failed', 'expired', 'cancelled'];

export interface ResultLine {
  id: string;
  custom_id: string;
  response: {
    status_code: number;
    request_id: string;
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
    body: any;
  } | null;
  error: { code: string; message: string } | null;
}
