// Shares of a whole as bars, largest first: a list that is readable without the bars.
import { join } from '../parts/class-names.ts';

export interface Share {
  id: string;
  label: string;
  value: number;
}

const MOST = 8;

export function ShareChart({ shares, format }: { shares: readonly Share[]; format(value: number): string }) {
  const shown = shares
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, MOST);
  const most = shown[0]?.value ?? 1;
  return (
    <ul className="grid gap-3">
      {shown.map(({ id, label, value }, index) => (
        <li key={id} className="grid gap-1">
          <span className="flex justify-between gap-3 text-sm">
            <span className="min-w-0 truncate">{label}</span>
            <span className="text-muted tabular-nums">{format(value)}</span>
          </span>
          <svg aria-hidden className="h-2 w-full rounded-full bg-sunken">
            <rect
              width={`${(value / most) * 100}%`}
              height="100%"
              rx={4}
              className={join(index === 0 ? 'fill-accent' : 'fill-accent/70')}
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}
