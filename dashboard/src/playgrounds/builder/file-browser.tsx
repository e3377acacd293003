// The files of a project: a tree of folders, and the chosen file in an editor.
import { ChevronRight, FileText, Pencil, Save } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { Trouble } from '../shared/trouble.tsx';
import { type Folder, treeOf } from './file-tree.ts';
import { type AppFile, type Project, useFiles } from './project.ts';
import { builderWords } from './strings.ts';
import { useFileEdits } from './use-file-edits.ts';

const FileEditor = lazy(async () => ({ default: (await import('./file-editor.tsx')).FileEditor }));

export interface FileBrowserProps {
  project: Project;
  /** Starts a message about a file. */
  onAsk(words: string): void;
}

export function FileBrowser({ project, onAsk }: FileBrowserProps) {
  const { files, error, refetch } = useFiles(project.id, project.version);
  const [path, setPath] = useState<string | null>(null);
  const work = useFileEdits(project, files);
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />;
  if (!files) return null;
  const chosen = files.find((file) => file.path === path) ?? firstOf(files);
  return (
    <div className="grid min-w-0 gap-4 md:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label={builderWords.files} className="max-h-64 overflow-y-auto md:max-h-[70vh]">
        <p className="mb-1 text-xs text-muted">{builderWords.fileCount(files.length)}</p>
        <Branch folder={treeOf(files.map((file) => file.path))} chosen={chosen?.path ?? ''} onChoose={setPath} />
      </nav>
      {chosen ? (
        <div className="grid min-w-0 content-start gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="min-w-0 grow truncate font-mono text-sm">{chosen.path}</h3>
            <Button size="small" onClick={() => onAsk(builderWords.changeIn(chosen.path))}>
              <Pencil aria-hidden className="size-3.5" />
              {builderWords.changeFile}
            </Button>
            <Button
              size="small"
              look="primary"
              disabled={work.edits.size === 0}
              isBusy={work.isSaving}
              onClick={work.save}
            >
              {!work.isSaving && <Save aria-hidden className="size-3.5" />}
              {builderWords.save}
            </Button>
          </div>
          <Suspense fallback={<p className="text-sm text-muted">{builderWords.openingEditor}</p>}>
            <FileEditor
              key={`${chosen.path} ${project.version}`}
              label={builderWords.contentOf(chosen.path)}
              content={work.edits.get(chosen.path) ?? chosen.content}
              language={chosen.language}
              onChange={(content) => work.edit(chosen.path, content)}
              onSave={work.save}
            />
          </Suspense>
          <p role="status" className="text-xs text-muted">
            {work.edits.size > 0 ? builderWords.unsaved(work.edits.size) : builderWords.editorHint}
          </p>
          {work.problems.length > 0 && (
            <ul aria-label={builderWords.problems} className="grid gap-1 text-sm text-danger">
              {work.problems.map(({ file, line, message }) => (
                <li key={`${file}:${line}:${message}`}>
                  {file}
                  {line === null ? '' : `:${line}`} {message}
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : (
        <p className="text-sm text-muted">{builderWords.chooseFile}</p>
      )}
    </div>
  );
}

/** The file that explains most about an app. */
function firstOf(files: readonly AppFile[]): AppFile | undefined {
  return (
    files.find(({ path }) => /(^|\/)(App\.(jsx|vue)|app\.py|server\.js|page\.jsx)$/.test(path)) ??
    files.find(({ path }) => path === 'README.md') ??
    files[0]
  );
}

interface BranchProps {
  folder: Folder;
  chosen: string;
  onChoose(path: string): void;
}

function Branch({ folder, chosen, onChoose }: BranchProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)]">
      {folder.folders.map((inner) => (
        <li key={inner.path}>
          <details open className="group/folder">
            <summary className="flex list-none items-center gap-1 rounded-md px-1 py-0.5 text-sm text-muted hover:text-ink">
              <ChevronRight
                aria-hidden
                className="size-3.5 shrink-0 transition-transform group-open/folder:rotate-90"
              />
              <span className="truncate">{inner.name}</span>
            </summary>
            <div className="ml-2 border-l border-line pl-1.5">
              <Branch folder={inner} chosen={chosen} onChoose={onChoose} />
            </div>
          </details>
        </li>
      ))}
      {folder.files.map(({ name, path }) => (
        <li key={path}>
          <button
            type="button"
            onClick={() => onChoose(path)}
            aria-current={path === chosen ? 'true' : undefined}
            title={path}
            className={join(
              'flex w-full min-w-0 items-center gap-1.5 rounded-md px-1 py-0.5 text-left text-sm -outline-offset-2',
              path === chosen ? 'bg-accent-soft text-accent-strong' : 'hover:bg-sunken',
            )}
          >
            <FileText aria-hidden className="size-3.5 shrink-0 text-muted" />
            <span className="truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
