// Other services that sign in to this account; each can be connected and disconnected.
import { useState } from 'react';
import { renewSecurity, type Security } from '../api/security.ts';
import { connect, disconnect } from '../api/session.ts';
import { signInProviders } from '../page-facts.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { account } from './strings.ts';

const { connections: words } = account;

export function ConnectionsPanel({ security }: { security: Security }) {
  const [problem, setProblem] = useState<unknown>(null);
  if (signInProviders.length === 0) return null;
  const act = async (doing: () => Promise<unknown>) => {
    setProblem(null);
    await doing().catch(setProblem);
    await renewSecurity();
  };
  const leave = async (id: string, label: string) => {
    await disconnect(id);
    tell(words.disconnected(label));
  };
  return (
    <Panel title={words.title} lead={words.lead}>
      <ul className="grid gap-2 text-sm">
        {signInProviders.map(({ id, label }) => {
          const isConnected = security.providers.includes(id);
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="flex items-center gap-2">
                {label}
                {isConnected && <Badge tone="good">{words.connected}</Badge>}
              </span>
              <Button
                size="small"
                look={isConnected ? 'quiet' : 'plain'}
                aria-label={isConnected ? words.disconnectOf(label) : words.connectOf(label)}
                onClick={() => act(() => (isConnected ? leave(id, label) : connect(id)))}
              >
                {isConnected ? words.disconnect : words.connect}
              </Button>
            </li>
          );
        })}
      </ul>
      <ErrorNote error={problem} />
    </Panel>
  );
}
