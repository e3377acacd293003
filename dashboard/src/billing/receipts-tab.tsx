// Payments, each with its invoice and credit notes as PDF, and with the payment provider's own invoice.
import { Receipt } from 'lucide-react';
import { client, type Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { buttonClass } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { formatCredits, formatDay, formatMoney } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { billing } from './strings.ts';

const { receipts: words } = billing;

type Payment = Reply<'GET /payments/receipts'>['data'][number];

export function ReceiptsTab() {
  return (
    <Panel title={words.title}>
      <Loaded query={useCall('GET /payments/receipts')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={Receipt} title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            <Table
              label={words.title}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { title: words.columns.when, cell: (row) => formatDay(row.created_at) },
                { title: words.columns.what, cell: (row) => row.description },
                { title: words.columns.amount, isNumber: true, cell: (row) => formatMoney(row.amount, row.currency) },
                {
                  title: words.columns.credits,
                  isNumber: true,
                  cell: (row) => (row.credits > 0 ? formatCredits(row.credits) : words.noCredits),
                },
                { title: words.columns.file, isTitleHidden: true, cell: (row) => <Documents payment={row} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Documents({ payment }: { payment: Payment }) {
  const { id, description, documents, invoice_url: invoiceUrl } = payment;
  // A payment recorded by a node of the last release gets its document when it is downloaded.
  const files = documents.length > 0 ? documents : [{ id, object: 'invoice' as const, number: null }];
  const nameOf = ({ number, object }: (typeof files)[number]) => number ?? words.download[object];
  return (
    <div className="flex flex-wrap justify-end gap-1">
      {files.map((file) => (
        <a
          key={file.id}
          className={buttonClass('quiet', 'small')}
          href={client().addressOf('GET /payments/receipts/{id}', { params: { id: file.id } })}
          download
          aria-label={words.downloadOf(nameOf(file), description)}
        >
          {nameOf(file)}
        </a>
      ))}
      {invoiceUrl && (
        <a className={buttonClass('quiet', 'small')} href={invoiceUrl} target="_blank" rel="noreferrer">
          {words.atProvider}
        </a>
      )}
    </div>
  );
}
