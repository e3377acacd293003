// Read-only code: highlighted, numbered, with a copy button; lines with a problem are marked.

import { join } from '../../parts/class-names.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { playground } from '../strings.ts';
import { ColouredLine, useColouredLines } from './coloured-code.tsx';

export interface CodeViewProps {
  code: string;
  language: string;
  label?: string;
  isNumbered?: boolean;
  /** Line numbers to mark. */
  marked?: ReadonlySet<number>;
  className?: string;
}

export function CodeView({ code, language, label, isNumbered = true, marked, className }: CodeViewProps) {
  const lines = useColouredLines(code, language);
  return (
    <div className={join('relative grid min-w-0 rounded-lg border border-line bg-sunken', className)}>
      <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-3 text-xs text-muted">
        <span className="truncate font-mono">{label ?? language}</span>
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section aria-label={playground.codeOf(label ?? language)} tabIndex={0} className="min-h-0 overflow-auto py-3">
        <pre className="w-max min-w-full font-mono text-[0.8125rem] leading-relaxed">
          {lines.map((pieces, at) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
              key={at}
              className={join('flex min-h-[1lh] pr-4', marked?.has(at + 1) ? 'bg-danger-soft' : null)}
            >
              {isNumbered && (
                <span aria-hidden className="w-11 shrink-0 pr-3 text-right text-muted select-none">
                  {at + 1}
                </span>
              )}
              <code className={isNumbered ? undefined : 'pl-4'}>
                <ColouredLine pieces={pieces} />
              </code>
            </div>
          ))}
        </pre>
      </section>
    </div>
  );
}
