// Sorts texts by how well they answer a question.
import { type Command, given, numberOption, printJson, readPiped, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';

export const rerank: Command = {
  name: 'rerank',
  usage: 'QUERY [TEXT…]',
  summary: 'Orders texts, given or piped in as lines, by how well they answer the query; prints the score of each.',
  options: {
    top: { type: 'string', short: 'n', help: 'return only the best so many', value: 'NUMBER' },
    model: { type: 'string', short: 'm', help: 'an id of `atelier models` (default)', value: 'ID' },
  },
  examples: [
    'atelier rerank "capital of France" "Flour and eggs" "Paris is the capital."',
    'atelier rerank -n 3 "refund" < faq.txt',
  ],
  async run(call) {
    const [query = '', ...texts] = call.words;
    if (!query) throw new Complaint('The query is missing: atelier rerank QUERY TEXT…', 2);
    const lines = texts.length > 0 ? texts : (await readPiped()).split('\n');
    const documents = lines.filter((line) => line.trim());
    if (documents.length === 0) throw new Complaint('Give the texts after the query, or pipe them in as lines.', 2);
    const order = given({ query, documents, top_n: numberOption(call, 'top'), model: textOption(call, 'model') });
    const reply = await call.client().rerank.create(order, { signal: call.signal });
    if (call.isJson) return printJson(reply);
    for (const { index, relevance_score: score } of reply.results)
      process.stdout.write(`${score.toFixed(4)}  ${documents[index]}\n`);
  },
};
