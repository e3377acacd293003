// The account's keys: lists, creates, rotates and revokes them.
import { actionOf, type Command, type CommandCall, given, numberOption, printJson, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { printTable } from '../table.ts';

export const keys: Command = {
  name: 'keys',
  usage: '[list | create NAME | rotate ID | revoke ID]',
  summary: 'Lists, creates, rotates and revokes the keys of your account.',
  options: {
    scopes: { type: 'string', help: 'what a new key may do, e.g. chat:write,image:write (all)', value: 'LIST' },
    expires: { type: 'string', help: 'when a new key expires, e.g. 2027-01-31', value: 'DATE' },
    'requests-per-minute': { type: 'string', help: 'a limit of its own', value: 'NUMBER' },
    'tokens-per-minute': { type: 'string', help: 'tokens it may use in a minute', value: 'NUMBER' },
    'credit-cap': { type: 'string', help: 'credits it may spend in a month', value: 'NUMBER' },
    'daily-credit-cap': { type: 'string', help: 'credits it may spend in a day (UTC)', value: 'NUMBER' },
    models: { type: 'string', help: 'the models it may use, e.g. small-1,house-* (all)', value: 'LIST' },
    overlap: { type: 'string', help: 'how long the old secret of a rotated key still works', value: 'SECONDS' },
  },
  examples: [
    'atelier keys',
    'atelier keys create build-server --scopes code:write,chat:write',
    'atelier keys revoke key_…',
  ],
  async run(call) {
    const { action, subject } = actionOf(call, keys, { list: false, create: true, rotate: true, revoke: true });
    const client = call.client();
    const options = { signal: call.signal };
    if (action === 'list') return list(call);
    if (action === 'create') {
      const key = await client.keys.create({ name: subject, ...termsOf(call) }, options);
      return call.isJson ? printJson(key) : showSecret(key.id, key.key);
    }
    if (action === 'rotate') {
      const overlap = given({ overlap_seconds: numberOption(call, 'overlap') });
      const key = await client.keys.rotate(subject, overlap, options);
      return call.isJson ? printJson(key) : showSecret(key.id, key.key);
    }
    const gone = await client.keys.revoke(subject, options);
    if (call.isJson) return printJson(gone);
    process.stdout.write(`${gone.id} is revoked.\n`);
  },
};

function termsOf(call: CommandCall) {
  const expires = textOption(call, 'expires');
  if (expires !== undefined && Number.isNaN(Date.parse(expires)))
    throw new Complaint(`--expires is a date such as 2027-01-31, not "${expires}".`, 2);
  return given({
    scopes: textOption(call, 'scopes')?.split(','),
    expires_at: expires === undefined ? undefined : new Date(expires).toISOString(),
    requests_per_minute: numberOption(call, 'requests-per-minute'),
    monthly_credit_cap: numberOption(call, 'credit-cap'),
    tokens_per_minute: numberOption(call, 'tokens-per-minute'),
    daily_credit_cap: numberOption(call, 'daily-credit-cap'),
    models: textOption(call, 'models')?.split(','),
  });
}

async function list(call: CommandCall): Promise<void> {
  const { data } = await call.client().keys.list({ signal: call.signal });
  if (call.isJson) return printJson(data);
  printTable(
    ['id', 'name', 'key', 'may', 'last used'],
    data.map((key) => [key.id, key.name, key.hint, key.scopes.join(' '), key.last_used_at?.slice(0, 16) ?? 'never']),
  );
}

function showSecret(id: string, secret: string | undefined): void {
  process.stdout.write(`${secret}\n`);
  process.stderr.write(`${id}: keep it, it is not shown again.\n`);
}
