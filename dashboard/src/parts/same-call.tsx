// "The same call" for programs: what was just done, as curl, TypeScript and Python.
import { CodeXml } from 'lucide-react';
import { Popover } from 'radix-ui';
import { basePath } from '../api/chosen-environment.ts';
import { useEnvironment } from '../api/environment.ts';
import { shared } from '../strings.ts';
import { buttonClass } from './button.tsx';
import { CodeBlock } from './code-block.tsx';
import { type CallToShow, curlOf, pythonOf, typeScriptOf } from './same-call-text.ts';
import { Tabs } from './tabs.tsx';

export function SameCall({ request }: { request: CallToShow }) {
  return (
    <details className="group rounded-xl border border-line bg-surface">
      <summary className="rounded-xl px-4 py-3 text-sm font-medium text-muted hover:text-ink">
        {shared.sameCall}
      </summary>
      <div className="px-4 pb-4">
        <Languages request={request} />
      </div>
    </details>
  );
}

/** In a title bar. */
export function CodeButton({ request }: { request: CallToShow }) {
  return (
    <Popover.Root>
      <Popover.Trigger className={buttonClass('quiet', 'small')}>
        <CodeXml aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{shared.code}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={shared.sameCall}
          className="z-40 grid w-[min(36rem,calc(100vw-1.5rem))] gap-2 rounded-xl border border-line bg-surface p-4 shadow-lifted"
        >
          <p className="text-sm font-medium">{shared.sameCall}</p>
          <Languages request={request} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Languages({ request }: { request: CallToShow }) {
  const base = `${location.origin}${basePath(useEnvironment())}`;
  const languages = [
    { id: 'curl', label: 'curl', text: curlOf(base, request) },
    { id: 'typescript', label: 'TypeScript', text: typeScriptOf(base, request) },
    { id: 'python', label: 'Python', text: pythonOf(base, request) },
  ];
  return (
    <Tabs
      label={shared.language}
      tabs={languages.map(({ id, label, text }) => ({
        id,
        label,
        content: <CodeBlock text={text} label={shared.callIn(label)} />,
      }))}
    />
  );
}
