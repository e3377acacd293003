// The home page.
import { PageHead } from '../parts/panel.tsx';
import { shell } from '../strings.ts';

export function HomePage() {
  return <PageHead title={shell.pages.home} />;
}
