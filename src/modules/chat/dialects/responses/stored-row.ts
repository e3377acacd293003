// What is stored of a response that later ones may continue.
import type { Owner } from '../../../../store/owner.ts';
import type { NewResponse } from '../../../../store/responses.ts';
import type { TextCall } from '../../chat-service.ts';
import type { ResponseStream } from './native-response.ts';
import type { ResponseBody } from './response-body.ts';
import type { InputItem, ResponsesBody } from './schema.ts';

/** Shorter texts are not measured exactly. */
const SHORT_CHARACTERS = 100_000;

declare module '../../../../store/json-columns.ts' {
  interface JsonColumns {
    'responses.input': InputItem[];
    'responses.response': ResponseBody;
  }
}

type Call = Pick<TextCall<ResponsesBody>, 'body'> & { caller: Owner };

/** Undefined for a response that is not stored. */
export function storedOf(
  { caller, body }: Call,
  input: readonly InputItem[],
  { response, written }: Pick<ResponseStream, 'response' | 'written'>,
): NewResponse | undefined {
  if (!(body.store ?? true)) return undefined;
  const token = response.id.slice('resp_'.length);
  const named = input.map((item, index) => ({
    ...item,
    type: item.type ?? 'message',
    id: item.id ?? `in_${token}_${index}`,
  }));
  const { accountId, environment } = caller;
  const previousId = body.previous_response_id ?? null;
  return {
    id: response.id,
    accountId,
    environment,
    previousId,
    input: named.map(withParts),
    response,
    written,
  };
}

/** The size of its JSON in bytes; approximate for a single short text. */
export function sizeOf(input: readonly InputItem[]): number {
  const [only] = input;
  if (input.length === 1 && typeof only?.content === 'string' && only.content.length < SHORT_CHARACTERS)
    return only.content.length;
  return Buffer.byteLength(JSON.stringify(input));
}

/** Stored messages have lists of parts, as OpenAI's lists do. */
function withParts(item: InputItem): InputItem {
  if (item.type !== 'message' || typeof item.content !== 'string') return item;
  const type = item.role === 'assistant' ? 'output_text' : 'input_text';
  return { ...item, content: [{ type, text: item.content }] };
}
