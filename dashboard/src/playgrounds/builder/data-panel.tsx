// An application's stored data: where it is, and its export, import and deletion.
import { Download, Trash2, Upload } from 'lucide-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { tell } from '../../parts/toast.tsx';
import { playground } from '../strings.ts';
import { type AppData, readDataFile } from './data-file.ts';
import { type Project, publicPrefixOf } from './project.ts';
import { workspaceWords } from './workspace-strings.ts';

export function DataPanel({ project }: { project: Project }) {
  const id = useId();
  const params = { id: project.id };
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; data: AppData } | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    // So that choosing the same file again triggers a change.
    target.value = '';
    if (!file) return;
    const data = readDataFile(await file.text());
    if (data) setChosen({ name: file.name, data });
    else tell(workspaceWords.noDataFile, 'problem');
  };
  const replace = async () => {
    await client().call('PUT /builder/projects/{id}/data', { params, body: chosen?.data ?? {} });
    tell(workspaceWords.imported);
  };
  const remove = async () => {
    await client().call('DELETE /builder/projects/{id}/data', { params });
    tell(workspaceWords.dataDeleted);
  };
  return (
    <section className="grid gap-3" aria-labelledby={id}>
      <h3 id={id} className="font-medium">
        {workspaceWords.data}
      </h3>
      <p className="text-sm text-muted">
        {publicPrefixOf(project) === null ? workspaceWords.dataOfServer : workspaceWords.dataOfPage}
      </p>
      <div className="flex flex-wrap gap-2">
        <a
          href={client().addressOf('GET /builder/projects/{id}/data', { params })}
          download={`${project.id}-data.json`}
          className={buttonClass('plain', 'small')}
        >
          <Download aria-hidden className="size-3.5" />
          {workspaceWords.exportData}
        </a>
        <Button size="small" onClick={() => input.current?.click()}>
          <Upload aria-hidden className="size-3.5" />
          {workspaceWords.importData}
        </Button>
        <Button size="small" look="danger" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden className="size-3.5" />
          {workspaceWords.deleteData}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          hidden
          onChange={(event) => void choose(event)}
        />
      </div>
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={workspaceWords.importTitle}
        description={workspaceWords.importText(chosen?.name ?? '')}
        confirmLabel={workspaceWords.replace}
        isDangerous
        onConfirm={replace}
      />
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={workspaceWords.deleteDataTitle}
        description={workspaceWords.deleteDataText}
        confirmLabel={playground.remove}
        isDangerous
        onConfirm={remove}
      />
    </section>
  );
}
