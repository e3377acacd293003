// A real HTTP server that answers as the scripted model in one of three dialects, as an upstream of the service.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SCRIPTED_DIALECTS, type ScriptedDialect } from './scripted-dialects.ts';
import { answerTo, BUSY, followScript, type Heard, SLOWLY, type Step } from './scripted-model.ts';

export interface ScriptedUpstream {
  baseUrl: string;
  heard: HeardCall[];
  /** The steps of the agent that runs now. */
  script: readonly Step[] | undefined;
  close(): Promise<void>;
}

export interface HeardCall extends Heard {
  /** The connection ended before the answer did. */
  wasLeft: boolean;
}

export async function startScriptedUpstream(name: string): Promise<ScriptedUpstream> {
  const dialect = SCRIPTED_DIALECTS[name];
  if (!dialect) throw new Error(`There is no dialect "${name}".`);
  const heard: HeardCall[] = [];
  const state: Pick<ScriptedUpstream, 'heard' | 'script'> = { heard, script: undefined };
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    void answer({ request, response, dialect, state, refused }).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const version = name === 'google' ? 'v1beta' : 'v1';
  return Object.assign(state, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${version}`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  dialect: ScriptedDialect;
  state: Pick<ScriptedUpstream, 'heard' | 'script'>;
  refused: Set<string>;
}

async function answer({ request, response, dialect, state, refused }: Exchange): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const call = {
    ...dialect.hear(JSON.parse(Buffer.concat(pieces).toString('utf8')), request.url ?? ''),
    wasLeft: false,
  };
  state.heard.push(call);
  response.on('close', () => {
    call.wasLeft = !response.writableFinished;
  });
  const [number] = new RegExp(`${BUSY}\\d+`).exec(call.text) ?? [];
  if (number && !refused.has(number)) {
    refused.add(number);
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(
      JSON.stringify({ type: 'error', error: { type: 'rate_limit_error', message: 'Too many', code: 429 } }),
    );
    return;
  }
  const said = state.script ? followScript(call, state.script) : answerTo(call);
  if (!call.stream) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(dialect.whole(said, call)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { name, data } of dialect.events(said, call)) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    response.write(`${name ? `event: ${name}\n` : ''}data: ${text}\n\n`);
    // The first piece of the text has been sent: the rest never comes.
    if (call.text.includes(SLOWLY) && text.includes('Bl')) return;
  }
  response.end();
}
