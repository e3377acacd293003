// Compacts a conversation for OpenAI's Responses API: the model writes a summary, and the client sends it back
// encrypted.
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { microToCredits } from '../../../../core/money.ts';
import type { Receipt } from '../../../../money/receipt.ts';
import type { Message } from '../../message-schema.ts';
import { readAnswer, type WholeAnswer } from '../answer-parts.ts';
import { cameFrom, originOf } from '../own-fields.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import { usageOf } from './response-body.ts';
import type { InputItem, Part } from './schema.ts';

type ChatPart = Extract<Message['content'], unknown[]>[number];

/** The user's newest messages stay unchanged, up to this size. */
const MAX_KEPT_CHARACTERS = 64 * 1024;
const INSTRUCTION =
  'The conversation up to here is about to be removed, and you will go on without it. Write down everything that is needed to go on: what was asked for, decisions with their reasons, facts, names, numbers, code and file paths that matter, what was done, what failed, and what is still to do. Write plain text for yourself. Do not answer the conversation and do not call tools.';
const INTRODUCTION = 'Earlier in this conversation (compacted):\n';

/**
 * The text of a compaction that a client sends back, for the model; undefined unless it was sealed for this account.
 */
export function compactedText({ encrypted_content: sealed }: InputItem, thoughts: OwnThoughts): string | undefined {
  const text = sealed ? thoughts.open(sealed)?.text : undefined;
  return text === undefined ? undefined : INTRODUCTION + text;
}

/** The conversation as text and images only, because no tools are declared, with the instruction to summarise it. */
export function compactingMessages(messages: readonly Message[]): Message[] {
  const told = messages.map((message): Message => {
    const { role, content, tool_calls: calls = [], tool_call_id: id } = message;
    const origin = originOf(message);
    const named = <T extends Message>(changed: T) => (origin === undefined ? changed : cameFrom(changed, origin));
    if (role === 'tool') return named({ role: 'user', content: withText(`[result of the call ${id ?? ''}]`, content) });
    if (calls.length === 0) return message;
    const called = calls.map((call) => `[call ${call.id}: ${call.function.name} ${call.function.arguments}]`);
    return named({ role: 'assistant', content: withText(called.join('\n'), content) });
  });
  return [...told, { role: 'user', content: INSTRUCTION }];
}

function withText(text: string, content: Message['content']): NonNullable<Message['content']> {
  if (Array.isArray(content)) return [{ type: 'text', text }, ...content] satisfies ChatPart[];
  return content ? `${text}\n${content}` : text;
}

/**
 * An empty summary would lose the conversation. The model has read it all the same, so it is paid, and refused in a way
 * that clients do not repeat by themselves.
 */
export function readNote(body: object, { charged }: Receipt): WholeAnswer {
  const answer = readAnswer(body);
  if (answer.text.trim() !== '') return answer;
  throw new ServiceError(
    'invalid_parameter',
    `The model wrote no summary, so keep the conversation as it is. What the model has used was charged: ${microToCredits(charged)} credits. Try another model.`,
  );
}

export function compactionOf(answer: WholeAnswer, input: readonly InputItem[], thoughts: OwnThoughts) {
  const sealed = thoughts.close({ text: answer.text.trim() });
  return {
    id: newId('resp'),
    object: 'response.compaction',
    created_at: Math.floor(Date.now() / 1_000),
    output: [...keptOf(input), { type: 'compaction', id: newId('cmp'), encrypted_content: sealed }],
    usage: usageOf(answer.usage),
  };
}

function keptOf(input: readonly InputItem[]): object[] {
  const kept: object[] = [];
  let characters = 0;
  for (const { type = 'message', role, content } of input.toReversed()) {
    if (type !== 'message' || role !== 'user' || !content) continue;
    const parts: Part[] = typeof content === 'string' ? [{ type: 'input_text', text: content }] : content;
    characters += JSON.stringify(parts).length;
    if (characters > MAX_KEPT_CHARACTERS) break;
    kept.push({ type: 'message', id: newId('msg'), status: 'completed', role, content: parts });
  }
  return kept.reverse();
}
