// What was paid, each with its receipt as a PDF.
import { Receipt } from 'lucide-react';
import { client } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { buttonClass } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { formatCredits, formatDay, formatMoney } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { billing } from './strings.ts';

const { receipts: words } = billing;

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
                {
                  title: words.columns.file,
                  isTitleHidden: true,
                  cell: (row) => (
                    <a
                      className={buttonClass('quiet', 'small')}
                      href={client().addressOf('GET /payments/receipts/{id}', { params: { id: row.id } })}
                      download
                      aria-label={words.downloadOf(row.description)}
                    >
                      {words.download}
                    </a>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
