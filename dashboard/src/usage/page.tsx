// The usage page.
import { PageHead } from '../parts/panel.tsx';
import { shell } from '../strings.ts';

export function UsagePage() {
  return <PageHead title={shell.pages.usage} />;
}
