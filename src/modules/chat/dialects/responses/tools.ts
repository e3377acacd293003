// Turns the tools of a Responses request into functions, and finds the tool behind a called function.
import { createHash } from 'node:crypto';
import type { ChatBody } from '../../schema.ts';
import { asFunction } from '../one-string-tools.ts';
import { cameFrom } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import { type FileTerms, USUAL_PASSAGES } from '../search/file-search.ts';
import { MAX_SEARCHES, type SearchTerms, USUAL_SEARCHES } from '../search/web-search.ts';
import type { InputItem, ResponsesBody, Tool } from './schema.ts';

type ChatTool = NonNullable<ChatBody['tools']>[number];
type Choice = NonNullable<ResponsesBody['tool_choice']>;

/** The tool that a function represents. */
export interface ToolPlace {
  kind: 'function' | 'custom' | 'tool_search';
  name: string;
  namespace?: string;
}

const SEARCH = 'tool_search';
const FILE_SEARCH = 'file_search';
const WEB_SEARCH = /^web_search(_|$)/;
/** OpenAI's limit on the length of a function's name. */
const MAX_NAME = 64;
const HASH_CHARACTERS = 8;

interface CanSearch {
  web?: boolean;
  files?: boolean;
}

export class DeclaredTools {
  readonly tools: ChatTool[] = [];
  /** Tools that OpenAI would run itself. */
  readonly leftOut: string[] = [];
  /** Set if a web search was requested that this service may make. */
  search: SearchTerms | undefined;
  /** Set if vector stores may be searched. */
  files: (FileTerms & { isForced: boolean }) | undefined;
  readonly #places = new Map<string, ToolPlace>();
  /** Deferred tools that no search has found yet: the model does not see them. */
  readonly #found = new Set<string>();
  readonly #searches: boolean;
  readonly #canSearch: CanSearch;
  /** Of all searches of the call. */
  readonly mostSearches: number;

  /** `canSearch`: what this service can search for the call. */
  constructor({ tools, max_tool_calls: most }: ResponsesBody, items: readonly InputItem[], canSearch: CanSearch = {}) {
    const given = tools ?? [];
    this.#canSearch = canSearch;
    this.mostSearches = Math.min(most ?? USUAL_SEARCHES, MAX_SEARCHES);
    this.#searches = given.some(({ type, execution }) => type === SEARCH && execution === 'client');
    for (const item of items) if (item.type === 'tool_search_output') this.#noteFound(item.tools ?? []);
    for (const [index, tool] of given.entries()) this.#declare(tool, `tools[${index}]`);
    for (const [index, item] of items.entries())
      if (item.type === 'tool_search_output' || item.type === 'additional_tools')
        for (const [place, tool] of (item.tools ?? []).entries())
          this.#declare(tool, `input[${index}].tools[${place}]`);
  }

  placeOf(called: string): ToolPlace {
    return this.#places.get(called) ?? { kind: 'function', name: called };
  }

  choiceOf(choice: Choice): Pick<ChatBody, 'tools' | 'tool_choice'> {
    if (typeof choice === 'string') return this.#all(choice);
    const { type, name, namespace, mode, tools = [] } = choice;
    if (type === 'allowed_tools') {
      const names = new Set(tools.flatMap((tool) => (tool.name ? [joined(tool.name, tool.namespace)] : [])));
      const allowed = this.tools.filter((tool) => names.has(tool.function.name));
      return { tools: allowed, tool_choice: mode === 'required' ? 'required' : 'auto' };
    }
    if (type === 'function' || type === 'custom') {
      const called = joined(name ?? missing('tool_choice.name'), namespace);
      return { tools: this.tools, tool_choice: { type: 'function', function: { name: called } } };
    }
    if (this.files && type === FILE_SEARCH) {
      this.files.isForced = true;
      return this.#all('auto');
    }
    if (this.search && WEB_SEARCH.test(type)) {
      this.search.isForced = true;
      return this.#all('auto');
    }
    // It names a tool that OpenAI would run.
    this.leftOut.push(`tool_choice ${type}`);
    return this.#all('auto');
  }

