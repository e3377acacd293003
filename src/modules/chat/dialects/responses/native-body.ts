// Writes a Responses request for an upstream of OpenAI's: passes only fields with the same meaning and price there.
import { createHash } from 'node:crypto';
import { asRecord, asRecords, asText } from '../../../../core/unknown-json.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import { compactedText } from './compaction.ts';
import type { InputItem, ResponsesBody } from './schema.ts';

type Json = Record<string, unknown>;

const BODY = [
  'instructions',
  'temperature',
  'top_p',
  'top_logprobs',
  'parallel_tool_calls',
  'truncation',
  'user',
  'safety_identifier',
  'prompt_cache_retention',
];
/** `mode: "pro"` runs several reasoning passes at once. */
const REASONING = ['effort', 'summary', 'generate_summary', 'context'];
const FORMAT = ['type', 'name', 'description', 'schema', 'strict'];
const CHOICE = ['type', 'name', 'namespace', 'mode'];
const NAMED = ['type', 'name', 'namespace'];
/** Tools whose calls the client answers, or that search among them: they cost only tokens. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  function: ['name', 'description', 'parameters', 'strict', 'defer_loading'],
  custom: ['name', 'description', 'format', 'defer_loading'],
  namespace: ['name', 'description'],
  tool_search: ['execution', 'description', 'parameters'],
};
/** The members of each kind of item. Ids are omitted, because nothing is stored there. */
const ITEMS: Readonly<Record<string, readonly string[]>> = {
  message: ['role', 'phase'],
  function_call: ['call_id', 'name', 'namespace', 'arguments'],
  function_call_output: ['call_id'],
  custom_tool_call: ['call_id', 'name', 'namespace', 'input'],
  custom_tool_call_output: ['call_id'],
  tool_search_call: ['call_id', 'execution', 'arguments', 'status'],
  tool_search_output: ['call_id', 'execution', 'status'],
  additional_tools: ['role'],
};
const PARTS: Readonly<Record<string, readonly string[]>> = {
  input_text: ['text'],
  output_text: ['text'],
  refusal: ['refusal'],
  input_image: ['image_url', 'detail'],
};
const CACHE_KEY_CHARACTERS = 32;

export interface NativeResponses {
  dialect: 'responses';
  body: Json;
  headers: Record<string, string>;
}

export interface NativeContext {
  /** The whole input, earlier responses included: images as data, documents as text. */
  items: readonly InputItem[];
  thoughts: OwnThoughts;
  accountId: string;
}

export function nativeResponses(given: ResponsesBody, { items, thoughts, accountId }: NativeContext): NativeResponses {
  const body: Json = given;
  const tools = asRecords(body.tools).flatMap(toolOf);
  const { text, reasoning, tool_choice: choice, prompt_cache_key: key } = body;
  const { verbosity, format } = asRecord(text) ?? {};
  const shape = {
    ...(format ? { format: pick(asRecord(format) ?? {}, FORMAT) } : {}),
    ...(verbosity ? { verbosity } : {}),
  };
  return {
    dialect: 'responses',
    headers: {},
    body: {
      ...pick(body, BODY),
      input: items.flatMap((item) => itemOf(item, thoughts)),
      include: includeOf(given),
      ...(Object.keys(shape).length > 0 ? { text: shape } : {}),
      ...(asRecord(reasoning) ? { reasoning: pick(asRecord(reasoning) ?? {}, REASONING) } : {}),
      ...(tools.length > 0 ? { tools, ...choiceOf(choice, tools) } : {}),
      // Customers share the operator's cache: one customer's key must not match another's.
      ...(typeof key === 'string' ? { prompt_cache_key: ownKey(accountId, key) } : {}),
    },
  };
}

/** Among the features omitted for other upstreams, those that are omitted for this one too. */
export function nativeLeftOut(leftOut: readonly string[]): string[] {
  return leftOut.filter((name) => !name.endsWith(' tool_search'));
}

/** The thoughts of a stored response are kept for the response that continues it. */
function includeOf({ include, store }: ResponsesBody): string[] {
  const asked = include ?? [];
  const keeps = (store ?? true) || asked.includes('reasoning.encrypted_content');
  const logprobs = 'message.output_text.logprobs';
  return [...(keeps ? ['reasoning.encrypted_content'] : []), ...(asked.includes(logprobs) ? [logprobs] : [])];
}

function itemOf(item: InputItem, thoughts: OwnThoughts): Json[] {
  const { type = 'message', content, output, tools } = item;
  if (type === 'reasoning') return thoughtOf(item, thoughts);
  if (type === 'compaction') {
    const kept = compactedText(item, thoughts);
    return kept === undefined ? [] : [{ type: 'message', role: 'system', content: kept }];
  }
  const members = Object.hasOwn(ITEMS, type) ? ITEMS[type] : undefined;
  if (!members) return [];
  return [
    {
      type,
      ...pick(item, members),
      ...(content === undefined || content === null ? {} : { content: partsOf(content) }),
      ...(output === undefined ? {} : { output: partsOf(output) }),
      ...(tools === undefined ? {} : { tools: asRecords(tools).flatMap(toolOf) }),
    },
  ];
}

/** Only thoughts that this service sealed for the account: the upstream would accept other customers' thoughts too. */
function thoughtOf({ summary, encrypted_content: sealed }: InputItem, thoughts: OwnThoughts): Json[] {
  const blob = sealed ? thoughts.open(sealed)?.blob : undefined;
  if (blob === undefined) return [];
  const texts = (summary ?? []).map(({ text }) => ({ type: 'summary_text', text }));
  return [{ type: 'reasoning', summary: texts, encrypted_content: blob }];
}

function partsOf(content: unknown): unknown {
  if (typeof content === 'string') return content;
  return asRecords(content).flatMap((part) => {
    const type = asText(part.type);
    const members = Object.hasOwn(PARTS, type) ? PARTS[type] : undefined;
    return members ? [{ type, ...pick(part, members) }] : [];
  });
}

function toolOf(tool: Json): Json[] {
  const type = asText(tool.type);
  const members = Object.hasOwn(TOOLS, type) ? TOOLS[type] : undefined;
  if (!members) return [];
  const inner = type === 'namespace' ? { tools: asRecords(tool.tools).flatMap(toolOf) } : {};
  return [{ type, ...pick(tool, members), ...inner }];
}

function choiceOf(choice: unknown, tools: readonly Json[]): Json {
  if (typeof choice === 'string') return { tool_choice: choice };
  const picked = pick(asRecord(choice) ?? {}, CHOICE);
  const allowed = asRecords(asRecord(choice)?.tools).filter(({ type }) => isPassed(type));
  if (picked.type === 'allowed_tools')
    return { tool_choice: { ...picked, tools: allowed.map((one) => pick(one, NAMED)) } };
  return isPassed(picked.type) && tools.length > 0 ? { tool_choice: picked } : {};
}

function isPassed(type: unknown): boolean {
  return type === 'function' || type === 'custom';
}

function ownKey(accountId: string, key: string): string {
  return createHash('sha256').update(`${accountId}\n${key}`).digest('hex').slice(0, CACHE_KEY_CHARACTERS);
}

function pick(object: Json, members: readonly string[]): Json {
  return Object.fromEntries(
    members.flatMap((name) => (object[name] === undefined || object[name] === null ? [] : [[name, object[name]]])),
  );
}
