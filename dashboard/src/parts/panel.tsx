// The surfaces of a page: its head, and the boxes for its content.
import type { ReactNode } from 'react';
import { join } from './class-names.ts';
import { useTitle } from './use-title.ts';

export function PageHead({ title, lead, actions }: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  useTitle(title);
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-serif text-3xl tracking-tight">{title}</h1>
        {lead && <p className="mt-1 max-w-2xl text-muted">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

export interface PanelProps {
  title?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, lead, actions, className, children }: PanelProps) {
  return (
    <section className={join('min-w-0 rounded-2xl border border-line bg-surface p-5 shadow-soft sm:p-6', className)}>
      {(title || actions) && (
        <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            {title && <h2 className="font-serif text-xl">{title}</h2>}
            {lead && <p className="mt-0.5 text-sm text-muted">{lead}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** A word on a coloured background: a state, a plan, a scope. */
export function Badge({ tone = 'plain', children }: { tone?: 'plain' | 'good' | 'warn' | 'bad'; children: ReactNode }) {
  const tones = {
    plain: 'bg-sunken text-muted',
    good: 'bg-accent-soft text-accent-strong',
    warn: 'bg-warn-soft text-warn',
    bad: 'bg-danger-soft text-danger',
  };
  return (
    <span className={join('inline-flex items-center rounded-full px-2 py-0.5 text-xs font-medium', tones[tone])}>
      {children}
    </span>
  );
}
