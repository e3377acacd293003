// The model servers that answer on this machine: connected and disconnected with one click.
import { newIdempotencyKey } from '@atelier/client';
import { useState } from 'react';
import type { Reply } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { formatCount } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { engines as words } from './engine-strings.ts';
import { act, useOperatorQuery } from './operator-queries.ts';
import { operators } from './strings.ts';

type Server = Reply<'GET /operator/local-servers'>['data'][number];

const SHOWN_MODELS = 4;
const TONES = { found: 'plain', connected: 'good', configured: 'good', gone: 'warn' } as const;

export function LocalServersPanel() {
  const query = useOperatorQuery('GET /operator/local-servers');
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const toggle = async (server: Server) => {
    setBusy(server.id);
    setProblem(null);
    try {
      await change(server);
    } catch (error) {
      setProblem(error);
    }
    setBusy(null);
  };
  return (
    <Panel title={words.servers} lead={words.serversLead}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-muted">{words.noServers}</p>
          ) : (
            <Table
              label={words.serversTable}
              columns={columns(busy, toggle)}
              rows={data}
              keyOf={({ id, url }) => `${id} ${url}`}
            />
          )
        }
      </Loaded>
      <ErrorNote error={problem} />
    </Panel>
  );
}

async function change(server: Server): Promise<void> {
  const isOn = server.state === 'connected' || server.state === 'gone';
  const name = isOn ? 'POST /operator/local-servers/{id}/disconnect' : 'POST /operator/local-servers/{id}/connect';
  await act(name, server.id, {}, newIdempotencyKey());
  tell(isOn ? words.disconnected(server.title) : words.connected(server.title));
  await renew('GET /operator/local-servers', 'GET /operator/engines', 'GET /operator/audit');
}

function columns(busy: string | null, onToggle: (server: Server) => void): Column<Server>[] {
  const { serversColumns: titles } = words;
  return [
    {
      title: titles.server,
      cell: ({ title, version, url }) => (
        <>
          {title} {version}
          <code className="block font-mono text-xs break-all text-muted">{url}</code>
        </>
      ),
    },
    { title: titles.makes, cell: ({ makes }) => makes },
    { title: titles.models, cell: ({ models }) => <Models names={models} /> },
    { title: titles.state, cell: ({ state }) => <StateBadge state={state} /> },
    {
      title: operators.acts,
      isTitleHidden: true,
      cell: (server) => {
        if (server.state === 'configured') return null;
        const isFound = server.state === 'found';
        return (
          <Button
            size="small"
            look={isFound ? 'primary' : 'plain'}
            isBusy={busy === server.id}
            aria-label={(isFound ? words.connectOf : words.disconnectOf)(server.title)}
            onClick={() => onToggle(server)}
          >
            {isFound ? words.connect : words.disconnect}
          </Button>
        );
      },
    },
  ];
}

function Models({ names }: { names: readonly string[] }) {
  if (names.length === 0) return words.noModels;
  const hidden = names.length - SHOWN_MODELS;
  return (
    <p className="max-w-72 min-w-40 font-mono text-xs break-all whitespace-normal">
      {names.slice(0, SHOWN_MODELS).join(', ')} {hidden > 0 && words.moreModels(formatCount(hidden))}
    </p>
  );
}

function StateBadge({ state }: { state: Server['state'] }) {
  return <Badge tone={TONES[state]}>{words.serverStates[state]}</Badge>;
}
