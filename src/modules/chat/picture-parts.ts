// Replaces the images of a chat by their data: no engine ever receives a URL from a client.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { ContentPart, TextMessage } from '../../engines/text/port.ts';

/** Reads an image by file id, /files/ URL of this service, data URI or https URL, under the address guard. */
export interface ReadPicture {
  required(request: {
    caller: Caller;
    uploads: readonly [];
    field: string;
    value: string;
    signal: AbortSignal;
  }): Promise<Uint8Array>;
}

const MOST_PICTURES = 32;
const MOST_BYTES = 48 * 1024 * 1024;

export async function inlinePictures(
  messages: TextMessage[],
  source: ReadPicture,
  call: { caller: Caller; signal: AbortSignal },
): Promise<TextMessage[]> {
  if (!messages.some(({ content }) => Array.isArray(content))) return messages;
  let pictures = 0;
  let bytes = 0;
  const inline = async (part: ContentPart, field: string): Promise<ContentPart> => {
    if (part.type !== 'image_url') return part;
    pictures += 1;
    if (pictures > MOST_PICTURES) throw refuse(field, `A chat may contain at most ${MOST_PICTURES} images.`);
    const picture = await source.required({ ...call, uploads: [], field, value: part.image_url.url });
    bytes += picture.length;
    if (bytes > MOST_BYTES)
      throw new ServiceError(
        'payload_too_large',
        'The images of this chat are larger than 48 MB in total. Send fewer or smaller ones.',
        { param: field },
      );
    const type = typeOf(picture);
    if (!type) throw refuse(field, 'The image must be a PNG, JPEG, WebP or GIF file.');
    const url = `data:${type};base64,${Buffer.from(picture).toString('base64')}`;
    return { ...part, image_url: { ...part.image_url, url } };
  };
  const inlined: TextMessage[] = [];
  for (const [index, message] of messages.entries()) {
    if (!Array.isArray(message.content)) {
      inlined.push(message);
      continue;
    }
    const content: ContentPart[] = [];
    // One after the other: in parallel they could exceed the limit before it is noticed.
    for (const [position, part] of message.content.entries())
      content.push(await inline(part, `messages[${index}].content[${position}].image_url.url`));
    inlined.push({ ...message, content });
  }
  return inlined;
}

/** Detects the type by the first bytes, because names and declared types can be wrong. */
function typeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined;
}

function refuse(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
