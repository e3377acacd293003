// A provider of captchas for tests: the answer "solved" is right, every other one is wrong.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CaptchaStandIn {
  url: string;
  asked: { secret: string; response: string }[];
  close(): Promise<void>;
}

export async function startCaptchaStandIn(): Promise<CaptchaStandIn> {
  const asked: CaptchaStandIn['asked'] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const question = JSON.parse(Buffer.concat(chunks).toString()) as CaptchaStandIn['asked'][number];
    asked.push(question);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: question.response === 'solved' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
