// A piece of text to copy: commands, secrets, bodies. It scrolls inside itself and can be reached by keyboard.
import { CopyButton } from './copy-button.tsx';

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative min-w-0 rounded-lg border border-line bg-sunken">
      <div className="absolute top-1 right-1 rounded-md bg-sunken">
        <CopyButton text={text} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section aria-label={label} tabIndex={0} className="max-h-96 overflow-auto rounded-lg p-4 pt-9">
        <pre className="font-mono text-[0.8125rem] leading-relaxed">{text}</pre>
      </section>
    </div>
  );
}
