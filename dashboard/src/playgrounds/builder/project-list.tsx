// The projects, newest first: open one, or delete it.
import { AppWindow, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { renew } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { formatWhen, playground } from '../strings.ts';
import { type Project, useProjects } from './project.ts';
import { builderWords } from './strings.ts';

const PAGE = 12;
const MOST = 100;

export function ProjectList({ onOpen }: { onOpen(id: string): void }) {
  const [limit, setLimit] = useState(PAGE);
  const [doomed, setDoomed] = useState<Project | null>(null);
  const { list, error, refetch } = useProjects(limit);
  const remove = async () => {
    if (!doomed) return;
    await client().call('DELETE /builder/projects/{id}', { params: { id: doomed.id } });
    await renew('GET /builder/projects');
  };
  return (
    <>
      <Trouble error={error} onRetry={() => void refetch()} />
      {list?.data.length === 0 && (
        <EmptyState icon={AppWindow} title={builderWords.noProjects}>
          {builderWords.noProjectsText}
        </EmptyState>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {list?.data.map((project) => (
          <li key={project.id} className="flex min-w-0 items-center rounded-xl hover:bg-sunken">
            <button
              type="button"
              onClick={() => onOpen(project.id)}
              className="min-w-0 grow rounded-xl px-3 py-2 text-left"
            >
              <span className="block truncate font-medium">{project.name}</span>
              <span className="block truncate text-xs text-muted">
                {[
                  nameOf(project.framework),
                  builderWords.versionOf(project.version),
                  formatWhen(project.updated_at),
                ].join(' · ')}
              </span>
            </button>
            <button
              type="button"
              onClick={() => setDoomed(project)}
              aria-label={builderWords.deleteProject(project.name)}
              className="shrink-0 rounded-md p-2 text-muted hover:text-danger"
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      {list?.has_more && limit < MOST && (
        <Button size="small" className="mt-3" onClick={() => setLimit(MOST)}>
          {playground.showMore}
        </Button>
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        title={builderWords.deleteTitle}
        description={builderWords.deleteText}
        confirmLabel={playground.remove}
        isDangerous
        onConfirm={remove}
      />
    </>
  );
}

export function nameOf(framework: string): string {
  return (builderWords.frameworks as Record<string, string>)[framework] ?? framework;
}
