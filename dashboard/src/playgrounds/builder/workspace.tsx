// One project over the whole window: the conversation at the left, and at the right what it became, file by file and version by version.
import { ArrowLeft, Download, GitBranch, Rocket } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { CodeButton } from '../../parts/same-call.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { Trouble } from '../shared/trouble.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { FileBrowser } from './file-browser.tsx';
import { Preview } from './preview.tsx';
import { PreviewConsole, usePreviewConsole } from './preview-console.tsx';
import { type Project, useProject } from './project.ts';
import { nameOf } from './project-list.tsx';
import { SharePanel } from './share-panel.tsx';
import { builderWords } from './strings.ts';
import { useBuilderChat } from './use-builder-chat.ts';
import { VariablesPanel } from './variables-panel.tsx';
import { VersionList } from './version-list.tsx';
import { workspaceWords } from './workspace-strings.ts';

export interface WorkspaceProps {
  id: string;
  /** After a build or a choice, the element that had the focus is gone. */
  takesFocus: boolean;
  onLeave(): void;
  /** What the build that just ended has to say. */
  children?: ReactNode;
}

type View = 'preview' | 'files' | 'console' | 'versions' | 'share' | 'settings';

export function Workspace({ id, takesFocus, onLeave, children }: WorkspaceProps) {
  const { project, error, refetch } = useProject(id);
  const chat = useBuilderChat(id);
  const [text, setText] = useState('');
  const [view, setView] = useState<View>('preview');
  return (
    <div data-full className="flex min-h-0 grow flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-surface px-3 py-1.5 lg:px-4">
        <h1 className="sr-only">{builderWords.title}</h1>
        <Button size="small" look="quiet" onClick={onLeave}>
          <ArrowLeft aria-hidden className="size-4" />
          <span className="max-sm:sr-only">{builderWords.allProjects}</span>
        </Button>
        {project && <Heading project={project} takesFocus={takesFocus} />}
        {chat.lastBody && <CodeButton request={{ method: 'POST', path: '/builder/chat', body: chat.lastBody }} />}
        {project && (
          <>
            <Downloads project={project} />
            <Button size="small" look="primary" onClick={() => setView('share')}>
              <Rocket aria-hidden className="size-3.5" />
              {builderWords.publish}
            </Button>
          </>
        )}
      </header>
      <div className="flex min-h-0 grow flex-col overflow-y-auto lg:flex-row lg:overflow-hidden">
        <div className="flex min-h-0 min-w-0 shrink-0 flex-col border-line bg-surface max-lg:border-b lg:w-88 lg:border-r">
          {error !== null && error !== undefined && (
            <div className="p-4">
              <Trouble error={error} onRetry={() => void refetch()} />
            </div>
          )}
          {project && (
            <ChatPanel chat={chat} text={text} onText={setText}>
              {children}
            </ChatPanel>
          )}
        </div>
        {project && <Views project={project} view={view} onView={setView} onAsk={setText} />}
      </div>
    </div>
  );
}

interface ViewsProps {
  project: Project;
  view: View;
  onView(view: View): void;
  onAsk(text: string): void;
}

const PANE = 'min-h-0 min-w-0 grow overflow-y-auto p-4 -outline-offset-2';

function Views({ project, view, onView, onAsk }: ViewsProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { lines, clear } = usePreviewConsole(frame);
  const errors = lines.filter(({ level }) => level === 'error').length;
  const tabs: [View, string][] = [
    ['preview', builderWords.views.preview],
    ['files', builderWords.views.files],
    ['console', builderWords.console(lines.length, errors)],
    ['versions', builderWords.views.versions],
    ['share', builderWords.views.share],
    ['settings', workspaceWords.settings],
  ];
  return (
    <Tabs.Root
      value={view}
      onValueChange={(next) => onView(next as View)}
      className="flex min-w-0 flex-col max-lg:h-[85dvh] max-lg:shrink-0 lg:min-h-0 lg:grow"
    >
      <Tabs.List
        aria-label={builderWords.view}
        className="flex shrink-0 gap-1 overflow-x-auto border-b border-line bg-surface px-2"
      >
        {tabs.map(([id, label]) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {/* It runs on while another tab is open, and goes on being heard. */}
      <Tabs.Content
        value="preview"
        forceMount
        className="flex min-h-0 min-w-0 grow flex-col data-[state=inactive]:hidden"
      >
        <Preview project={project} frame={frame} />
      </Tabs.Content>
      <Tabs.Content value="files" className={PANE}>
        <FileBrowser project={project} onAsk={onAsk} />
      </Tabs.Content>
      <Tabs.Content value="console" className="flex min-h-0 min-w-0 grow flex-col">
        <PreviewConsole lines={lines} onClear={clear} />
      </Tabs.Content>
      <Tabs.Content value="versions" className={PANE}>
        <VersionList project={project} />
      </Tabs.Content>
      <Tabs.Content value="share" className={PANE}>
        <div className="mx-auto max-w-3xl">
          <SharePanel project={project} />
        </div>
      </Tabs.Content>
      <Tabs.Content value="settings" className={PANE}>
        <div className="mx-auto grid max-w-3xl min-w-0 gap-6">
          <VariablesPanel project={project} />
          <DataPanel project={project} />
        </div>
      </Tabs.Content>
    </Tabs.Root>
  );
}

function Heading({ project, takesFocus }: { project: Project; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(project.name);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div className="min-w-0 grow basis-32">
      <h2 ref={heading} tabIndex={-1} className="truncate font-serif text-lg leading-tight outline-none">
        {project.name}
      </h2>
      <p className="truncate text-xs text-muted">
        {nameOf(project.framework)} · {builderWords.versionOf(project.version)}
      </p>
    </div>
  );
}

function Downloads({ project }: { project: Project }) {
  const params = { id: project.id };
  return (
    <>
      <a
        href={client().addressOf('GET /builder/projects/{id}/download', { params })}
        download
        className={buttonClass('quiet', 'small')}
      >
        <Download aria-hidden className="size-3.5" />
        {builderWords.zip}
      </a>
      <a
        href={client().addressOf('GET /builder/projects/{id}/bundle', { params })}
        download
        title={builderWords.bundleHint}
        className={buttonClass('quiet', 'small')}
      >
        <GitBranch aria-hidden className="size-3.5" />
        {builderWords.bundle}
      </a>
    </>
  );
}
