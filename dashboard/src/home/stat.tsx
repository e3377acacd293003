// One number, with a link to its page.
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface StatProps {
  label: string;
  value: string | undefined;
  unit: string;
  note: ReactNode;
  link: { to: NonNullable<LinkProps['to']>; search?: Record<string, string>; label: string };
}

export function Stat({ label, value, unit, note, link }: StatProps) {
  return (
    <section className="flex min-w-0 flex-col rounded-2xl border border-line bg-surface p-5 shadow-soft">
      <h2 className="text-sm font-medium text-muted">{label}</h2>
      <p className="mt-2 flex items-baseline gap-2">
        <span className="font-serif text-4xl tracking-tight tabular-nums">{value ?? '–'}</span>
        <span className="text-sm text-muted">{unit}</span>
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 pt-1 text-sm text-muted">
        <span>{note}</span>
        <Link to={link.to} search={link.search ?? {}} className="font-medium text-accent hover:text-accent-strong">
          {link.label}
        </Link>
      </div>
    </section>
  );
}
