// A server that speaks and transcribes in OpenAI's form as tests tell it to, and remembers what it was asked.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HeardCall {
  path: string;
  authorization: string | undefined;
  headers: IncomingHttpHeaders;
  contentType: string;
  body: string;
  /** The answer was read to its end. */
  isFinished: boolean;
  /** The client left before its end. */
  isBroken: boolean;
}

export type Answer = (call: HeardCall, response: ServerResponse) => void | Promise<void>;

export interface AudioStandIn {
  baseUrl: string;
  calls: HeardCall[];
  /** How the next calls are answered. */
  answer: Answer;
  close(): Promise<void>;
}

export async function startAudioStandIn(answer: Answer): Promise<AudioStandIn> {
  const standIn: AudioStandIn = { baseUrl: '', calls: [], answer, close: async () => undefined };
  const server = createServer(async (request, response) => {
    const call: HeardCall = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      headers: request.headers,
      contentType: request.headers['content-type'] ?? '',
      body: await textOf(request),
      isFinished: false,
      isBroken: false,
    };
    response.on('close', () => {
      call.isFinished = response.writableFinished;
      call.isBroken = !response.writableFinished;
    });
    standIn.calls.push(call);
    await standIn.answer(call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  standIn.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  standIn.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return standIn;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}
