// Billing: credits, the plan, the buyer, the attribution, transactions and receipts.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { renew } from '../api/queries.ts';
import { PageHead } from '../parts/panel.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { tell } from '../parts/toast.tsx';
import { AttributionTab } from './attribution-tab.tsx';
import { CreditsTab } from './credits-tab.tsx';
import { DetailsTab } from './details-tab.tsx';
import { PlanTab } from './plan-tab.tsx';
import { priceWords } from './price-strings.ts';
import { PricesTab } from './prices-tab.tsx';
import { ReceiptsTab } from './receipts-tab.tsx';
import { billing } from './strings.ts';
import { TransactionsTab } from './transactions-tab.tsx';

const TABS = [
  { id: 'credits', label: billing.tabs.credits, content: <CreditsTab /> },
  { id: 'plan', label: billing.tabs.plan, content: <PlanTab /> },
  { id: 'prices', label: priceWords.tab, content: <PricesTab /> },
  { id: 'details', label: billing.tabs.details, content: <DetailsTab /> },
  { id: 'attribution', label: billing.tabs.attribution, content: <AttributionTab /> },
  { id: 'transactions', label: billing.tabs.transactions, content: <TransactionsTab /> },
  { id: 'receipts', label: billing.tabs.receipts, content: <ReceiptsTab /> },
];

export function BillingPage() {
  const { tab = 'credits', checkout } = useSearch({ strict: false }) as { tab?: string; checkout?: string };
  const navigate = useNavigate();
  useEffect(() => {
    if (!checkout) return;
    tell(checkout === 'success' ? billing.paid : billing.cancelled);
    renew('GET /payments/balance', 'GET /payments/transactions', 'GET /payments/receipts', 'GET /account');
    // Shown once: a reload does not show it again.
    navigate({ to: '/billing', search: {}, replace: true });
  }, [checkout, navigate]);
  return (
    <>
      <PageHead title={billing.title} lead={billing.lead} />
      <Tabs
        label={billing.parts}
        tabs={TABS}
        value={tab}
        onChange={(id) => navigate({ to: '/billing', search: { tab: id } })}
      />
    </>
  );
}
