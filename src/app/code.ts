// Wires the code module: text models that write code, the checker of its syntax, and the sandbox that runs it.
import { join } from 'node:path';
import { createProgramEngine } from '../engines/preview/run-program.ts';
import { TreeSitterChecker } from '../engines/syntax/tree-sitter-checker.ts';
import { codeRoutes } from '../modules/code/routes.ts';
import { RunService } from '../modules/code/run-service.ts';
import { CodeService } from '../modules/code/service.ts';
import type { Area } from './area.ts';
import type { Chat } from './chat.ts';
import type { SharedParts } from './shared-parts.ts';

export function buildCode({ config, money, prices, leftCalls, chat }: SharedParts & { chat: Chat }): Area {
  const syntax = new TreeSitterChecker();
  const service = new CodeService({ text: chat.text, syntax, paying: { money, prices, leftCalls } });
  const engine = createProgramEngine({ folder: join(config.dataDir, 'programs') });
  return {
    routes: codeRoutes(service, new RunService(engine)),
    close: async () => syntax.close(),
  };
}
