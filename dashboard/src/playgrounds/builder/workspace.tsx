// One project at full width: the conversation, the preview with its console, files, versions and sharing.
import { ArrowLeft, Download, GitBranch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { ChatPanel } from './chat-panel.tsx';
import { DataPanel } from './data-panel.tsx';
import { FileBrowser } from './file-browser.tsx';
import { Preview } from './preview.tsx';
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
}

export function Workspace({ id, takesFocus, onLeave }: WorkspaceProps) {
  const { project, error, refetch } = useProject(id);
  const chat = useBuilderChat(id);
  const [text, setText] = useState('');
  return (
    <div data-wide className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="small" onClick={onLeave}>
          <ArrowLeft aria-hidden className="size-3.5" />
          {builderWords.allProjects}
        </Button>
        {project && <Heading project={project} takesFocus={takesFocus} />}
      </div>
      <Trouble error={error} onRetry={() => void refetch()} />
      {project && (
        <div className="grid items-start gap-5 xl:grid-cols-[20rem_minmax(0,1fr)] min-[100rem]:grid-cols-[20rem_minmax(0,1fr)_minmax(0,1fr)]">
          <div className="grid min-w-0 gap-4 xl:row-span-2 min-[100rem]:row-span-1">
            <ChatPanel chat={chat} text={text} onText={setText} />
            {chat.lastBody && <SameCall request={{ method: 'POST', path: '/builder/chat', body: chat.lastBody }} />}
          </div>
          <Panel title={builderWords.views.preview}>
            <Preview project={project} />
          </Panel>
          <Panel>
            <Tabs
              label={builderWords.view}
              tabs={[
                {
                  id: 'files',
                  label: builderWords.views.files,
                  content: <FileBrowser project={project} onAsk={setText} />,
                },
                { id: 'versions', label: builderWords.views.versions, content: <VersionList project={project} /> },
                { id: 'share', label: builderWords.views.share, content: <SharePanel project={project} /> },
                {
                  id: 'settings',
                  label: workspaceWords.settings,
                  content: (
                    <div className="grid min-w-0 gap-6">
                      <VariablesPanel project={project} />
                      <DataPanel project={project} />
                    </div>
                  ),
                },
              ]}
            />
          </Panel>
        </div>
      )}
    </div>
  );
}

function Heading({ project, takesFocus }: { project: Project; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const params = { id: project.id };
  return (
    <>
      <div className="min-w-0 grow">
        <h2 ref={heading} tabIndex={-1} className="truncate font-serif text-xl">
          {project.name}
        </h2>
        <p className="text-xs text-muted">
          {nameOf(project.framework)} · {builderWords.versionOf(project.version)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <a
          href={client().addressOf('GET /builder/projects/{id}/download', { params })}
          download
          className={buttonClass('plain', 'small')}
        >
          <Download aria-hidden className="size-3.5" />
          {builderWords.zip}
        </a>
        <a
          href={client().addressOf('GET /builder/projects/{id}/bundle', { params })}
          download
          title={builderWords.bundleHint}
          className={buttonClass('plain', 'small')}
        >
          <GitBranch aria-hidden className="size-3.5" />
          {builderWords.bundle}
        </a>
      </div>
    </>
  );
}
