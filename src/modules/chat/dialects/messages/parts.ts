// Turns a content block of a Messages request into the parts of a chat message.
import type { Message as ChatMessage } from '../../message-schema.ts';
import { cameFrom } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import type { Block, InnerBlock } from './schema.ts';

export type ChatPart = Extract<ChatMessage['content'], unknown[]>[number];

/** Blocks without meaning for other models. */
const SILENT = ['tool_addition', 'tool_removal', 'mcp_tool_listing', 'container_upload', 'fallback'];
const MAX_RESULT_CHARACTERS = 20_000;

export function partsOf(block: InnerBlock, at: string): ChatPart[] {
  if (SILENT.includes(block.type)) return [];
  return block.type === 'document' ? documentParts(block, at) : [partOf(block, at)];
}

export function partOf(block: InnerBlock, at: string): ChatPart {
  const mark = markOf(block.cache_control);
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text ?? missing(`${at}.text`), ...mark };
    case 'image':
      return cameFrom({ type: 'image_url', image_url: { url: dataOf(block, at, 'image/png') }, ...mark }, at);
    case 'search_result':
      return { type: 'text', text: searchResult(block), ...mark };
    case 'tool_reference':
      return { type: 'text', text: `The tool "${block.tool_name ?? ''}" can be called now.`, ...mark };
    default:
      return refuse(
        `${at}.type`,
        `This service does not accept blocks of type "${block.type}" here. Send text, images or documents.`,
      );
  }
}

/** What Anthropic's servers did in an earlier answer, as text: other models do not know such blocks. */
export function describeResultBlock(block: Block, at: string): string {
  const { type, name, input, content, tool_use_id: id } = block;
  if (SILENT.includes(type)) return '';
  if (type === 'compaction') return typeof content === 'string' ? content : '';
  if (type === 'server_tool_use' || type === 'mcp_tool_use')
    return `\n[Called ${name ?? 'a tool'} with ${JSON.stringify(input ?? {}).slice(0, MAX_RESULT_CHARACTERS)}]\n`;
  if (id !== undefined && type.endsWith('_tool_result'))
    return `\n[Result: ${JSON.stringify(content ?? '').slice(0, MAX_RESULT_CHARACTERS)}]\n`;
  return refuse(`${at}.type`, `This service does not accept blocks of type "${type}" from the assistant.`);
}

function documentParts(block: InnerBlock, at: string): ChatPart[] {
  const source = sourceOf(block, at);
  const mark = markOf(block.cache_control);
  const { title, context } = block;
  const about: ChatPart[] = [title && `Document: ${title}`, context].flatMap((text) =>
    text ? [{ type: 'text' as const, text }] : [],
  );
  if (source.type === 'text')
    return [...about, { type: 'text', text: source.data ?? missing(`${at}.source.data`), ...mark }];
  if (source.type === 'content') {
    const { content = '' } = source;
    const inner = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return [...about, ...inner.map((one, position) => partOf(one, `${at}.source.content[${position}]`))];
  }
  const file = { file_data: dataOf(block, at, 'application/pdf'), ...(title ? { filename: title } : {}) };
  return [...about, cameFrom({ type: 'file', file, ...mark }, at)];
}

function searchResult({ title = '', source, content }: InnerBlock): string {
  const texts = typeof content === 'string' ? [content] : (content ?? []).map(({ text }) => text ?? '');
  return `Search result: ${title}\nSource: ${typeof source === 'string' ? source : ''}\n${texts.join('\n')}`;
}

/** The content of files stored at Anthropic is not available here. */
function dataOf(block: InnerBlock, at: string, usual: string): string {
  const { type, data, media_type: mediaType, url, file_id: fileId } = sourceOf(block, at);
  if (type === 'base64') return `data:${mediaType ?? usual};base64,${data ?? missing(`${at}.source.data`)}`;
  if (type === 'url') return url || missing(`${at}.source.url`);
  if (type === 'file') return fileId || missing(`${at}.source.file_id`);
  return refuse(`${at}.source.type`, 'The source must be "base64", "url" or "file".');
}

function sourceOf({ source }: InnerBlock, at: string): Exclude<InnerBlock['source'], string | undefined> {
  return typeof source === 'object' ? source : missing(`${at}.source`);
}

export function markOf(control: InnerBlock['cache_control']): Pick<ChatPart, 'cache_control'> {
  return control ? { cache_control: { type: 'ephemeral' } } : {};
}
