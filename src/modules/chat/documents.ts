// Converts the documents of a chat to text, because models read text: one part becomes one part, so that errors still
// name its position.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { DocumentReader } from '../../engines/document/port.ts';
import { cameFrom, originOf } from './dialects/own-fields.ts';
import type { ReadPicture } from './picture-parts.ts';
import type { ChatBody } from './schema.ts';

type Part = Extract<ChatBody['messages'][number]['content'], unknown[]>[number];

const MAX_DOCUMENTS = 32;
const MAX_BYTES = 48 * 1024 * 1024;
/** The limit for all documents together; a longer chat is refused as too long anyway. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

export interface FileReaders {
  source: ReadPicture;
  reader: DocumentReader;
}

export async function readDocuments(
  body: ChatBody,
  { source, reader }: FileReaders,
  call: { caller: Caller; signal: AbortSignal },
): Promise<ChatBody> {
  const { messages } = body;
  if (!messages.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'file')))
    return body;
  let documents = 0;
  let bytes = 0;
  let charactersLeft = MAX_CHARACTERS;
  const read = async (part: Part, at: string): Promise<Part> => {
    if (part.type !== 'file') return part;
    documents += 1;
    if (documents > MAX_DOCUMENTS) throw refuse(at, `A chat may contain at most ${MAX_DOCUMENTS} documents.`);
    const { file_data: data, file_id: id, filename = '' } = part.file ?? {};
    const value = data || id || undefined;
    const content = await source.required({
      ...call,
      uploads: [],
      field: `${at}.file`,
      ...(value ? { value } : { value: '' }),
    });
    bytes += content.length;
    if (bytes > MAX_BYTES)
      throw new ServiceError('payload_too_large', 'The documents of this chat are larger than 48 MB in total.', {
        param: at,
      });
    const text = (await textOf(content, at, { reader, ...call })).slice(0, charactersLeft);
    charactersLeft -= text.length;
    const named = filename ? ` name=${JSON.stringify(filename.slice(0, 200))}` : '';
    const { cache_control: mark } = part;
    const told: Part = {
      type: 'text',
      text: `<document${named}>\n${text}\n</document>`,
      ...(mark ? { cache_control: mark } : {}),
    };
    return cameFrom(told, originOf(part) ?? at);
  };
  const changed: ChatBody['messages'] = [];
  for (const [index, message] of messages.entries()) {
    const { content } = message;
    if (!Array.isArray(content)) {
      changed.push(message);
      continue;
    }
    const parts: Part[] = [];
    // One after the other: in parallel they could exceed the limit before it is noticed.
    for (const [position, part] of content.entries())
      parts.push(await read(part, `messages[${index}].content[${position}]`));
    const origin = originOf(message);
    const copy = { ...message, content: parts };
    changed.push(origin === undefined ? copy : cameFrom(copy, origin));
  }
  return { ...body, messages: changed };
}

async function textOf(content: Uint8Array, at: string, { reader, caller, signal }: TextSource): Promise<string> {
  try {
    return await reader.readText(content, caller.accountId, signal);
  } catch (error) {
    throw error instanceof ServiceError ? new ServiceError(error.code, error.message, { param: at }) : error;
  }
}

interface TextSource {
  reader: DocumentReader;
  caller: Caller;
  signal: AbortSignal;
}

function refuse(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
