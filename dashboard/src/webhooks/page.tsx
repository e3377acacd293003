// The webhooks page.
import { PageHead } from '../parts/panel.tsx';
import { shell } from '../strings.ts';

export function WebhooksPage() {
  return <PageHead title={shell.pages.webhooks} />;
}
