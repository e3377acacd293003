// The builder playground: describe an application, watch it being built, then work on it.

import { AppWindow } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { useAsk } from '../../parts/ask.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { CodeButton } from '../../parts/same-call.tsx';
import { Workspace as Frame } from '../../parts/workspace.tsx';
import { CancelledNote, JobProgress } from '../shared/job-progress.tsx';
import { useOpened } from '../shared/opened.ts';
import { Canvas, PromptBox } from '../shared/prompt-box.tsx';
import { Rate, usePrice } from '../shared/rate.tsx';
import { JobTrouble, Trouble } from '../shared/trouble.tsx';
import { useLongWork } from '../shared/use-long-work.ts';
import { Understood, Warnings } from '../shared/warnings.tsx';
import { type BuildBody, BuildSettings, buildBodyOf, NO_BUILD_WISH } from './build-settings.tsx';
import { renewProject } from './project.ts';
import { ProjectList } from './project-list.tsx';
import { RequestedList, requestedOf } from './requested-list.tsx';
import { builderWords } from './strings.ts';
import { Workspace } from './workspace.tsx';
import { workspaceWords } from './workspace-strings.ts';

export function BuilderPage() {
  const environment = useEnvironment();
  return <Workshop key={environment} />;
}

function Workshop() {
  const [openedId, open] = useOpened();
  // After the list was shown, opening a project is the user's action.
  const wasListed = useRef(false);
  wasListed.current ||= openedId === null;
  const [prompt, setPrompt] = useState('');
  const [wish, setWish] = useState(NO_BUILD_WISH);
  const price = usePrice('builder', wish.model);
  const [sent, setSent] = useState<BuildBody | null>(null);
  const onEnd = useCallback(
    (job: JobState) => {
      if (job.status === 'completed') open(String(job.project_id));
      void renewProject();
    },
    [open],
  );
  const work = useLongWork('builder', onEnd);
  const build = (body: BuildBody) => {
    setSent(body);
    void work.start(() => client().jobs.start('POST /builder/build', body));
  };
  useAsk('app', (ask) => {
    setPrompt(ask.prompt);
    if (ask.isSent) build(buildBodyOf(ask.prompt, NO_BUILD_WISH));
  });
  const { job } = work;
  const isFresh = job?.status === 'completed' && job.project_id === openedId;
  if (openedId)
    return (
      <Workspace key={openedId} id={openedId} takesFocus={wasListed.current} onLeave={() => open(null)}>
        {isFresh && <Understood notes={listOf(job.understood)} />}
        {isFresh && requestedOf(job.requested).length > 0 && (
          <div className="grid gap-2">
            <h3 className="text-sm font-medium">{builderWords.requested}</h3>
            <RequestedList requested={requestedOf(job.requested)} />
          </div>
        )}
        {isFresh && <Warnings warnings={listOf(job.warnings)} />}
      </Workspace>
    );
  return (
    <Frame
      title={builderWords.title}
      actions={sent && <CodeButton request={{ method: 'POST', path: '/builder/build', body: sent }} />}
      history={{ label: builderWords.projects, content: <ProjectList onOpen={open} /> }}
      settings={{
        label: workspaceWords.settings,
        content: <BuildSettings wish={wish} onChange={(part) => setWish((before) => ({ ...before, ...part }))} />,
      }}
      composer={
        <PromptBox
          label={builderWords.prompt}
          placeholder={builderWords.promptExample}
          value={prompt}
          maxLength={20_000}
          send={builderWords.build}
          isBusy={work.isRunning}
          onChange={setPrompt}
          onSend={() => build(buildBodyOf(prompt, wish))}
        >
          <Rate price={price} />
        </PromptBox>
      }
    >
      <Canvas>
        <Trouble error={work.problem} module="chat" />
        {job?.status === 'failed' && <JobTrouble error={job.error} module="chat" />}
        <CancelledNote job={job} />
        {work.isRunning ? (
          <Panel title={builderWords.building}>
            <JobProgress job={job} what={builderWords.anApp} />
          </Panel>
        ) : (
          <div data-idle>
            <EmptyState icon={AppWindow} title={builderWords.title}>
              {builderWords.lead}
            </EmptyState>
          </div>
        )}
      </Canvas>
    </Frame>
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
