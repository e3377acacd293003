// The operator's routes for model servers on this machine.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { LocalServerList, LocalServerReply } from './engine-reply.ts';
import { act, inProduction, READ } from './kinds-of-routes.ts';
import type { OperatorLocalServers } from './local-server-service.ts';
import { SimpleAct } from './schema.ts';

export function localServerRoutes({ localServers }: { localServers: OperatorLocalServers }): Route[] {
  const path = '/operator/local-servers';
  return [
    route({
      ...READ,
      path,
      summary: 'List the model servers that answer on the machine of this node',
      description:
        'Looks on loopback for Ollama, LM Studio, llama.cpp, vLLM, ComfyUI and Stable Diffusion web UIs, at the ports that LOCAL_SERVERS names. None is used until it is connected.',
      reply: LocalServerList,
      run: async (call) => json(await localServers.list(inProduction(call).signal)),
    }),
    act(
      {
        path: `${path}/:id/connect`,
        summary: 'Connect a model server of this machine',
        description:
          'Its models are offered at once, also after a restart, by every process that shares the data folder. Kept in the audit log.',
        example: { body: { reason: 'Better models' } },
        body: SimpleAct,
        reply: LocalServerReply,
        errors: ['engine_unavailable'],
      },
      (operator, id, { reason }, signal) => localServers.connect(operator, id, reason ?? '', signal),
    ),
    act(
      {
        path: `${path}/:id/disconnect`,
        summary: 'Disconnect a model server of this machine',
        description: 'Its models are no longer offered. Running answers are finished. Kept in the audit log.',
        example: { body: { reason: 'Not needed any more' } },
        body: SimpleAct,
        reply: LocalServerList,
      },
      (operator, id, { reason }, signal) => localServers.disconnect(operator, id, reason ?? '', signal),
    ),
  ];
}
