// Inlines what a Messages request names by address or file: images as data, documents as text.
import { asRecord, asText } from '../../../../core/unknown-json.ts';
import type { NamedFiles } from '../named-files.ts';
import type { MessagesBody } from './schema.ts';

type Json = Record<string, unknown>;

export async function inlineSources(body: MessagesBody, files: NamedFiles): Promise<MessagesBody> {
  const messages: Json[] = [];
  // One after the other: in parallel they could exceed the limit before it is noticed.
  for (const [index, message] of body.messages.entries())
    messages.push({ ...message, content: await inlineBlocks(message.content, `messages[${index}].content`, files) });
  return { ...body, messages } as MessagesBody;
}

/** Plain text stays unchanged. */
async function inlineBlocks(content: unknown, at: string, files: NamedFiles): Promise<unknown> {
  if (!Array.isArray(content)) return content;
  const blocks: unknown[] = [];
  for (const [position, block] of content.entries()) blocks.push(await inlineBlock(block, `${at}[${position}]`, files));
  return blocks;
}

async function inlineBlock(value: unknown, at: string, files: NamedFiles): Promise<unknown> {
  const block = asRecord(value);
  if (!block) return value;
  const source = asRecord(block.source);
  if (block.type === 'tool_result')
    return { ...block, content: await inlineBlocks(block.content, `${at}.content`, files) };
  if (block.type === 'image' && source) {
    const { mediaType, data } = await files.image(nameOf(source), `${at}.source`);
    return { ...block, source: { type: 'base64', media_type: mediaType, data } };
  }
  if (block.type !== 'document' || !source || source.type === 'text') return block;
  if (source.type === 'content')
    return {
      ...block,
      source: { ...source, content: await inlineBlocks(source.content, `${at}.source.content`, files) },
    };
  const data = await files.document(nameOf(source), `${at}.source`);
  return { ...block, source: { type: 'text', media_type: 'text/plain', data } };
}

function nameOf({ type, data, url, file_id: fileId }: Json): string {
  return type === 'base64' ? `data:application/octet-stream;base64,${asText(data)}` : asText(url) || asText(fileId);
}
