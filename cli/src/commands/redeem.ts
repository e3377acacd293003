// Redeems a code for credits or a plan.
import { type Command, printJson } from '../command.ts';
import { Complaint } from '../complaint.ts';

export const redeem: Command = {
  name: 'redeem',
  usage: 'CODE',
  summary: 'Redeems a code: adds its credits or its plan to the account.',
  options: {},
  examples: ['atelier redeem 7K2QD-0MZ4R-X9VTA-31HBE'],
  async run(call) {
    const code = call.words.join(' ').trim();
    if (!code) throw new Complaint('Which code? Example: atelier redeem 7K2QD-0MZ4R-X9VTA-31HBE');
    const {
      credits,
      plan,
      plan_ends_at: end,
      ...rest
    } = await call.client().payments.redeem(code, { signal: call.signal });
    if (call.isJson) return printJson({ credits, plan, plan_ends_at: end, ...rest });
    const lines = [
      ...(credits > 0 ? [`${credits} credits added: ${rest.available} available`] : []),
      ...(plan ? [`Plan ${plan} until ${end?.slice(0, 10)}`] : []),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  },
};
