// A project's environment variables: their names, who receives them, and a form to set one.
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { renew, useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field, Input } from '../../parts/field.tsx';
import { Badge } from '../../parts/panel.tsx';
import { tell } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { playground } from '../strings.ts';
import { type Project, publicPrefixOf } from './project.ts';
import { workspaceWords } from './workspace-strings.ts';

const LIST = 'GET /builder/projects/{id}/variables';

export function VariablesPanel({ project }: { project: Project }) {
  const id = useId();
  const { data, error, refetch } = useCall(LIST, { params: { id: project.id } });
  const [doomed, setDoomed] = useState<string | null>(null);
  const prefix = publicPrefixOf(project);
  const remove = async () => {
    if (doomed === null) return;
    const params = { id: project.id, name: doomed };
    await client().call('DELETE /builder/projects/{id}/variables/{name}', { params });
    await renew(LIST);
    tell(workspaceWords.variableDeleted(doomed));
  };
  return (
    <section className="grid gap-3" aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {workspaceWords.variables}
      </h3>
      <p className="text-sm text-muted">
        {prefix === null ? workspaceWords.variablesOfServer : workspaceWords.variablesOfPage(prefix)}
      </p>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data?.data.length === 0 && <p className="text-sm text-muted">{workspaceWords.noVariables}</p>}
      <ul aria-labelledby={id} className="grid gap-1">
        {data?.data.map(({ name, given_to }) => (
          <li key={name} className="flex min-w-0 flex-wrap items-center gap-2">
            <code className="min-w-0 text-sm break-all">{name}</code>
            <Badge tone={given_to === 'page' ? 'warn' : 'plain'}>{workspaceWords.givenTo[given_to]}</Badge>
            <Button
              size="small"
              look="quiet"
              className="ml-auto"
              aria-label={workspaceWords.deleteVariable(name)}
              onClick={() => setDoomed(name)}
            >
              <Trash2 aria-hidden className="size-3.5" />
            </Button>
          </li>
        ))}
      </ul>
      <VariableForm project={project} />
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        title={workspaceWords.deleteVariableTitle(doomed ?? '')}
        description={workspaceWords.deleteVariableText}
        confirmLabel={playground.remove}
        isDangerous
        onConfirm={remove}
      />
    </section>
  );
}

function VariableForm({ project }: { project: Project }) {
  const prefix = publicPrefixOf(project) ?? '';
  const [name, setName] = useState(prefix);
  const [value, setValue] = useState('');
  const { isBusy, problem, onSubmit } = useForm(async () => {
    const params = { id: project.id, name };
    await client().call('PUT /builder/projects/{id}/variables/{name}', { params, body: { value } });
    await renew(LIST);
    setName(prefix);
    setValue('');
    tell(workspaceWords.variableSet(name));
  });
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={workspaceWords.name} hint={workspaceWords.nameHint}>
          <Input
            value={name}
            required
            maxLength={64}
            pattern="[A-Z][A-Z0-9_]*"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setName(event.target.value.toUpperCase())}
          />
        </Field>
        <Field label={workspaceWords.value} hint={workspaceWords.valueHint}>
          <Input
            type="password"
            value={value}
            required
            maxLength={4096}
            autoComplete="new-password"
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
      </div>
      <ErrorNote error={problem} />
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        {workspaceWords.setVariable}
      </Button>
    </form>
  );
}
