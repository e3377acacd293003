// The outcome of each requested item: done, done differently, or not done, with the reason.
import { Check, Replace, X } from 'lucide-react';
import { builderWords } from './strings.ts';

export interface RequestedItem {
  item: string;
  outcome: 'done' | 'done_differently' | 'not_done';
  note: string;
}

const ICONS = { done: Check, done_differently: Replace, not_done: X };
const LOOKS = { done: 'text-good', done_differently: 'text-warn', not_done: 'text-danger' };

export function RequestedList({ requested }: { requested: readonly RequestedItem[] | null | undefined }) {
  if (!requested || requested.length === 0) return null;
  return (
    <ul aria-label={builderWords.requested} className="grid gap-1.5 text-sm">
      {requested.map(({ item, outcome, note }) => {
        const Icon = ICONS[outcome];
        return (
          <li key={item} className="flex min-w-0 gap-2">
            <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${LOOKS[outcome]}`} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-medium">{item}</span>
              <span className="text-muted">
                {' '}
                – {builderWords.outcomes[outcome]}. {note}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A job's members are open, so only a list of items is shown. */
export function requestedOf(value: unknown): RequestedItem[] {
  return Array.isArray(value) ? (value as RequestedItem[]) : [];
}
