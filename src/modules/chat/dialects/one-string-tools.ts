// A tool that takes free text, as a function with one string: what models and upstreams understand that know only functions.
import { parseBounded } from '../../../core/bounded-json.ts';
import { asRecord } from '../../../core/unknown-json.ts';

export interface FreeTextTool {
  name: string;
  description?: string | null | undefined;
  format?: unknown;
}

const MEMBER = 'input';

/** The grammar, if there is one, is told in words: only OpenAI's own models are held to it. */
export function asFunction({ name, description, format }: FreeTextTool) {
  const { type, syntax, definition } = asRecord(format) ?? {};
  const grammar =
    type === 'grammar' && typeof definition === 'string'
      ? `The input follows this ${typeof syntax === 'string' ? syntax : ''} grammar:\n${definition}`
      : '';
  const said = [description ?? '', grammar].filter((text) => text !== '').join('\n\n');
  return {
    name,
    ...(said === '' ? {} : { description: said }),
    parameters: {
      type: 'object',
      properties: { [MEMBER]: { type: 'string', description: 'The whole input of the tool, as plain text' } },
      required: [MEMBER],
      additionalProperties: false,
    },
  };
}

export function wrapInput(input: string): string {
  return JSON.stringify({ [MEMBER]: input });
}

/** Models may write something else than what was asked for: then the tool gets it as it is. */
export function unwrapInput(written: string): string {
  try {
    const given = asRecord(parseBounded(written))?.[MEMBER];
    return typeof given === 'string' ? given : written;
  } catch {
    return written;
  }
}
