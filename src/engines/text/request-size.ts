// Bounds the prompt tokens of a request by its bytes: no tokenizer makes more tokens than there are bytes. Measured on
// the text that is sent, so that no field can be forgotten.
import { DEFAULT_PICTURE_TOKENS } from './picture-tokens.ts';
import type { TextMessage, TextOrder } from './port.ts';

/**
 * A server's template adds an opening and a description of tools. The field names, which are counted too, leave room as
 * well.
 */
export const AROUND_REQUEST_TOKENS = 64;
/** An engine adds its own fields around an order. */
const AROUND_ORDER_TOKENS = 128;
const AROUND_TOOLS_TOKENS = 1_024;

interface Asked {
  messages?: unknown;
  tools?: unknown;
}

/** `written`: the request as JSON text; `asked`: the request object. */
export function mostTokensOfRequest(written: string, asked: Asked, pictureTokens = DEFAULT_PICTURE_TOKENS): number {
  const pictures = sentPictures(asked.messages);
  const hasTools = Array.isArray(asked.tools) && asked.tools.length > 0;
  return (
    AROUND_REQUEST_TOKENS +
    (hasTools ? AROUND_TOOLS_TOKENS : 0) +
    Buffer.byteLength(written) -
    pictures.bytes +
    pictures.count * pictureTokens
  );
}

/** For engines that receive orders instead of bodies: each order is a separate request. */
export function mostTokensOfOrders(orders: readonly TextOrder[], pictureTokens?: number): number {
  let most = 0;
  let last: { order: TextOrder; tokens: number } | undefined;
  for (const order of orders) {
    // The choices of a call differ only by their seed.
    if (!last || last.order.messages !== order.messages || last.order.prompt !== order.prompt)
      last = {
        order,
        tokens: AROUND_ORDER_TOKENS + mostTokensOfRequest(JSON.stringify(order), order, pictureTokens),
      };
    most += last.tokens;
  }
  return most;
}

/** Only data URIs of images are removed: they contain no character that JSON would escape. */
function sentPictures(messages: unknown): { count: number; bytes: number } {
  const pictures = { count: 0, bytes: 0 };
  if (!Array.isArray(messages)) return pictures;
  for (const { content } of messages as readonly TextMessage[]) {
    if (!Array.isArray(content)) continue;
    for (const part of content) {
      if (part.type !== 'image_url') continue;
      pictures.count += 1;
      const { url } = part.image_url;
      if (url.startsWith('data:image/')) pictures.bytes += url.length;
    }
  }
  return pictures;
}