  #all(choice: 'auto' | 'none' | 'required'): Pick<ChatBody, 'tools' | 'tool_choice'> {
    return this.tools.length > 0 ? { tools: this.tools, tool_choice: choice } : {};
  }

  #noteFound(tools: readonly Tool[], namespace?: string): void {
    for (const { type, name, tools: inner } of tools)
      if (type === 'namespace') this.#noteFound(inner ?? [], name);
      else if (name) this.#found.add(joined(name, namespace));
  }

  #declare(tool: Tool, at: string, namespace?: { name: string; description: string }): void {
    const { type, execution } = tool;
    if (type === 'namespace') {
      const name = tool.name ?? missing(`${at}.name`);
      for (const [index, inner] of (tool.tools ?? []).entries())
        this.#declare(inner, `${at}.tools[${index}]`, { name, description: tool.description ?? '' });
      return;
    }
    if (type === SEARCH && execution === 'client') {
      this.#add({ ...tool, name: SEARCH }, { kind: SEARCH, name: SEARCH }, at);
      return;
    }
    // Without access to the web: current search results are not wanted.
    if (this.#canSearch.web && WEB_SEARCH.test(type) && tool.external_web_access !== false) {
      const allowed = tool.filters?.allowed_domains;
      this.search = { most: this.mostSearches, ...(allowed?.length ? { allowedDomains: allowed } : {}) };
      return;
    }
    if (type === FILE_SEARCH && this.#canSearch.files) {
      this.files = fileTermsOf(tool, at);
      return;
    }
    if (type !== 'function' && type !== 'custom') {
      this.leftOut.push(`${at} ${type}`);
      return;
    }
    const name = tool.name ?? missing(`${at}.name`);
    const isHidden = tool.defer_loading && this.#searches && !this.#found.has(joined(name, namespace?.name));
    if (isHidden) return;
    const about = namespace?.description
      ? { description: `${namespace.description}\n${tool.description ?? ''}`.trim() }
      : {};
    this.#add({ ...tool, ...about }, { kind: type, name, ...(namespace ? { namespace: namespace.name } : {}) }, at);
  }

  #add(tool: Tool, place: ToolPlace, at: string): void {
    const called = joined(place.name, place.namespace);
    if (this.#places.has(called)) return;
    this.#places.set(called, place);
    this.tools.push(cameFrom({ type: 'function', function: { ...functionOf(tool, place), name: called } }, at));
  }
}

/** The name by which the model calls a tool in a namespace. */
export function joined(name: string, namespace?: string | null): string {
  if (!namespace) return name;
  const whole = `${namespace}${namespace.endsWith('__') ? '' : '__'}${name}`.replace(/[^a-zA-Z0-9_-]/g, '_');
  if (whole.length <= MAX_NAME) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_CHARACTERS);
  return `${whole.slice(0, MAX_NAME - HASH_CHARACTERS - 1)}_${hash}`;
}

function fileTermsOf(tool: Tool, at: string): FileTerms & { isForced: boolean } {
  const { vector_store_ids: ids, max_num_results: most, ranking_options: ranking, filters } = tool;
  if (!ids?.length) return missing(`${at}.vector_store_ids`);
  if (ranking?.hybrid_search)
    refuse(`${at}.ranking_options.hybrid_search`, 'Passages are found by their meaning alone here.');
  return {
    storeIds: [...new Set(ids)],
    limit: most ?? USUAL_PASSAGES,
    filter: filters ?? undefined,
    threshold: ranking?.score_threshold ?? undefined,
    at,
    isForced: false,
  };
}

function functionOf(tool: Tool, { kind, name }: ToolPlace): ChatTool['function'] {
  const { description, parameters, strict } = tool;
  if (kind === 'custom') return asFunction({ name, description, format: tool.format });
  return {
    name,
    ...(description ? { description } : {}),
    ...(parameters ? { parameters } : {}),
    ...(typeof strict === 'boolean' ? { strict } : {}),
  };
}
