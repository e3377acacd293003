// Turns Gemini's contents into the messages of a chat.
import { ServiceError } from '../../../../core/errors.ts';
import type { Message } from '../../message-schema.ts';
import { askToContinue } from '../continue-answer.ts';
import { cameFrom } from '../own-fields.ts';
import { ToolCallIds } from '../tool-call-ids.ts';
import type { Content, GenerateBody, Part } from './schema.ts';

type ImagePart = { type: 'image_url'; image_url: { url: string; detail?: string } };
type FilePart = { type: 'file'; file: { file_data: string } };
type AudioPart = { type: 'input_audio'; input_audio: { data: string } };
type ChatPart = { type: 'text'; text: string } | ImagePart | FilePart | AudioPart;

const PART_KINDS = ['text', 'inlineData', 'fileData', 'functionCall', 'functionResponse'] as const;
/** What Google's own tools did in an earlier answer. */
const HOSTED_KINDS = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'];
const MAX_TOLD_CHARACTERS = 20_000;
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
const DOCUMENT_TYPE = /^(application\/(pdf|json|xml)|text\/)/;

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
  return [...messages, ...askToContinue(messages, 'contents')];
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
      case 'hosted':
        text += describeToolPart(part) ?? '';
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

/** Function results come first: they must follow the turn that called them. */
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
      case 'hosted':
        rest.push({ type: 'text', text: describeToolPart(part) ?? '' });
        break;
      case 'inlineData':
      case 'fileData':
        rest.push(cameFrom(mediaOf(part, where, detail), where));
        break;
      case 'functionResponse': {
        const { id, name = '', response = {} } = part.functionResponse ?? {};
        const known = calls.close(name, id);
        const callId = known ?? calls.open(name, id);
        if (known === undefined) {
          // A result without its call: either only tokens are counted, or the conversation was shortened.
          calls.close(name, callId);
          const called = { id: callId, type: 'function' as const, function: { name, arguments: '{}' } };
          results.push(cameFrom({ role: 'assistant', content: null, tool_calls: [called] }, where));
        }
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

function mediaOf(
  { inlineData, fileData }: Part,
  at: string,
  detail: string | undefined,
): ImagePart | FilePart | AudioPart {
  const mimeType = inlineData?.mimeType ?? fileData?.mimeType;
  const url = inlineData ? `data:${mimeType};base64,${inlineData.data}` : (fileData?.fileUri ?? '');
  if (isDocument(mimeType)) return { type: 'file', file: { file_data: url } };
  if (isRecording(mimeType)) return { type: 'input_audio', input_audio: { data: url } };
  if (mimeType !== undefined && !IMAGE_TYPES.includes(mimeType.toLowerCase()))
    throw refuse(at, `has the type "${mimeType}". Accepted are ${IMAGE_TYPES.join(', ')}, audio, PDF and text`);
  return { type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) } };
}

function isRecording(mimeType: string | undefined): boolean {
  return mimeType?.toLowerCase().startsWith('audio/') ?? false;
}

/** Models of Google hear too, but at another price for each token. */
export function hasRecordings({ contents }: Pick<GenerateBody, 'contents'>): boolean {
  return contents.some(({ parts }) =>
    parts.some(({ inlineData, fileData }) => isRecording(inlineData?.mimeType ?? fileData?.mimeType)),
  );
}

export function isDocument(mimeType: string | undefined): boolean {
  return mimeType !== undefined && DOCUMENT_TYPE.test(mimeType.toLowerCase());
}

function kindOf(part: Part, at: string): (typeof PART_KINDS)[number] | 'hosted' {
  const [kind, second] = PART_KINDS.filter((name) => part[name] !== undefined);
  if (kind !== undefined && second === undefined) return kind;
  if (kind === undefined && describeToolPart(part) !== undefined) return 'hosted';
  throw refuse(at, `holds exactly one of ${PART_KINDS.join(', ')}`);
}

/** What a tool of Google's did, as text: other models do not know such parts. */
export function describeToolPart(part: Part): string | undefined {
  const told = Object.entries(part).find(([name]) => HOSTED_KINDS.includes(name));
  return told && `\n[${told[0]}: ${JSON.stringify(told[1]).slice(0, MAX_TOLD_CHARACTERS)}]\n`;
}

function refuse(param: string, rule: string): ServiceError {
  return new ServiceError('invalid_parameter', `The part "${param}" ${rule}.`, { param });
}
