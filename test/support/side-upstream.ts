// A real server that offers rerank and moderation as vLLM and OpenAI do.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SideUpstream {
  baseUrl: string;
  bodies: Record<string, unknown>[];
  /** Replaces the next answer. */
  answerWith(status: number, body: unknown): void;
  close(): Promise<void>;
}

export async function startSideUpstream(models: readonly string[]): Promise<SideUpstream> {
  const bodies: Record<string, unknown>[] = [];
  let special: { status: number; body: unknown } | undefined;
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.url === '/v1/models') return send(200, { data: models.map((id) => ({ id, object: 'model' })) });
    const body = JSON.parse(await readBody(request)) as Record<string, unknown>;
    bodies.push(body);
    const { status, body: answer } = special ?? { status: 200, body: answerTo(request.url ?? '', body) };
    special = undefined;
    return send(answer === undefined ? 404 : status, answer ?? {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    bodies,
    answerWith: (status, body) => {
      special = { status, body };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answerTo(path: string, body: Record<string, unknown>): unknown {
  if (path === '/v1/rerank') {
    const documents = body.documents as string[];
    // The longer, the better: a rule that a test can follow. The order of an upstream's results is its own.
    const results = documents.map((text, index) => ({ index, relevance_score: text.length / 100 })).reverse();
    return { model: body.model, results, usage: { total_tokens: 42 } };
  }
  if (path === '/v1/moderations') {
    const inputs = Array.isArray(body.input) ? body.input : [body.input];
    const results = inputs.map((input) => {
      const flagged = JSON.stringify(input).includes('kill');
      return { flagged, categories: { violence: flagged }, category_scores: { violence: flagged ? 0.9 : 0.01 } };
    });
    return { id: 'modr-1', model: body.model, results };
  }
  return undefined;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
