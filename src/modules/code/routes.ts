// Routes of the code module: generate, complete, refactor, explain, run, and the list of languages.
import { events, json, type Outcome } from '../../http/outcome.ts';
import { LONG_TEXT_BODY_LIMIT_BYTES, type Route, route } from '../../http/route.ts';
import { RunBody, RunReply } from './run-schema.ts';
import type { RunService } from './run-service.ts';
import { CodeReply, CompleteBody, ExplainBody, GenerateBody, LanguageList, RefactorBody } from './schema.ts';
import type { CodeService } from './service.ts';
import type { CodeCall, MakeTask } from './session.ts';
import { completeTask, explainTask, generateTask, refactorTask } from './tasks.ts';

export function codeRoutes(service: CodeService, runs: RunService): Route[] {
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
      description:
        'Writes code from words. `code` is the bare code without fences; `syntax` says whether it parses. Code that does not parse is sent back to the model once, and `repaired` is then true. Charged by tokens.',
      example: { body: { prompt: 'A function that adds two numbers', language: 'python', max_tokens: 100 } },
      billed: true,
      generates: true,
      body: GenerateBody,
      run: (call) => answer(call, () => generateTask(call.body)),
    }),
    route({
      ...shared,
      path: '/code/complete',
      summary: 'Complete code at its end or at a cursor',
      description:
        'Completes code at its end, or at `cursor` with the code behind it kept. `completion` is only the inserted text, `code` the whole.',
      example: { body: { code: 'def add(a, b):\n    return ', language: 'python', max_tokens: 60 } },
      billed: true,
      generates: true,
      body: CompleteBody,
      run: (call) => answer(call, (model) => completeTask(call.body, model)),
    }),
    route({
      ...shared,
      path: '/code/refactor',
      summary: 'Rewrite code towards a goal, with a unified diff',
      description:
        'Rewrites code towards a goal and keeps what it does. `diff` is a unified diff that `git apply` takes.',
      example: {
        body: {
          code: 'def total(v):\n    s = 0\n    for x in v:\n        s = s + x\n    return s\n',
          language: 'python',
          goal: 'readability',
          max_tokens: 120,
        },
      },
      billed: true,
      generates: true,
      body: RefactorBody,
      run: (call) => answer(call, () => refactorTask(call.body)),
    }),
    route({
      ...shared,
      path: '/code/explain',
      summary: 'Explain code',
      description:
        'Explains code in words, in the detail that you ask for. `explanation` holds the text, `code` what was explained.',
      example: {
        body: { code: 'def add(a, b):\n    return a + b\n', language: 'python', detail: 'brief', max_tokens: 80 },
      },
      billed: true,
      generates: true,
      body: ExplainBody,
      run: (call) => answer(call, () => explainTask(call.body)),
    }),
    route({
      method: 'POST',
      path: '/code/run',
      summary: 'Run a program',
      description:
        'Runs JavaScript (Node.js) or Python in a sandbox without network and files, for at most 10 seconds, and answers with what it printed. One program of an account runs at a time; another is refused with 429. Accounts take turns: while programs of others run, a program waits for at most 15 seconds, and is then refused with 503. Free. Nothing is stored.',
      example: { body: { language: 'python', code: 'print(6 * 7)' } },
      tag: 'code',
      scope: 'code:write',
      errors: ['engine_unavailable'],
      idempotent: false,
      body: RunBody,
      reply: RunReply,
      bodyLimitBytes: LONG_TEXT_BODY_LIMIT_BYTES,
      run: async ({ caller, body, signal }) => json(await runs.run(caller, body, signal)),
    }),
    route({
      method: 'GET',
      path: '/code/languages',
      summary: 'List the programming languages',
      description:
        'Lists the languages that the code routes know, with the names that `language` takes. `checked` says whether answers are parsed.',
      tag: 'code',
      scope: 'code:read',
      reply: LanguageList,
      run: async () => json(service.languages()),
    }),
  ];
}
