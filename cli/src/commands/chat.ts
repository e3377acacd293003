// Chats with a model: one question, or an interactive conversation.
import { createInterface } from 'node:readline/promises';
import type { Atelier } from '@atelier/client';
import { type Command, type CommandCall, given, numberOption, printJson, promptOf, textOption } from '../command.ts';

export const chat: Command = {
  name: 'chat',
  usage: '[QUESTION…]',
  summary: 'Asks a model and prints the answer as it is written. Without a question it starts a conversation.',
  options: {
    model: { type: 'string', short: 'm', help: 'an id of `atelier models` (default)', value: 'ID' },
    system: { type: 'string', short: 's', help: 'how the model should behave' },
    temperature: { type: 'string', help: '0 to 2', value: 'NUMBER' },
    'max-tokens': { type: 'string', help: 'the most tokens to write', value: 'NUMBER' },
    conversation: { type: 'string', short: 'c', help: 'continue an earlier conversation', value: 'ID' },
  },
  examples: ['atelier chat "Why is the sky blue?"', 'git diff | atelier chat', 'atelier chat'],
  async run(call) {
    const client = call.client();
    if (call.words.length === 0 && process.stdin.isTTY) return converse(client, call);
    const order = orderOf(call, await promptOf(call, 'what you want to know'), textOption(call, 'conversation'));
    if (call.isJson) return printJson(await client.chat.complete(order, { signal: call.signal }));
    await writeAnswer(client, order, call.signal);
  },
};

type Order = Parameters<Atelier['chat']['complete']>[0];

function orderOf(call: CommandCall, question: string, conversationId: string | undefined, isFirst = true): Order {
  const system = textOption(call, 'system');
  return given({
    model: textOption(call, 'model') ?? 'default',
    messages: [
      ...(system && isFirst ? [{ role: 'system' as const, content: system }] : []),
      { role: 'user' as const, content: question },
    ],
    temperature: numberOption(call, 'temperature'),
    max_tokens: numberOption(call, 'max-tokens'),
    conversation_id: conversationId,
  });
}

/** Returns the conversation's id, if it has one. */
async function writeAnswer(client: Atelier, order: Order, signal: AbortSignal): Promise<string | undefined> {
  let conversationId: string | undefined;
  for await (const chunk of client.chat.stream(order, { signal })) {
    conversationId ??= chunk.conversation_id;
    process.stdout.write(chunk.choices[0]?.delta.content ?? '');
  }
  process.stdout.write('\n');
  return conversationId;
}

async function converse(client: Atelier, call: CommandCall): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: '\n› ' });
  process.stdout.write('Type a message; an empty line ends the conversation.\n');
  let conversationId = textOption(call, 'conversation') ?? 'new';
  let isFirst = true;
  lines.prompt();
  for await (const line of lines) {
    if (!line.trim()) break;
    conversationId =
      (await writeAnswer(client, orderOf(call, line, conversationId, isFirst), call.signal)) ?? conversationId;
    isFirst = false;
    lines.prompt();
  }
  lines.close();
  if (conversationId !== 'new') process.stdout.write(`Continue it: atelier chat --conversation ${conversationId}\n`);
}
