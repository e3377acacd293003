// The video playground: the form on the left, the video on the right, the library below.
import { Film as FilmIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { renew, useCall } from '../../api/queries.ts';
import { useAsk } from '../../parts/ask.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { CodeButton } from '../../parts/same-call.tsx';
import { Workspace } from '../../parts/workspace.tsx';
import { CancelledNote, JobProgress } from '../shared/job-progress.tsx';
import { useOpened } from '../shared/opened.ts';
import { OtherJobs } from '../shared/other-jobs.tsx';
import { type Picture, useRecentPictures } from '../shared/pictures.ts';
import { Canvas, PromptBox } from '../shared/prompt-box.tsx';
import { SourcePicker } from '../shared/source-picker.tsx';
import { JobTrouble, Trouble } from '../shared/trouble.tsx';
import { useLongWork } from '../shared/use-long-work.ts';
import { FilmPlayer } from './film-player.tsx';
import { FilmPrice, FilmSettings } from './film-settings.tsx';
import { bodyOf, type FilmBody, type FilmWish, NO_WISH } from './film-wish.ts';
import { Library } from './library.tsx';
import { videoWords } from './strings.ts';

export function VideoPage() {
  const environment = useEnvironment();
  return <Studio key={environment} />;
}

function Studio() {
  const [wish, setWish] = useState(NO_WISH);
  const [picture, setPicture] = useState<Picture | null>(null);
  const [openedId, open] = useOpened();
  const [sent, setSent] = useState<FilmBody | null>(null);
  const recent = useRecentPictures();
  const onEnd = useCallback(
    (job: JobState) => {
      if (job.status === 'completed') open(job.id);
      void renew('GET /video', 'GET /payments/balance', 'GET /jobs');
    },
    [open],
  );
  const work = useLongWork('video', onEnd);
  const make = (wanted = wish) => {
    const body = bodyOf(wanted, picture?.url ?? null);
    setSent(body);
    void work.start(() => client().call('POST /video/generate', { body }));
  };
  useAsk('video', ({ prompt, isSent }) => {
    const asked = { ...NO_WISH, prompt };
    setWish(asked);
    if (isSent) make(asked);
  });
  const { job } = work;
  const change = (part: Partial<FilmWish>) => setWish((before) => ({ ...before, ...part }));
  return (
    <Workspace
      title={videoWords.title}
      opened={openedId}
      actions={sent && <CodeButton request={{ method: 'POST', path: '/video/generate', body: sent }} />}
      history={{
        label: videoWords.library,
        content: <Library openedId={openedId} onOpen={open} onDeleted={(id) => id === openedId && open(null)} />,
      }}
      settings={{
        label: videoWords.settings,
        content: (
          <FilmSettings
            wish={wish}
            onChange={change}
            hasPicture={picture !== null}
            picker={
              <SourcePicker
                source={picture}
                recent={recent.pictures}
                onChoose={setPicture}
                onUploaded={(added) => recent.add([added])}
                onGone={recent.forget}
              />
            }
          />
        ),
      }}
      composer={
        <PromptBox
          label={videoWords.prompt}
          placeholder={videoWords.promptExamples[wish.type]}
          value={wish.prompt}
          maxLength={4_000}
          send={videoWords.make}
          isBusy={work.isStarting}
          canSend={wish.type !== 'image-to-video' || picture !== null}
          onChange={(prompt) => change({ prompt })}
          onSend={() => make()}
        >
          <FilmPrice wish={wish} />
        </PromptBox>
      }
    >
      <Canvas isWide>
        <Trouble error={work.problem} module="video" />
        {job?.status === 'failed' && <JobTrouble error={job.error} module="video" />}
        <CancelledNote job={job} />
        {work.isRunning && <Running job={job} />}
        {openedId && !work.isRunning && <OpenedFilm key={openedId} id={openedId} />}
        {!openedId && !work.isRunning && (
          <div data-idle>
            <EmptyState icon={FilmIcon} title={videoWords.emptyTitle}>
              {videoWords.emptyText}
            </EmptyState>
          </div>
        )}
      </Canvas>
    </Workspace>
  );
}

function Running({ job }: { job: JobState | undefined }) {
  const frame = typeof job?.preview_url === 'string' ? job.preview_url : null;
  return (
    <div className="grid gap-4">
      <JobProgress job={job} what={videoWords.aFilm} />
      <OtherJobs service="video" shownId={job?.id} />
      {frame && (
        <img
          src={frame}
          alt={videoWords.frame}
          className="mx-auto max-h-[55vh] w-full rounded-xl bg-black object-contain"
        />
      )}
    </div>
  );
}

function OpenedFilm({ id }: { id: string }) {
  const film = useCall('GET /video/{id}', { params: { id } });
  if (film.error) return <Trouble error={film.error} onRetry={() => void film.refetch()} />;
  return film.data ? <FilmPlayer film={film.data} /> : null;
}
