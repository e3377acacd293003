// The account's usage over a period, grouped, with readable names.
import { useMemo } from 'react';
import type { Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { locale } from '../words.ts';
import { usage as words } from './strings.ts';

export type Group = 'day' | 'module' | 'model' | 'key' | 'customer';
export type Measure = keyof typeof words.measures;
export type UsageRow = Reply<'GET /usage'>['data'][number] & { id: string; label: string };

const DAY_MS = 86_400_000;
const shortDay = new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone: 'UTC' });

export function useUsage(days: number, group: Group) {
  const from = useMemo(() => `${isoDay(Date.now() - (days - 1) * DAY_MS)}T00:00:00Z`, [days]);
  const query = useCall('GET /usage', { query: { from, group_by: group } });
  const keys = useCall('GET /account/keys', {}, { enabled: group === 'key' }).data?.data ?? [];
  const rows = query.data?.data.map((row): UsageRow => {
    const id = row[group] ?? '';
    return { ...row, id, label: labelOf(group, id, keys) };
  });
  return { query, rows: rows && group === 'day' ? everyDay(rows, days) : rows };
}

function labelOf(group: Group, id: string, keys: readonly { id: string; name: string }[]): string {
  if (group === 'day') return shortDay.format(new Date(id));
  if (group === 'key') return keys.find((key) => key.id === id)?.name ?? (id || words.dashboard);
  if (group === 'model') return id || words.noModel;
  if (group === 'customer') return id;
  return id.slice(0, 1).toUpperCase() + id.slice(1);
}

/** Includes days without usage. */
function everyDay(rows: readonly UsageRow[], days: number): UsageRow[] {
  const byDay = new Map(rows.map((row) => [row.id.slice(0, 10), row]));
  return Array.from({ length: days }, (_, index) => {
    const id = isoDay(Date.now() - (days - 1 - index) * DAY_MS);
    return byDay.get(id) ?? { ...NOTHING, id, label: labelOf('day', id, []) };
  });
}

const NOTHING = {
  requests: 0,
  errors: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  images: 0,
  seconds: 0,
  credits: 0,
};

function isoDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
