// The music playground.
import { PageHead } from '../../parts/panel.tsx';
import { shell } from '../../strings.ts';

export function MusicPage() {
  return <PageHead title={shell.pages.music} />;
}
