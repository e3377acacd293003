// The account's invoices, credit notes and receipts: lists them, or saves one as PDF.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { actionOf, type Command, type CommandCall, printJson, textOption } from '../command.ts';
import { Complaint } from '../complaint.ts';
import { printTable } from '../table.ts';

export const invoices: Command = {
  name: 'invoices',
  usage: '[list | download ID]',
  summary: 'Lists your invoices and credit notes, or saves one as PDF.',
  options: {
    output: { type: 'string', short: 'o', help: 'download: where to save it', value: 'FILE' },
  },
  examples: ['atelier invoices', 'atelier invoices download doc_… -o november.pdf'],
  async run(call) {
    const { action, subject } = actionOf(call, invoices, { list: false, download: true });
    if (action === 'list') return list(call);
    const pdf = await call.client().payments.receipt(subject, { signal: call.signal });
    const path = resolve(textOption(call, 'output') ?? `${subject}.pdf`);
    await writeFile(path, pdf.stream()).catch((error) => {
      throw new Complaint(`${path} could not be written: ${error instanceof Error ? error.message : error}`);
    });
    if (call.isJson) return printJson({ id: subject, saved: path });
    process.stdout.write(`${path}\n`);
  },
};

async function list(call: CommandCall): Promise<void> {
  const { data } = await call.client().payments.receipts(undefined, { signal: call.signal }).firstPage();
  if (call.isJson) return printJson(data);
  printTable(
    ['id', 'kind', 'number', 'date', 'amount', 'tax', 'for'],
    data.flatMap(({ documents, currency, description }) =>
      documents.map((one) => {
        const sign = one.object === 'invoice' ? 1 : -1;
        const [amount, tax] = [one.amount, one.tax].map((minor) => ((sign * minor) / 100).toFixed(2));
        const kind = one.object === 'invoice' ? 'invoice' : 'credit note';
        return [
          ...[one.id, kind, one.number ?? '', one.created_at.slice(0, 10)],
          ...[`${amount} ${currency.toUpperCase()}`, tax ?? '', description],
        ];
      }),
    ),
  );
}
