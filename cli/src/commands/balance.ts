// Shows the account's credits.
import { type Command, printJson } from '../command.ts';

export const balance: Command = {
  name: 'balance',
  usage: '',
  summary: 'Shows the available credits, the credits held for running work, and the plan.',
  options: {},
  examples: ['atelier balance', 'atelier balance --json'],
  async run(call) {
    const client = call.client();
    const found = await client.payments.balance({ signal: call.signal });
    if (call.isJson) return printJson(found);
    const lines = [
      `${found.available} credits available (plan ${found.plan}, ${client.environment})`,
      ...(found.held > 0 ? [`${found.held} credits held for running work`] : []),
      ...(found.next_grant_at ? [`The plan's next credits come on ${found.next_grant_at.slice(0, 10)}.`] : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  },
};
