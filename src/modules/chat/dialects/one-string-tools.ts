// Represents a tool with free-text input as a function with one string, for models and upstreams that know only
// functions.
import { parseBounded } from '../../../core/bounded-json.ts';
import { asRecord } from '../../../core/unknown-json.ts';

export interface FreeTextTool {
  name: string;
  description?: string | null | undefined;
  format?: unknown;
}

const MEMBER = 'input';

/** A grammar is described in words: only OpenAI's own models are bound to it. */
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

/** Models may write something else; then the tool gets it unchanged. */
export function unwrapInput(written: string): string {
  try {
    const given = asRecord(parseBounded(written))?.[MEMBER];
    return typeof given === 'string' ? given : written;
  } catch {
    return written;
  }
}
