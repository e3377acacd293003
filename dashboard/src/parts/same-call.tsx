// "The same call": the last action as curl, TypeScript and Python.
import { basePath } from '../api/chosen-environment.ts';
import { useEnvironment } from '../api/environment.ts';
import { shared } from '../strings.ts';
import { CodeBlock } from './code-block.tsx';
import { type CallToShow, curlOf, pythonOf, typeScriptOf } from './same-call-text.ts';
import { Tabs } from './tabs.tsx';

export function SameCall({ request }: { request: CallToShow }) {
  const base = `${location.origin}${basePath(useEnvironment())}`;
  const languages = [
    { id: 'curl', label: 'curl', text: curlOf(base, request) },
    { id: 'typescript', label: 'TypeScript', text: typeScriptOf(base, request) },
    { id: 'python', label: 'Python', text: pythonOf(base, request) },
  ];
  return (
    <details className="group rounded-xl border border-line bg-surface">
      <summary className="rounded-xl px-4 py-3 text-sm font-medium text-muted hover:text-ink">
        {shared.sameCall}
      </summary>
      <div className="px-4 pb-4">
        <Tabs
          label={shared.language}
          tabs={languages.map(({ id, label, text }) => ({
            id,
            label,
            content: <CodeBlock text={text} label={shared.callIn(label)} />,
          }))}
        />
      </div>
    </details>
  );
}
