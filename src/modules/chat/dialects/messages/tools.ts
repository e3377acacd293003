// Turns the tools of a Messages request into functions, and names the omitted ones.
import type { ChatBody } from '../../schema.ts';
import { cameFrom } from '../own-fields.ts';
import { missing } from '../refuse.ts';
import { MAX_SEARCHES, type SearchTerms, USUAL_SEARCHES } from '../search/web-search.ts';
import { ownTool } from './own-tools.ts';
import { markOf } from './parts.ts';
import type { Tool } from './schema.ts';

type ChatTool = NonNullable<ChatBody['tools']>[number];

export interface DeclaredTools {
  tools: ChatTool[];
  leftOut: string[];
  /** Set if a web search was requested that this service may make. */
  search?: SearchTerms;
}

const WEB_SEARCH = /^web_search_\d{8}$/;

/** `referred`: the deferred tools that the conversation has found so far. */
export function chatTools(declared: readonly Tool[], referred: ReadonlySet<string>, canSearch: boolean): DeclaredTools {
  // Anthropic's own tool search does not run here, so the model must see all tools.
  const showsAll = declared.some(({ type }) => type?.startsWith('tool_search_tool_'));
  const tools: ChatTool[] = [];
  const leftOut: string[] = [];
  let search: SearchTerms | undefined;
  for (const [index, tool] of declared.entries()) {
    const at = `tools[${index}]`;
    const { type, name } = tool;
    const own = type && type !== 'custom' ? ownTool(type) : undefined;
    if (canSearch && type && WEB_SEARCH.test(type)) search = searchTermsOf(tool);
    else if (type && type !== 'custom' && !own) leftOut.push(`${at} ${type}`);
    else if (!tool.defer_loading || showsAll || referred.has(name ?? '')) tools.push(functionOf(tool, own, at));
  }
  return { tools, leftOut, ...(search ? { search } : {}) };
}

function searchTermsOf({ max_uses: most, allowed_domains: allowed, blocked_domains: blocked }: Tool): SearchTerms {
  return {
    most: Math.min(most ?? USUAL_SEARCHES, MAX_SEARCHES),
    ...(allowed?.length ? { allowedDomains: allowed } : {}),
    ...(blocked?.length ? { blockedDomains: blocked } : {}),
  };
}

function functionOf(tool: Tool, own: ReturnType<typeof ownTool>, at: string): ChatTool {
  const { strict } = tool;
  const description = describe(tool, own?.description);
  const called = {
    name: tool.name ?? missing(`${at}.name`),
    parameters: own?.schema ?? tool.input_schema ?? missing(`${at}.input_schema`),
    ...(description === undefined ? {} : { description }),
    ...(typeof strict === 'boolean' ? { strict } : {}),
  };
  return cameFrom({ type: 'function', function: called, ...markOf(tool.cache_control) }, at);
}

function describe({ description, input_examples: examples }: Tool, usual: string | undefined): string | undefined {
  const said = description ?? usual;
  if (!examples?.length) return said;
  return `${said ?? ''}\nExamples of its input:\n${examples.map((one) => JSON.stringify(one)).join('\n')}`.trim();
}
