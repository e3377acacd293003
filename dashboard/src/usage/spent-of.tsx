// Spent credits beside their cap or budget, as text and as a bar.
import { join } from '../parts/class-names.ts';
import { formatAmount, formatCredits } from '../parts/format.ts';
import { Badge } from '../parts/panel.tsx';
import { budgets as words } from './budget-strings.ts';

const NEAR = 0.8;

export function SpentOf({ spent, cap, usedUp }: { spent: number; cap: number | null; usedUp: string }) {
  if (cap === null) return formatAmount(spent);
  const share = cap > 0 ? Math.min(1, spent / cap) : 1;
  return (
    <span className="inline-grid w-36 max-w-full gap-1">
      <span className="flex items-center justify-end gap-2">
        {share >= 1 && <Badge tone="bad">{usedUp}</Badge>}
        {words.ofCap(formatAmount(spent), formatCredits(cap))}
      </span>
      <svg aria-hidden className="h-1.5 w-full rounded-full bg-sunken">
        <rect
          width={`${share * 100}%`}
          height="100%"
          rx={3}
          className={join(share >= 1 ? 'fill-danger' : share >= NEAR ? 'fill-warn' : 'fill-accent')}
        />
      </svg>
    </span>
  );
}
