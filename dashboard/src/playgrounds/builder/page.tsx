// The builder playground.
import { PageHead } from '../../parts/panel.tsx';
import { shell } from '../../strings.ts';

export function BuilderPage() {
  return <PageHead title={shell.pages.builder} />;
}
