// The builder playground: describe an application, watch it being built, then work on it.
import { useCallback, useRef, useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { CancelledNote, JobProgress } from '../shared/job-progress.tsx';
import { useOpened } from '../shared/opened.ts';
import { JobTrouble, Trouble } from '../shared/trouble.tsx';
import { useLongWork } from '../shared/use-long-work.ts';
import { Understood, Warnings } from '../shared/warnings.tsx';
import { type BuildBody, BuildForm } from './build-form.tsx';
import { renewProject } from './project.ts';
import { ProjectList } from './project-list.tsx';
import { RequestedList, requestedOf } from './requested-list.tsx';
import { builderWords } from './strings.ts';
import { Workspace } from './workspace.tsx';

export function BuilderPage() {
  const environment = useEnvironment();
  return (
    <>
      <PageHead title={builderWords.title} lead={builderWords.lead} />
      <Workshop key={environment} />
    </>
  );
}

function Workshop() {
  const [openedId, open] = useOpened();
  // After the list was shown, opening a project is the user's action.
  const wasListed = useRef(false);
  wasListed.current ||= openedId === null;
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
  const { job } = work;
  const isFresh = job?.status === 'completed' && job.project_id === openedId;
  const call = sent && <SameCall request={{ method: 'POST', path: '/builder/build', body: sent }} />;
  if (openedId)
    return (
      <div className="grid min-w-0 gap-4">
        {isFresh && <Understood notes={listOf(job.understood)} />}
        {isFresh && requestedOf(job.requested).length > 0 && (
          <Panel title={builderWords.requested}>
            <RequestedList requested={requestedOf(job.requested)} />
          </Panel>
        )}
        {isFresh && <Warnings warnings={listOf(job.warnings)} />}
        <Workspace key={openedId} id={openedId} takesFocus={wasListed.current} onLeave={() => open(null)} />
        {isFresh && call}
      </div>
    );
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <BuildForm isBusy={work.isRunning} onBuild={build} />
        <Trouble error={work.problem} module="chat" />
        {job?.status === 'failed' && <JobTrouble error={job.error} module="chat" />}
        <CancelledNote job={job} />
        {work.isRunning && (
          <Panel title={builderWords.building}>
            <JobProgress job={job} what={builderWords.anApp} />
          </Panel>
        )}
        {call}
      </div>
      <ProjectList onOpen={open} />
    </div>
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
