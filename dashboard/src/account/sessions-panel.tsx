// The browsers in which the user is signed in; each can be signed out.

import { wordsOf } from '../api/problem.ts';
import { endOtherSessions, endSession, type OpenSession, renewSecurity, useSessions } from '../api/security.ts';
import { Button } from '../parts/button.tsx';
import { formatAgo } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { account } from './strings.ts';

const { sessions: words } = account;

async function act(doing: Promise<unknown>, done: string): Promise<void> {
  try {
    await doing;
    tell(done);
  } catch (error) {
    tell(wordsOf(error), 'problem');
  }
  await renewSecurity();
}

const COLUMNS: readonly Column<OpenSession>[] = [
  {
    title: words.browser,
    cell: ({ user_agent, is_current }) => (
      <span className="flex flex-wrap items-center gap-2">
        {browserOf(user_agent)}
        {is_current && <Badge tone="good">{words.here}</Badge>}
      </span>
    ),
  },
  { title: words.address, cell: ({ ip_address }) => ip_address ?? '' },
  { title: words.since, cell: ({ signed_in_at }) => formatAgo(signed_in_at) },
  {
    title: words.actions,
    isTitleHidden: true,
    cell: ({ id, is_current, user_agent }) =>
      is_current ? null : (
        <Button
          size="small"
          look="quiet"
          aria-label={words.endOf(browserOf(user_agent))}
          onClick={() => act(endSession(id), words.ended)}
        >
          {words.end}
        </Button>
      ),
  },
];

export function SessionsPanel() {
  const query = useSessions();
  const hasOthers = (query.data?.sessions.length ?? 0) > 1;
  return (
    <Panel
      title={words.title}
      className="lg:col-span-2"
      actions={
        hasOthers && (
          <Button size="small" onClick={() => act(endOtherSessions(), words.othersEnded)}>
            {words.endOthers}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ sessions }) => <Table label={words.label} columns={COLUMNS} rows={sessions} keyOf={({ id }) => id} />}
      </Loaded>
    </Panel>
  );
}

/** Enough to distinguish a phone from a computer. The order matters, because browsers name each other. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

function browserOf(userAgent: string | null): string {
  const nameIn = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent?.includes(mark))?.[1];
  return [nameIn(BROWSERS), nameIn(SYSTEMS)].filter(Boolean).join(', ') || words.unknown;
}
