// The account's log: who changed what, newest first, page by page.
import { useInfiniteQuery } from '@tanstack/react-query';
import { client, type Reply } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { formatTime } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { shared } from '../strings.ts';
import { team as words } from './strings.ts';

type Entry = Reply<'GET /account/log'>['data'][number];

export function LogPanel() {
  const pages = useInfiniteQuery({
    queryKey: ['GET /account/log'],
    queryFn: ({ pageParam, signal }) =>
      client().call('GET /account/log', { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Panel title={words.log} lead={words.logLead}>
      {pages.error && <ErrorNote error={pages.error} onRetry={() => pages.refetch()} />}
      {pages.isPending && <ProgressBar value={null} label={shared.loading} />}
      {pages.data && rows.length === 0 && <p className="text-sm text-muted">{words.noLog}</p>}
      {rows.length > 0 && <Table label={words.log} columns={COLUMNS} rows={rows} keyOf={(entry) => entry.id} />}
      {pages.hasNextPage && (
        <Button className="mt-4" isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Panel>
  );
}

const COLUMNS: Column<Entry>[] = [
  {
    title: words.logColumns.when,
    cell: (entry) => <time dateTime={entry.created_at}>{formatTime(entry.created_at)}</time>,
  },
  {
    title: words.logColumns.who,
    cell: ({ actor }) => (
      <>
        {actor.email ?? (actor.key_id ? '' : words.service)}
        {actor.key_id && (
          <span className="block max-w-56 truncate text-xs text-muted">{words.byKey(actor.key_id)}</span>
        )}
      </>
    ),
  },
  { title: words.logColumns.what, cell: ({ action }) => words.actions[action] ?? action },
  {
    title: words.logColumns.change,
    cell: (entry) => (
      <span className="block max-w-96 whitespace-normal [overflow-wrap:anywhere]">{changeOf(entry)}</span>
    ),
  },
];

/** `role: developer → viewer` for each changed field; an unchanged field identifies the member. */
function changeOf({ before, after }: Entry): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const facts = [...names].flatMap((name) => {
    const [was, is] = [wordOf(before?.[name]), wordOf(after?.[name])];
    if (was === is) return is !== words.none && (name === 'email' || name === 'name') ? [is] : [];
    if (!before || !after) return was === words.none && is === words.none ? [] : [`${name}: ${before ? was : is}`];
    return [`${name}: ${was} → ${is}`];
  });
  return facts.join(', ');
}

function wordOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none;
  return Array.isArray(value) ? value.join(' ') : String(value);
}
