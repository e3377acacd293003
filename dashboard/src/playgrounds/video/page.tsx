// The video playground.
import { PageHead } from '../../parts/panel.tsx';
import { shell } from '../../strings.ts';

export function VideoPage() {
  return <PageHead title={shell.pages.video} />;
}
