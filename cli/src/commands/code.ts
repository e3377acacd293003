// Writes, completes, refactors and explains code.
import { readFile } from 'node:fs/promises';
import type { Atelier } from '@atelier/client';
import { type Command, type CommandCall, given, numberOption, printJson, promptOf, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';

const TASKS = ['complete', 'refactor', 'explain'] as const;

export const code: Command = {
  name: 'code',
  usage: 'WHAT… | --complete FILE | --refactor FILE | --explain FILE',
  summary: 'Prints code (or an explanation); syntax errors are printed to stderr.',
  options: {
    language: { type: 'string', short: 'l', help: 'e.g. python; detected if absent', value: 'NAME' },
    complete: { type: 'string', help: 'complete the code of this file', value: 'FILE' },
    refactor: { type: 'string', help: 'rewrite the code of this file; the prompt is the goal', value: 'FILE' },
    explain: { type: 'string', help: 'explain the code of this file', value: 'FILE' },
    diff: { type: 'boolean', help: 'with --refactor: print the unified diff' },
    model: { type: 'string', short: 'm', help: 'an id of `atelier models`', value: 'ID' },
    'max-tokens': { type: 'string', help: 'the most tokens to write', value: 'NUMBER' },
  },
  examples: [
    'atelier code "a function that reverses a string" --language python',
    'atelier code --refactor old.js "use async and await" --diff | git apply',
  ],
  async run(call) {
    const reply = await ask(call.client(), call);
    if (call.isJson) return printJson(reply);
    const isExplained = reply.object === 'code.explanation';
    const text = isExplained ? reply.explanation : call.options.diff ? reply.diff : reply.code;
    process.stdout.write(`${(text ?? '').replace(/\n$/, '')}\n`);
    if (!isExplained) process.stderr.write(`${syntaxWords(reply)}\n`);
  },
};

type CodeReply = Awaited<ReturnType<Atelier['code']['generate']>>;

async function ask(client: Atelier, call: CommandCall): Promise<CodeReply> {
  const common = given({
    language: textOption(call, 'language'),
    model: textOption(call, 'model'),
    max_tokens: numberOption(call, 'max-tokens'),
  });
  const task = TASKS.find((one) => textOption(call, one) !== undefined);
  const options = { signal: call.signal };
  if (!task)
    return client.code.generate({ ...common, prompt: await promptOf(call, 'what the code should do') }, options);
  const source = await readSource(textOption(call, task) ?? '');
  const words = call.words.join(' ').trim() || undefined;
  if (task === 'complete')
    return client.code.complete({ ...common, code: source, ...given({ instruction: words }) }, options);
  if (task === 'refactor') return client.code.refactor({ ...common, code: source, ...given({ goal: words }) }, options);
  return client.code.explain({ ...common, code: source, ...given({ instruction: words }) }, options);
}

async function readSource(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new Complaint(`${path} cannot be read.`, 2);
  }
}

function syntaxWords({ syntax, language }: CodeReply): string {
  if (!syntax.checked) return `${language}: not checked, there is no grammar for it here.`;
  if (syntax.ok) return `${language}: parses.`;
  return syntax.errors.map((one) => `${language}, line ${one.line}: ${one.message}`).join('\n');
}
