// The keys page.
import { PageHead } from '../parts/panel.tsx';
import { shell } from '../strings.ts';

export function KeysPage() {
  return <PageHead title={shell.pages.keys} />;
}
