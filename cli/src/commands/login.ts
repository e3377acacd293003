// Stores a key and the service's URL for later commands.
import { Atelier } from '@atelier/client';
import { type Command, printJson, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { readStored, storeSettings } from '../settings.ts';

export const login: Command = {
  name: 'login',
  usage: 'KEY [--url URL]',
  summary: 'Checks a key and stores it, with the URL of the service, in ~/.config/atelier/config.json.',
  options: {},
  examples: ['atelier login sk_live_…', 'atelier login sk_test_… --url https://atelier.example.com'],
  async run(call) {
    const key = call.words[0] ?? textOption(call, 'key') ?? process.env.ATELIER_API_KEY;
    if (!key) throw new Complaint('Give the key: atelier login sk_live_…', 2);
    const url = textOption(call, 'url') ?? process.env.ATELIER_URL ?? readStored().url;
    const client = new Atelier({ apiKey: key, ...(url ? { baseUrl: url } : {}) });
    const balance = await client.payments.balance({ signal: call.signal });
    const path = storeSettings({ key, ...(url ? { url } : {}) });
    if (call.isJson) return printJson({ config: path, environment: client.environment, plan: balance.plan });
    process.stdout.write(
      `The key works (${client.environment}, plan ${balance.plan}, ${balance.available} credits). Stored in ${path}\n`,
    );
  },
};
