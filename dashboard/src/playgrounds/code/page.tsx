// The code playground.
import { PageHead } from '../../parts/panel.tsx';
import { shell } from '../../strings.ts';

export function CodePage() {
  return <PageHead title={shell.pages.code} />;
}
