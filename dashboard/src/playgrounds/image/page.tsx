// The image playground.
import { PageHead } from '../../parts/panel.tsx';
import { shell } from '../../strings.ts';

export function ImagePage() {
  return <PageHead title={shell.pages.image} />;
}
