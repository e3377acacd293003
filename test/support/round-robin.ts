// Spreads requests over several servers, one after the other, as a load balancer in front of them does.
import { Agent, createServer, request, type Server } from 'node:http';

export async function startRoundRobin(
  port: number,
  origins: readonly string[],
): Promise<{ pid: undefined; stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const origin = origins[turn % origins.length] ?? '';
    turn += 1;
    const { method, headers } = incoming;
    const passed = request(`${origin}${incoming.url}`, { agent, headers, ...(method ? { method } : {}) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => outgoing.destroy());
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', 4096, resolve));
  return {
    // In the process of the test itself.
    pid: undefined,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
