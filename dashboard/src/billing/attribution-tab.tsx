// The attribution: whether responses contain it, and the price of removing it, shown before the user agrees.
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { formatCredits } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { priceNumbers } from '../parts/price-numbers.ts';
import { Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { billing } from './strings.ts';

const { attribution: words } = billing;
const WAIVER_FACTOR = 2;

export function AttributionTab() {
  return <Loaded query={useCall('GET /payments/prices')}>{(prices) => <Attribution prices={prices} />}</Loaded>;
}

function Attribution({ prices }: { prices: Reply<'GET /payments/prices'> }) {
  const [isAsking, setAsking] = useState(false);
  const isWaived = prices.attribution_waived;
  const set = async () => {
    await client().call('PATCH /account', { body: { attribution: isWaived ? 'required' : 'waived' } });
    tell(words.done);
    await renew('GET /payments/prices', 'GET /payments/balance', 'GET /account');
  };
  const effect = <PriceEffect prices={prices} />;
  return (
    <Panel
      title={words.title}
      lead={isWaived ? words.waived : words.required}
      actions={<Button onClick={() => setAsking(true)}>{isWaived ? words.restore : words.waive}</Button>}
    >
      <h3 className="mb-2 text-sm font-medium">{words.priceEffect}</h3>
      {effect}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={isWaived ? words.restoreTitle : words.waiveTitle}
        description={isWaived ? words.restoreLead : words.waiveLead}
        confirmLabel={isWaived ? words.confirmRestore : words.confirmWaive}
        onConfirm={set}
      >
        {effect}
      </ConfirmDialog>
    </Panel>
  );
}

function PriceEffect({ prices }: { prices: Reply<'GET /payments/prices'> }) {
  const factor = prices.attribution_waived ? 1 / WAIVER_FACTOR : WAIVER_FACTOR;
  const rows = Object.entries(prices.modules).flatMap(([module, price]) =>
    priceNumbers(price).map(({ measure, credits, note }) => ({
      name: words.priceOf(capital(module), `${words.measures[measure] ?? measure}${note}`),
      credits,
    })),
  );
  return (
    <Table
      label={words.priceEffect}
      onPhone="scroll"
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { title: words.columns.what, cell: ({ name }) => name },
        { title: words.columns.now, isNumber: true, cell: ({ credits }) => formatCredits(credits) },
        {
          title: words.columns.after,
          isNumber: true,
          cell: ({ credits }) => <strong className="font-semibold">{formatCredits(credits * factor)}</strong>,
        },
      ]}
    />
  );
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
