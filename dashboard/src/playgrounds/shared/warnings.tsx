// The engine's warnings about its work; nothing if there are none.
import { Info } from 'lucide-react';
import { join } from '../../parts/class-names.ts';
import { playground } from '../strings.ts';

export function Warnings({ warnings }: { warnings: readonly string[] }) {
  return <Notes title={playground.warnings} notes={warnings} look="bg-warn-soft" />;
}

/** How the prompt was understood. */
export function Understood({ notes }: { notes: readonly string[] }) {
  return <Notes title={playground.understood} notes={notes} look="bg-surface border border-line" />;
}

function Notes({ title, notes, look }: { title: string; notes: readonly string[]; look: string }) {
  if (notes.length === 0) return null;
  return (
    <div className={join('flex gap-3 rounded-lg px-4 py-3 text-sm', look)}>
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <ul className="grid gap-0.5 [overflow-wrap:anywhere]">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
