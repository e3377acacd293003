// A load balancer that asks /readyz, as HAProxy, cloud balancers and Kubernetes do: it sends only to nodes that are ready.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

export interface ReadyBalancer {
  pid: undefined;
  /** How many of its nodes are ready. */
  ready(): number;
  stop(): Promise<void>;
}

const ASK_EVERY_MS = 250;

export async function startReadyBalancer(port: number, origins: readonly string[]): Promise<ReadyBalancer> {
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  const ready = new Set(origins);
  let turn = 0;
  const choose = (): string | undefined => {
    turn += 1;
    return [...ready][turn % ready.size];
  };
  const server = createServer((incoming, outgoing) => {
    const origin = choose();
    if (origin) passOn({ agent, origin, incoming, outgoing });
    else outgoing.writeHead(502).end('no node is ready');
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', 4096, resolve));
  const asking = Promise.all(origins.map((origin) => keepAsking(origin, ready, stopping.signal)));
  return {
    // In the process of the test itself.
    pid: undefined,
    ready: () => ready.size,
    async stop() {
      stopping.abort();
      await asking;
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function keepAsking(origin: string, ready: Set<string>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isReady = await fetch(`${origin}/readyz`, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) })
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      })
      .catch(() => false);
    if (isReady) ready.add(origin);
    else ready.delete(origin);
    await wait(ASK_EVERY_MS);
  }
}

interface Passing {
  agent: Agent;
  origin: string;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** Sent once: a request that was lost on the way is a lost request. */
function passOn({ agent, origin, incoming, outgoing }: Passing): void {
  const { method = 'GET', headers } = incoming;
  const passed = request(`${origin}${incoming.url}`, { agent, headers, method }, (answer) => {
    const { connection: _, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end('no answer')));
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
