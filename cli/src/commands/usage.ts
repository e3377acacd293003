// Shows the usage, its cost and the remaining credits.
import { type Command, given, printJson, textOption } from '../command.ts';
import { printTable } from '../table.ts';

export const usage: Command = {
  name: 'usage',
  usage: '',
  summary: 'Shows your balance and your usage.',
  options: {
    from: { type: 'string', help: 'from this day on, e.g. 2026-11-01', value: 'DATE' },
    to: { type: 'string', help: 'until this day', value: 'DATE' },
    by: { type: 'string', help: 'day (default), hour, module, model or key', value: 'WHAT' },
  },
  examples: ['atelier usage', 'atelier usage --by model --from 2026-11-01'],
  async run(call) {
    const client = call.client();
    const by = textOption(call, 'by') ?? 'day';
    const query = given({
      from: textOption(call, 'from'),
      to: textOption(call, 'to'),
      group_by: by as 'day',
    });
    const options = { signal: call.signal };
    const [balance, used] = await Promise.all([client.payments.balance(options), client.usage.get(query, options)]);
    if (call.isJson) return printJson({ balance, usage: used });
    process.stdout.write(`${balance.available} credits available (plan ${balance.plan}, ${client.environment})\n\n`);
    const row = (name: string, one: (typeof used)['total']) =>
      [name, one.requests, one.errors, one.total_tokens, one.images, one.seconds, one.credits].map(String);
    printTable(
      [by, 'calls', 'errors', 'tokens', 'pictures', 'seconds', 'credits'],
      [
        ...used.data.map((one) => row(String((one as Record<string, unknown>)[by] ?? ''), one)),
        row('total', used.total),
      ],
    );
  },
};
