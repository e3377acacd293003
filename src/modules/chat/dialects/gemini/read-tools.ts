// Turns Gemini's function declarations and their mode into the tools of a chat.
import { ServiceError } from '../../../../core/errors.ts';
import { GEMINI_FIELDS } from '../../fields/gemini.ts';
import { refuseByTable } from '../../fields/rule.ts';
import type { ChatBody } from '../../schema.ts';
import { cameFrom, originOf } from '../own-fields.ts';
import { type SearchTerms, USUAL_SEARCHES } from '../search/web-search.ts';
import { toJsonSchema } from './json-schema.ts';
import type { FunctionDeclaration, GenerateBody } from './schema.ts';

type ChatTool = NonNullable<ChatBody['tools']>[number];

const SEARCHES = ['googleSearch', 'googleSearchRetrieval'];
/** The same maximum as for a chat. */
const MAX_TOOLS = 1024;

export function toolsOf(
  { tools = [], toolConfig = {} }: Pick<GenerateBody, 'tools' | 'toolConfig'>,
  canSearch: boolean,
): Pick<ChatBody, 'tools' | 'tool_choice'> & { leftOut: string[]; search?: SearchTerms } {
  // Google's own tools, which nothing here runs.
  const leftOut = tools.flatMap((tool, index) =>
    Object.keys(tool)
      .filter((name) => name !== 'functionDeclarations' && !(canSearch && SEARCHES.includes(name)))
      .map((name) => `tools[${index}].${name}`),
  );
  const declared = tools.flatMap((tool, index) =>
    (tool.functionDeclarations ?? []).map((one, position) =>
      toolOf(one, `tools[${index}].functionDeclarations[${position}]`),
    ),
  );
  const isAsked = canSearch && tools.some((tool) => SEARCHES.some((name) => name in tool));
  const search = isAsked ? { search: { most: USUAL_SEARCHES } } : {};
  if (declared.length === 0) return { leftOut, ...search };
  if (declared.length > MAX_TOOLS) throw refuse('tools', `may declare at most ${MAX_TOOLS} functions`);
  return { ...choose(declared, toolConfig.functionCallingConfig ?? {}), leftOut, ...search };
}

function toolOf(declaration: FunctionDeclaration, at: string): ChatTool {
  refuseByTable(declaration, GEMINI_FIELDS, at);
  const { name, description, parameters, parametersJsonSchema } = declaration;
  if (parameters && parametersJsonSchema)
    throw refuse(`${at}.parametersJsonSchema`, 'cannot be set beside "parameters": send one of them');
  const schema = parametersJsonSchema ?? (parameters ? toJsonSchema(parameters) : undefined);
  if (schema) cameFrom(schema, `${at}.${parametersJsonSchema ? 'parametersJsonSchema' : 'parameters'}`);
  const called = {
    name,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parameters: schema }),
  };
  return cameFrom({ type: 'function', function: called }, at);
}

function choose(
  tools: ChatTool[],
  config: { mode?: string; allowedFunctionNames?: string[] },
): Pick<ChatBody, 'tools' | 'tool_choice'> {
  const at = 'toolConfig.functionCallingConfig';
  const allowed = config.allowedFunctionNames ?? [];
  const mode = (config.mode ?? 'AUTO').toUpperCase();
  if (allowed.length > 0 && mode !== 'ANY' && mode !== 'VALIDATED')
    throw refuse(`${at}.allowedFunctionNames`, 'needs the mode ANY or VALIDATED');
  const unknown = allowed.find((name) => !tools.some((tool) => tool.function.name === name));
  if (unknown !== undefined)
    throw refuse(`${at}.allowedFunctionNames`, `names "${unknown.slice(0, 100)}", which is not declared`);
  const usable = allowed.length === 0 ? tools : tools.filter((tool) => allowed.includes(tool.function.name));
  switch (mode) {
    case 'AUTO':
    case 'MODE_UNSPECIFIED':
      return { tools, tool_choice: 'auto' };
    case 'NONE':
      return { tools, tool_choice: 'none' };
    case 'ANY':
      return { tools: usable, tool_choice: 'required' };
    case 'VALIDATED':
      return { tools: usable.map(strictly), tool_choice: 'auto' };
    default:
      throw refuse(`${at}.mode`, 'must be one of AUTO, ANY, NONE, VALIDATED');
  }
}

function strictly(tool: ChatTool): ChatTool {
  return cameFrom({ ...tool, function: { ...tool.function, strict: true } }, originOf(tool) ?? 'tools');
}

function refuse(param: string, rule: string): ServiceError {
  return new ServiceError('invalid_parameter', `The field "${param}" ${rule}.`, { param });
}
