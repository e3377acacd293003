// Turns Gemini's contents into the messages of a chat.
import { ServiceError } from '../../../../core/errors.ts';
import type { Message } from '../../message-schema.ts';
import { cameFrom } from '../own-fields.ts';
import { refuseOthers } from '../refuse-others.ts';
import { ToolCallIds } from '../tool-call-ids.ts';
import type { Content, GenerateBody, Part } from './schema.ts';

type ImagePart = { type: 'image_url'; image_url: { url: string; detail?: string } };
type ChatPart = { type: 'text'; text: string } | ImagePart;

const PART_MEMBERS = [
  'text',
  'thought',
  'thoughtSignature',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
] as const;
const PART_KINDS = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'] as const;
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** `detail` is the level of detail at which images are read. */
export function messagesOf(
  { contents, systemInstruction }: Pick<GenerateBody, 'contents' | 'systemInstruction'>,
  detail?: string,
): Message[] {
  const messages: Message[] = [];
  if (systemInstruction)
    messages.push(
      cameFrom({ role: 'system', content: textsOf(systemInstruction.parts, 'systemInstruction') }, 'systemInstruction'),
    );
  const calls = new ToolCallIds();
  for (const [index, content] of contents.entries()) {
    const at = `contents[${index}]`;
    if (content.role === 'model') messages.push(cameFrom(answerOf(content, calls, at), at));
    else messages.push(...turnOf(content, calls, { at, detail }));
  }
  return messages;
}

/** Joins the texts of parts; any other kind of part is refused. */
export function textsOf(parts: readonly Part[], at: string): string {
  return parts
    .map((part, position) => {
      const { text } = part;
      if (kindOf(part, `${at}.parts[${position}]`) === 'text' && text !== undefined) return text;
      throw refuse(`${at}.parts[${position}]`, 'holds only text here. Move other parts to the contents');
    })
    .join('');
}

function answerOf({ parts }: Content, calls: ToolCallIds, at: string): Message {
  let text = '';
  let reasoning = '';
  let signature: string | undefined;
  const toolCalls: NonNullable<Message['tool_calls']> = [];
  for (const [position, part] of parts.entries()) {
    const where = `${at}.parts[${position}]`;
    switch (kindOf(part, where)) {
      case 'text':
        if (part.thought) reasoning += part.text ?? '';
        else text += part.text ?? '';
        break;
      case 'functionCall': {
        const { id, name = '', args = {} } = part.functionCall ?? {};
        toolCalls.push({
          id: calls.open(name, id),
          type: 'function',
          function: { name, arguments: JSON.stringify(args) },
        });
        break;
      }
      default:
        throw refuse(where, 'is not possible in a turn of the model, which holds text and function calls');
    }
    signature ??= part.thoughtSignature;
  }
  return {
    role: 'assistant',
    content: text === '' && toolCalls.length > 0 ? null : text,
    ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(reasoning === '' || signature === undefined ? {} : { reasoning_signature: signature }),
  };
}

/** Results of functions come first: they must follow the turn that called them. */
function turnOf(
  { parts }: Content,
  calls: ToolCallIds,
  { at, detail }: { at: string; detail: string | undefined },
): Message[] {
  const results: Message[] = [];
  const rest: ChatPart[] = [];
  for (const [position, part] of parts.entries()) {
    const where = `${at}.parts[${position}]`;
    switch (kindOf(part, where)) {
      case 'text':
        rest.push({ type: 'text', text: part.text ?? '' });
        break;
      case 'inlineData':
      case 'fileData':
        rest.push(cameFrom(imageOf(part, where, detail), where));
        break;
      case 'functionResponse': {
        const { id, name = '', response = {} } = part.functionResponse ?? {};
        const callId = calls.close(name, id);
        if (callId === undefined)
          throw refuse(`${where}.functionResponse`, 'answers no function call of the turn before it');
        results.push(cameFrom({ role: 'tool', tool_call_id: callId, content: JSON.stringify(response) }, where));
        break;
      }
      default:
        throw refuse(where, 'is only possible in a turn of the model (role "model")');
    }
  }
  return rest.length === 0 ? results : [...results, cameFrom({ role: 'user', content: contentOf(rest) }, at)];
}

function contentOf(parts: ChatPart[]): string | ChatPart[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('') : parts;
}

function imageOf({ inlineData, fileData }: Part, at: string, detail: string | undefined): ImagePart {
  const mimeType = inlineData?.mimeType ?? fileData?.mimeType;
  if (mimeType !== undefined && !IMAGE_TYPES.includes(mimeType.toLowerCase()))
    throw refuse(at, `has the type "${mimeType}". Accepted are ${IMAGE_TYPES.join(', ')}`);
  const url = inlineData ? `data:${mimeType};base64,${inlineData.data}` : (fileData?.fileUri ?? '');
  return { type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) } };
}

function kindOf(part: Part, at: string): (typeof PART_KINDS)[number] {
  refuseOthers(part, PART_MEMBERS, at);
  const [kind, second] = PART_KINDS.filter((name) => part[name] !== undefined);
  if (kind === undefined || second !== undefined) throw refuse(at, `holds exactly one of ${PART_KINDS.join(', ')}`);
  return kind;
}

function refuse(param: string, rule: string): ServiceError {
  return new ServiceError('invalid_parameter', `The part "${param}" ${rule}.`, { param });
}
