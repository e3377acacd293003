// Converts the recordings of a chat to text, because models read text: each is transcribed once in a call, and paid as a
// transcription.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { MicroCredits } from '../../core/money.ts';
import { renameParam } from '../../core/rename-param.ts';
import { cameFrom, originOf } from './dialects/own-fields.ts';
import type { ChatBody } from './schema.ts';

type Message = ChatBody['messages'][number];
type Part = Extract<Message['content'], unknown[]>[number];
type Recording = NonNullable<Part['input_audio']>;

/** Transcribes with the default model, under its limits, and charges its price. */
export interface Listener {
  hear(order: {
    caller: Caller;
    requestId: string;
    signal: AbortSignal;
    /** A data URI, or a file of this service. */
    file: string;
  }): Promise<{ text: string; charged: MicroCredits }>;
}

const MAX_RECORDINGS = 8;

/** Weak: an entry lives as long as its call's body. A call with several rounds pays for each recording once. */
const transcripts = new WeakMap<Recording, string>();

/** The transcript of a recording that this call has paid for. */
export function transcriptOf(recording: Recording): string | undefined {
  return transcripts.get(recording);
}

export function describeRecording(text: string): string {
  return `<recording>\n${text || '(no words were heard)'}\n</recording>`;
}

/**
 * `check` gets the body with empty transcripts and throws if it cannot be answered: nothing is paid for such a call.
 */
export async function hearRecordings(
  body: ChatBody,
  { listener, call }: { listener: Listener; call: { caller: Caller; requestId: string; signal: AbortSignal } },
  check: (body: ChatBody) => void,
): Promise<{ body: ChatBody; charged: MicroCredits }> {
  const found = recordingsIn(body);
  if (found.length === 0) return { body, charged: 0 };
  const tooMany = found[MAX_RECORDINGS];
  if (tooMany) throw refuse(tooMany.at, `A chat may contain at most ${MAX_RECORDINGS} recordings.`);
  const files = found.map(({ recording, at }) => fileOf(recording, at));
  check(withTexts(body));
  let charged = 0;
  // One after the other: each is decoded and transcribed within the limits of one recording.
  for (const [index, { recording, at }] of found.entries()) {
    if (transcripts.has(recording)) continue;
    const heard = await listener.hear({ ...call, file: files[index] ?? '' }).catch((error: unknown) => {
      throw error instanceof ServiceError && error.param !== null ? renameParam(error, `${at}.input_audio`) : error;
    });
    transcripts.set(recording, heard.text);
    charged += heard.charged;
  }
  return { body: withTexts(body), charged };
}

function recordingsIn({ messages }: ChatBody): { recording: Recording; at: string }[] {
  return messages.flatMap(({ role, content }, index) => {
    if (!Array.isArray(content)) return [];
    return content.flatMap((part, position) => {
      if (part.type !== 'input_audio') return [];
      const at = `messages[${index}].content[${position}]`;
      if (role !== 'user') throw refuse(at, 'Only messages of the user may contain recordings.');
      if (!part.input_audio) throw missing(`${at}.input_audio`);
      return [{ recording: part.input_audio, at }];
    });
  });
}

function fileOf({ data }: Recording, at: string): string {
  if (!data) throw missing(`${at}.input_audio.data`);
  return isNamed(data) ? data : `data:audio/unknown;base64,${data}`;
}

/** Base64 has no colon, and its length tells it from the id of a file. */
function isNamed(data: string): boolean {
  const start = data.slice(0, 32);
  return start.includes(':') || start.startsWith('/files/') || /^[0-9a-z]{26}$/.test(start);
}

function withTexts(body: ChatBody): ChatBody {
  return { ...body, messages: body.messages.map(withText) };
}

function withText(message: Message): Message {
  const { content } = message;
  if (!Array.isArray(content) || !content.some(({ type }) => type === 'input_audio')) return message;
  const copy = { ...message, content: content.map(told) };
  const origin = originOf(message);
  return origin === undefined ? copy : cameFrom(copy, origin);
}

function told(part: Part): Part {
  if (part.type !== 'input_audio' || !part.input_audio) return part;
  const { cache_control: mark } = part;
  const text = describeRecording(transcripts.get(part.input_audio) ?? '');
  const read: Part = { type: 'text', text, ...(mark ? { cache_control: mark } : {}) };
  const origin = originOf(part);
  return origin === undefined ? read : cameFrom(read, origin);
}

function missing(param: string): ServiceError {
  return new ServiceError('missing_parameter', `The field "${param}" is required.`, { param });
}

function refuse(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
