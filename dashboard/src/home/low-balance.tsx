// A warning before credits run out, with a link to buy more.
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useEnvironment } from '../api/environment.ts';
import { useCall } from '../api/queries.ts';
import { buttonClass } from '../parts/button.tsx';
import { formatCredits } from '../parts/format.ts';
import { home } from './strings.ts';

/** About ten images, or a short song. */
const LOW_CREDITS = 20;

export function LowBalance({ mayBuy }: { mayBuy: boolean }) {
  const isLive = useEnvironment() === 'live';
  const available = useCall('GET /payments/balance').data?.available;
  if (!isLive || available === undefined || available >= LOW_CREDITS) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-2xl bg-warn-soft px-5 py-3 text-sm text-warn"
    >
      <TriangleAlert aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 grow basis-48">
        {available <= 0 ? home.noCredits : home.lowCredits(formatCredits(available))}
      </p>
      {mayBuy ? (
        <Link to="/billing" className={buttonClass('primary')}>
          {home.addCredits}
        </Link>
      ) : (
        <span>{home.askOwner}</span>
      )}
    </div>
  );
}
