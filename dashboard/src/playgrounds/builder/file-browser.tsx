// The files of a project: a tree of folders, and the chosen file.
import { ChevronRight, FileText, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { CodeView } from '../shared/code-view.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { type Folder, treeOf } from './file-tree.ts';
import { type AppFile, type Project, useFiles } from './project.ts';
import { builderWords } from './strings.ts';

export interface FileBrowserProps {
  project: Project;
  /** Begins a message about a file. */
  onAsk(words: string): void;
}

export function FileBrowser({ project, onAsk }: FileBrowserProps) {
  const { files, error, refetch } = useFiles(project.id, project.version);
  const [path, setPath] = useState<string | null>(null);
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
          <CodeView
            key={chosen.path}
            code={chosen.content}
            language={chosen.language}
            label={chosen.path}
            className="max-h-[65vh] grid-rows-[auto_minmax(0,1fr)]"
          />
          <Button size="small" className="justify-self-start" onClick={() => onAsk(builderWords.changeIn(chosen.path))}>
            <Pencil aria-hidden className="size-3.5" />
            {builderWords.changeFile}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">{builderWords.chooseFile}</p>
      )}
    </div>
  );
}

/** The file that tells most about an app. */
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
