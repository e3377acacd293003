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

const MAX_PICTURES = 32;
const MAX_BYTES = 48 * 1024 * 1024;

interface PictureCall {
  caller: Caller;
  signal: AbortSignal;
}

export async function inlinePictures(
  messages: TextMessage[],
  source: ReadPicture,
  call: PictureCall,
): Promise<TextMessage[]> {
  if (!messages.some(({ content }) => Array.isArray(content))) return messages;
  const inliner = new PictureInliner(source, call);
  const inlined: TextMessage[] = [];
  for (const [index, message] of messages.entries())
    inlined.push(
      Array.isArray(message.content)
        ? { ...message, content: await inliner.inline(message.content, `messages[${index}].content`) }
        : message,
    );
  return inlined;
}

/** The parts of one list; `at` is its name in the request, for errors. */
export function inlineParts(
  parts: readonly ContentPart[],
  at: string,
  { source, ...call }: PictureCall & { source: ReadPicture },
): Promise<ContentPart[]> {
  return new PictureInliner(source, call).inline(parts, at);
}

class PictureInliner {
  readonly #source: ReadPicture;
  readonly #call: PictureCall;
  #pictures = 0;
  #bytes = 0;

  constructor(source: ReadPicture, call: PictureCall) {
    this.#source = source;
    this.#call = call;
  }

  async inline(parts: readonly ContentPart[], at: string): Promise<ContentPart[]> {
    const inlined: ContentPart[] = [];
    // One after the other: in parallel they could exceed the limit before it is noticed.
    for (const [position, part] of parts.entries())
      inlined.push(part.type === 'image_url' ? await this.#fetch(part, `${at}[${position}].image_url.url`) : part);
    return inlined;
  }

  async #fetch(part: Extract<ContentPart, { type: 'image_url' }>, field: string): Promise<ContentPart> {
    this.#pictures += 1;
    if (this.#pictures > MAX_PICTURES) throw refuse(field, `A call may contain at most ${MAX_PICTURES} images.`);
    const picture = await this.#source.required({ ...this.#call, uploads: [], field, value: part.image_url.url });
    this.#bytes += picture.length;
    if (this.#bytes > MAX_BYTES)
      throw new ServiceError(
        'payload_too_large',
        'The images of this call are larger than 48 MB in total. Send fewer or smaller ones.',
        { param: field },
      );
    const type = pictureType(picture);
    if (!type) throw refuse(field, 'The image must be a PNG, JPEG, WebP or GIF file.');
    const url = `data:${type};base64,${Buffer.from(picture).toString('base64')}`;
    return { ...part, image_url: { ...part.image_url, url } };
  }
}

/** Detects the type from the first bytes, because names and declared types can be wrong. */
export function pictureType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined;
}

function refuse(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
