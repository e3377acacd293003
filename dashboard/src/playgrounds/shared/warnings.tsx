// What the engine wants one to know about its work; nothing when it has nothing to say.
import { Info } from 'lucide-react';
import { playground } from '../strings.ts';

export function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className="flex gap-3 rounded-lg bg-warn-soft px-4 py-3 text-sm">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-medium">{playground.warnings}</p>
        <ul className="grid gap-1 break-words">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
