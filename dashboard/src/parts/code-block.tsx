// Text to copy: commands, secrets, bodies. It scrolls inside itself and is reachable by keyboard.
import { CopyButton } from './copy-button.tsx';

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border border-line bg-sunken">
      <div className="flex items-center justify-between gap-2 border-b border-line py-0.5 pr-1 pl-4">
        <span aria-hidden className="truncate text-xs text-muted">
          {label}
        </span>
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto px-4 py-3 -outline-offset-2">
        <pre className="font-mono text-[0.8125rem] leading-relaxed">{text}</pre>
      </section>
    </div>
  );
}
