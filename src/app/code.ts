// Wires the code module: text models that write code, and the checker of its syntax.
import { TreeSitterChecker } from '../engines/syntax/tree-sitter-checker.ts';
import { codeRoutes } from '../modules/code/routes.ts';
import { CodeService } from '../modules/code/service.ts';
import type { Area } from './area.ts';
import type { Chat } from './chat.ts';
import type { SharedParts } from './shared-parts.ts';

export function buildCode({ money, prices, leftCalls, chat }: SharedParts & { chat: Chat }): Area {
  const syntax = new TreeSitterChecker();
  return {
    routes: codeRoutes(new CodeService({ text: chat.text, syntax, paying: { money, prices, leftCalls } })),
    close: async () => syntax.close(),
  };
}
