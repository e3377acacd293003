// Turns texts into vectors, for semantic search.
import { type Command, printJson, promptOf, textOption } from '../command.ts';

export const embed: Command = {
  name: 'embed',
  usage: 'TEXT…',
  summary: 'Prints the vector of a text as a JSON array; of piped input, one for each line that is not empty.',
  options: { model: { type: 'string', short: 'm', help: 'an id of `atelier models` (default)', value: 'ID' } },
  examples: ['atelier embed "a boat on the sea"', 'atelier embed < titles.txt > vectors.jsonl'],
  async run(call) {
    const isPiped = call.words.length === 0;
    const text = await promptOf(call, 'the text');
    const input = isPiped ? text.split('\n').filter((line) => line.trim()) : [text];
    const model = textOption(call, 'model') ?? 'default';
    const reply = await call.client().embeddings.create({ model, input }, { signal: call.signal });
    if (call.isJson) return printJson(reply);
    for (const { embedding } of reply.data) process.stdout.write(`${JSON.stringify(embedding)}\n`);
  },
};
