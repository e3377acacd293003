// The versions of a project: the prompt, the changes, and restoring one.
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { wordsOf } from '../../api/problem.ts';
import { useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { Badge } from '../../parts/panel.tsx';
import { tell } from '../../parts/toast.tsx';
import { DiffView } from '../shared/diff-view.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { formatWhen } from '../strings.ts';
import { type Project, renewProject, useVersions, type Version } from './project.ts';
import { RequestedList } from './requested-list.tsx';
import { builderWords } from './strings.ts';

export function VersionList({ project }: { project: Project }) {
  const { versions, error, refetch } = useVersions(project.id);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  return (
    <ol className="grid min-w-0 gap-3">
      {versions?.map((version) => (
        <OneVersion key={version.version} project={project} version={version} />
      ))}
    </ol>
  );
}

function OneVersion({ project, version }: { project: Project; version: Version }) {
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isLatest = version.version === project.version;
  const goBack = async () => {
    setBusy(true);
    try {
      await client().call('POST /builder/projects/{id}/revert', {
        params: { id: project.id },
        body: { version: version.version },
      });
      await renewProject();
      tell(builderWords.wentBack(version.version));
    } catch (error) {
      tell(wordsOf(error), 'problem');
    } finally {
      setBusy(false);
    }
  };
  return (
    <li className="grid min-w-0 gap-2 rounded-xl border border-line p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium first-letter:uppercase">{builderWords.versionOf(version.version)}</h3>
        {isLatest && <Badge tone="good">{builderWords.latest}</Badge>}
        <span className="text-xs text-muted">{formatWhen(version.created_at)}</span>
        <div className="ml-auto flex flex-wrap gap-2">
          {version.version > 1 && (
            <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? builderWords.hideChanges : builderWords.showChanges}
            </Button>
          )}
          {!isLatest && (
            <Button size="small" isBusy={isBusy} onClick={goBack}>
              {!isBusy && <Undo2 aria-hidden className="size-3.5" />}
              {builderWords.goBack}
            </Button>
          )}
        </div>
      </div>
      <p className="text-sm break-words">{version.prompt}</p>
      <p className="text-xs text-muted">
        {version.version === 1 ? builderWords.firstVersion : builderWords.changedFiles(version.changed.length)}
      </p>
      <RequestedList requested={version.requested} />
      {isShown && <Changes projectId={project.id} version={version.version} />}
    </li>
  );
}

function Changes({ projectId, version }: { projectId: string; version: number }) {
  const changes = useCall('GET /builder/projects/{id}/diff', {
    params: { id: projectId },
    query: { from: version - 1, to: version },
  });
  if (changes.error) return <Trouble error={changes.error} onRetry={() => void changes.refetch()} />;
  return changes.data ? <DiffView diff={changes.data.diff} /> : null;
}
