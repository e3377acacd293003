// What is left to spend, on every page, with the way to more of it.
import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import { useCall } from '../api/queries.ts';
import { join } from '../parts/class-names.ts';
import { formatCredits, formatMoney } from '../parts/format.ts';
import { shell } from '../strings.ts';

const REFRESH_MS = 30_000;
/** About ten images, or a short song. */
const LOW_CREDITS = 20;

export function BalanceChip() {
  const balance = useCall('GET /payments/balance', {}, { refetchMs: REFRESH_MS }).data;
  if (!balance) return null;
  const { available, held, currency } = balance;
  const details = [
    shell.balance.worth(formatMoney(available, currency)),
    ...(held > 0 ? [shell.balance.held(formatCredits(held))] : []),
  ].join(', ');
  return (
    <Link
      to="/billing"
      title={details}
      className={join(
        'flex h-9 items-center gap-1.5 rounded-full border px-3 text-[0.8125rem] font-medium whitespace-nowrap tabular-nums hover:border-edge',
        available < LOW_CREDITS ? 'border-transparent bg-warn-soft text-warn' : 'border-line text-ink',
      )}
    >
      <Coins aria-hidden className="size-4 text-accent max-sm:hidden" />
      {formatCredits(available)}
      <span className="max-sm:sr-only">{shell.balance.credits}</span>
    </Link>
  );
}
