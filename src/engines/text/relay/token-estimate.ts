// Computes a lower bound of the tokens in a chunk or a reply, and cuts it to a number of tokens.
import { asRecord, asRecords } from '../../../core/unknown-json.ts';
import { countText, cutToTokens } from '../tokenizer.ts';

type Chunk = Record<string, unknown>;

// Servers stream token by token, and tokenizers differ: a piece as short as one token counts as one, whatever our tokenizer says.
export const ONE_TOKEN_BYTES = 16;
const TEXT_FIELDS = ['reasoning_content', 'reasoning', 'content', 'refusal'];

export async function tokensInChunk(model: string, chunk: Chunk): Promise<number> {
  let tokens = 0;
  for (const choice of asRecords(chunk.choices)) tokens += await tokensInText(model, textIn(choice));
  return tokens;
}

async function tokensInText(model: string, text: string): Promise<number> {
  if (text === '') return 0;
  return Buffer.byteLength(text) <= ONE_TOKEN_BYTES ? 1 : countText(model, text);
}

/** All text in it that the model generated. */
function textIn(choice: Chunk): string {
  const spoken = speechOf(choice);
  const calls = asRecords(spoken?.tool_calls).map((call) => asRecord(call.function) ?? {});
  const known = [
    ...TEXT_FIELDS.map((field) => spoken?.[field]),
    choice.text,
    ...calls.flatMap(({ name, arguments: given }) => [name, given]),
  ]
    .filter((text) => typeof text === 'string')
    .join('');
  // Some servers send thoughts as content parts, or under other names; beside a known name they repeat its text.
  return known === '' ? textsIn(spoken).join('') : known;
}

/** Keys that identify and order the pieces of an answer, and are not part of it. */
const NOT_SAID = ['role', 'id', 'type', 'format', 'index', 'signature', 'tool_calls', 'annotations'];

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  const entries = Object.entries(asRecord(value) ?? {});
  return entries.flatMap(([name, one]) => (NOT_SAID.includes(name) ? [] : textsIn(one)));
}

/** Keeps only known members: log probabilities, for example, would repeat what is cut. */
export async function cutChoice(
  model: string,
  choice: Chunk,
  limit: number,
): Promise<{ choice: Chunk; tokens: number }> {
  const said = textIn(choice);
  const tokens = await tokensInText(model, said);
  if (tokens <= limit) return { choice, tokens };
  let left = limit;
  const cut = async (text: unknown) => {
    const kept = typeof text === 'string' ? await cutToTokens(model, text, left) : { text: '', tokens: 0 };
    left -= kept.tokens;
    return kept.text;
  };
  const { index, delta, message } = choice;
  const spoken = asRecord(delta) ?? asRecord(message);
  const kept: Chunk = {};
  if (spoken && 'role' in spoken) kept.role = spoken.role;
  for (const field of TEXT_FIELDS) if (typeof spoken?.[field] === 'string') kept[field] = await cut(spoken[field]);
  return {
    choice: {
      index,
      ...(delta === undefined ? {} : { delta: kept }),
      ...(message === undefined ? {} : { message: { content: null, ...kept } }),
      ...(typeof choice.text === 'string' ? { text: await cut(choice.text) } : {}),
      finish_reason: 'length',
    },
    tokens: limit - left,
  };
}

function speechOf(choice: Chunk): Chunk | undefined {
  return asRecord(choice.delta) ?? asRecord(choice.message);
}
