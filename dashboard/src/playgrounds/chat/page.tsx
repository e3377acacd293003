// The chat playground.
import { PageHead } from '../../parts/panel.tsx';
import { shell } from '../../strings.ts';

export function ChatPage() {
  return <PageHead title={shell.pages.chat} />;
}
