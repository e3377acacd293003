// Routes of the code module: generate, complete, refactor, explain, and the list of languages.
import { events, json, LONG_TEXT_BODY_LIMIT_BYTES, type Outcome, type Route, route } from '../../http/route.ts';
import { CodeReply, CompleteBody, ExplainBody, GenerateBody, LanguageList, RefactorBody } from './schema.ts';
import type { CodeCall, CodeService, MakeTask } from './service.ts';
import { completeTask, explainTask, generateTask, refactorTask } from './tasks.ts';

export function codeRoutes(service: CodeService): Route[] {
  const answer = async (call: CodeCall, makeTask: MakeTask): Promise<Outcome> => {
    if (call.body.stream) return events(service.stream(call, makeTask), { charged: true });
    const { body, receipt } = await service.whole(call, makeTask);
    return json(body, { receipt });
  };
  const shared = {
    method: 'POST',
    tag: 'code',
    scope: 'code:write',
    reply: CodeReply,
    streams: true,
    bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
  } as const;
  return [
    route({
      ...shared,
      path: '/code/generate',
      summary: 'Write code from a prompt',
      body: GenerateBody,
      run: (call) => answer(call, () => generateTask(call.body)),
    }),
    route({
      ...shared,
      path: '/code/complete',
      summary: 'Complete code at its end or at a cursor',
      body: CompleteBody,
      run: (call) => answer(call, (model) => completeTask(call.body, model)),
    }),
    route({
      ...shared,
      path: '/code/refactor',
      summary: 'Rewrite code towards a goal, with a unified diff',
      body: RefactorBody,
      run: (call) => answer(call, () => refactorTask(call.body)),
    }),
    route({
      ...shared,
      path: '/code/explain',
      summary: 'Explain code',
      body: ExplainBody,
      run: (call) => answer(call, () => explainTask(call.body)),
    }),
    route({
      method: 'GET',
      path: '/code/languages',
      summary: 'List the programming languages',
      tag: 'code',
      scope: 'code:read',
      reply: LanguageList,
      run: async () => json(service.languages()),
    }),
  ];
}
