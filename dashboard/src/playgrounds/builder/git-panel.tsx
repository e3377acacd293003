// Pushes a project with its versions as commits to the customer's own Git remote.
import { GitBranch } from 'lucide-react';
import { useId, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Field, Input } from '../../parts/field.tsx';
import { useForm } from '../../parts/use-form.ts';
import type { Project } from './project.ts';
import { workspaceWords } from './workspace-strings.ts';

export function GitPanel({ project }: { project: Project }) {
  const id = useId();
  const [token, setToken] = useState('');
  const [outcome, setOutcome] = useState('');
  const { isBusy, problem, onSubmit } = useForm(async ({ url = '', branch = '' }) => {
    setOutcome('');
    const params = { id: project.id };
    const body = { url: url.trim(), branch: branch.trim(), token: token.trim() };
    const pushed = await client().call('POST /builder/projects/{id}/push', { params, body });
    setToken('');
    setOutcome(
      pushed.pushed === 0 ? workspaceWords.upToDate : workspaceWords.pushed(pushed.pushed, pushed.commit.slice(0, 8)),
    );
  });
  return (
    <section className="grid gap-3" aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {workspaceWords.git}
      </h3>
      <p className="text-sm text-muted">{workspaceWords.gitHint}</p>
      <form onSubmit={onSubmit} className="grid gap-3">
        <Field label={workspaceWords.gitUrl} hint={workspaceWords.gitUrlHint}>
          <Input name="url" type="url" required maxLength={2000} autoComplete="off" spellCheck={false} />
        </Field>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={workspaceWords.branch}>
            <Input name="branch" defaultValue="main" required maxLength={100} autoComplete="off" spellCheck={false} />
          </Field>
          <Field label={workspaceWords.token} hint={workspaceWords.tokenHint}>
            <Input
              type="password"
              value={token}
              required
              maxLength={1000}
              autoComplete="off"
              onChange={(event) => setToken(event.target.value)}
            />
          </Field>
        </div>
        <ErrorNote error={problem} />
        <Button type="submit" isBusy={isBusy} className="justify-self-start">
          {!isBusy && <GitBranch aria-hidden className="size-4" />}
          {workspaceWords.push}
        </Button>
        <p role="status" className="text-sm text-muted empty:hidden">
          {outcome}
        </p>
      </form>
    </section>
  );
}
