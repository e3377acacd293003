// The billing page.
import { PageHead } from '../parts/panel.tsx';
import { shell } from '../strings.ts';

export function BillingPage() {
  return <PageHead title={shell.pages.billing} />;
}
