// Generated apps that do their worst: a server whose answer is code of the test.
import type { RunningPreview } from '../../src/engines/preview/port.ts';

const forever = new AbortController().signal;

/** Serves what `answer` evaluates to; `atStart` runs before it listens. */
export function serverOf(answer: string, atStart = ''): { path: string; content: string }[] {
  const content = `import { createServer } from 'node:http';
import fs from 'node:fs';
import os from 'node:os';
import net from 'node:net';
import { spawn, spawnSync } from 'node:child_process';
${atStart}
createServer(async (request, response) => {
  let body;
  try { body = await (async () => { ${answer} })(); } catch (error) { body = { refused: error.code ?? error.message }; }
  response.end(JSON.stringify(body));
}).listen(Number(process.env.PORT), '127.0.0.1');
`;
  return [
    { path: 'package.json', content: '{"type":"module","scripts":{"start":"node server.js"}}' },
    { path: 'server.js', content },
  ];
}

export async function askApp(preview: RunningPreview): Promise<Record<string, unknown>> {
  const { body } = await preview.request({ method: 'GET', path: '/', headers: {} }, forever);
  const chunks: Uint8Array[] = [];
  if (body instanceof Uint8Array) chunks.push(body);
  else for await (const chunk of body) chunks.push(chunk as Uint8Array);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}
