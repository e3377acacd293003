// Whether the process lives, whether it can serve, and its numbers.
import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';
import type { Extension } from './server.ts';

/** A part that readiness asks: its name and whether it answers. */
export interface Probe {
  name: string;
  isReady(): boolean | Promise<boolean>;
}

export function healthPages(probes: readonly Probe[], metrics: Metrics): Extension {
  return (app: FastifyInstance) => {
    app.get('/healthz', async () => ({ status: 'ok' }));
    app.get('/readyz', async (_request, reply) => {
      const answers = await Promise.all(probes.map(async (probe) => [probe.name, await isReady(probe)] as const));
      const ready = answers.every(([, ok]) => ok);
      return reply
        .code(ready ? 200 : 503)
        .send({ status: ready ? 'ready' : 'not ready', parts: Object.fromEntries(answers) });
    });
    app.get('/metrics', async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.text()));
  };
}

async function isReady(probe: Probe): Promise<boolean> {
  try {
    return await probe.isReady();
  } catch {
    return false;
  }
}
