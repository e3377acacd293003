// Writes a Messages request for an upstream of Anthropic's: passes only fields with the same meaning and price there.
import { asRecord, asRecords, asText } from '../../../../core/unknown-json.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import { ownTool } from './own-tools.ts';
import { describeResultBlock } from './parts.ts';
import type { Block, MessagesBody } from './schema.ts';

type Json = Record<string, unknown>;

const BODY = ['system', 'stop_sequences', 'temperature', 'top_p', 'top_k'];
const CHOICE = ['type', 'name', 'disable_parallel_tool_use'];
const FORMAT = ['type', 'schema'];
const THINKING = ['type', 'budget_tokens', 'display'];
const OUTPUT = ['effort', 'format'];
const TOOL = [
  'name',
  'description',
  'input_schema',
  'input_examples',
  'defer_loading',
  'strict',
  'eager_input_streaming',
];
const OWN_TOOL = [
  'type',
  ...TOOL,
  'max_characters',
  'display_width_px',
  'display_height_px',
  'display_number',
  'enable_zoom',
];
/** The members of each kind of block. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'citations'],
  image: ['source'],
  document: ['source', 'title', 'context', 'citations'],
  search_result: ['source', 'title', 'content', 'citations'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
  tool_use: ['id', 'name', 'input'],
  tool_result: ['tool_use_id', 'content', 'is_error'],
  tool_reference: ['tool_name'],
};
/** A tool search among the caller's own tools costs only tokens. */
const TOOL_SEARCH = /tool_search_tool_/;
/** Features that affect neither the token price nor where data goes. */
const BETAS =
  /^(claude-code|interleaved-thinking|context-management|thinking-token-count|advanced-tool-use|fine-grained-tool-streaming|token-efficient-tools|structured-outputs|effort|output-128k|prompt-caching|pdfs|computer-use|tool-search-tool|tool-examples)-(\d{4}-\d{2}-\d{2}|\d{8})$/;
const MAX_BETAS = 32;

export interface NativeMessages {
  dialect: 'messages';
  body: Json;
  headers: Record<string, string>;
}

export function nativeMessages(
  given: MessagesBody,
  { thoughts, betas }: { thoughts: OwnThoughts; betas: string | undefined },
): NativeMessages {
  const body: Json = given;
  const tools = asRecords(body.tools).flatMap(toolOf);
  const edits = asRecords(asRecord(body.context_management)?.edits).filter(({ type }) =>
    asText(type).startsWith('clear_'),
  );
  const { system, ...rest } = pick(body, BODY);
  return {
    dialect: 'messages',
    headers: betasOf(betas),
    body: {
      ...rest,
      ...(system === undefined ? {} : { system: typeof system === 'string' ? system : blocksOf(system, thoughts) }),
      messages: asRecords(body.messages).map(({ role, content }) => ({
        role,
        content: typeof content === 'string' ? content : blocksOf(content, thoughts),
      })),
      ...(tools.length > 0 ? { tools, ...withMembers('tool_choice', body.tool_choice, CHOICE) } : {}),
      ...withMembers('output_format', body.output_format, FORMAT),
      ...withMembers('thinking', body.thinking, THINKING),
      ...withMembers('output_config', body.output_config, OUTPUT),
      ...withMembers('metadata', body.metadata, ['user_id']),
      ...markOf(body),
      ...(edits.length > 0 ? { context_management: { edits } } : {}),
    },
  };
}

/** Among the features omitted for other upstreams, those that are omitted for this one too. */
export function nativeLeftOut(leftOut: readonly string[]): string[] {
  return leftOut.filter((name) => !TOOL_SEARCH.test(name));
}

function toolOf(tool: Json): Json[] {
  const type = asText(tool.type);
  if (type === '' || type === 'custom') return [{ ...pick(tool, TOOL), ...markOf(tool) }];
  if (ownTool(type) || TOOL_SEARCH.test(type)) return [{ ...pick(tool, OWN_TOOL), ...markOf(tool) }];
  return [];
}

function blocksOf(content: unknown, thoughts: OwnThoughts): Json[] {
  return asRecords(content).flatMap((block) => blockOf(block, thoughts));
}

function blockOf(block: Json, thoughts: OwnThoughts): Json[] {
  const type = asText(block.type);
  const members = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (!members) {
    const text = describeResultBlock(block as Block, 'messages').trim();
    return text === '' ? [] : [{ type: 'text', text }];
  }
  if (type === 'thinking' || type === 'redacted_thinking') {
    const sealed = asText(type === 'thinking' ? block.signature : block.data);
    const own = thoughts.open(sealed);
    // Another model's thought, which this upstream would reject.
    if (thoughts.isOurs(sealed) && !own?.signature) return [];
    if (own) return [{ type: 'thinking', thinking: own.text, signature: own.signature }];
    if (sealed === '') return [];
  }
  const { content, source, citations, ...picked } = pick(block, members);
  return [
    {
      type,
      ...picked,
      ...(content === undefined
        ? {}
        : { content: typeof content === 'string' ? content : blocksOf(content, thoughts) }),
      ...(source === undefined ? {} : { source: sourceOf(source, thoughts) }),
      // In a text block it is a list, in a document a switch.
      ...(citations ? { citations } : {}),
      ...markOf(block),
    },
  ];
}

/** Addresses and files were resolved before: an upstream must not fetch anything that a customer names. */
function sourceOf(source: unknown, thoughts: OwnThoughts): unknown {
  if (typeof source === 'string') return source;
  const { type, media_type, data, content } = asRecord(source) ?? {};
  if (type === 'content') return { type, content: typeof content === 'string' ? content : blocksOf(content, thoughts) };
  return { type: type === 'text' ? 'text' : 'base64', media_type, data };
}

/** 5 minutes, because a longer cache time costs more than the price per token covers. */
function markOf({ cache_control: mark }: Json): Json {
  return mark ? { cache_control: { type: 'ephemeral' } } : {};
}

function withMembers(name: string, value: unknown, members: readonly string[]): Json {
  const object = asRecord(value);
  return object ? { [name]: pick(object, members) } : {};
}

function pick(object: Json, members: readonly string[]): Json {
  return Object.fromEntries(members.flatMap((name) => (object[name] === undefined ? [] : [[name, object[name]]])));
}

function betasOf(header: string | undefined): Record<string, string> {
  const known = (header ?? '').split(',', MAX_BETAS).flatMap((beta) => (BETAS.test(beta.trim()) ? [beta.trim()] : []));
  return known.length > 0 ? { 'anthropic-beta': known.join(',') } : {};
}
