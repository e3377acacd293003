// The video playground: the form on the left, the video on the right, the library below.
import { Film as FilmIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { renew, useCall } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { CancelledNote, JobProgress } from '../shared/job-progress.tsx';
import { useOpened } from '../shared/opened.ts';
import { type Picture, useRecentPictures } from '../shared/pictures.ts';
import { useReveal } from '../shared/reveal.ts';
import { SourcePicker } from '../shared/source-picker.tsx';
import { JobTrouble, Trouble } from '../shared/trouble.tsx';
import { useLongWork } from '../shared/use-long-work.ts';
import { FilmForm } from './film-form.tsx';
import { FilmPlayer } from './film-player.tsx';
import { bodyOf, type FilmBody, NO_WISH } from './film-wish.ts';
import { Library } from './library.tsx';
import { videoWords } from './strings.ts';

export function VideoPage() {
  const environment = useEnvironment();
  return (
    <>
      <PageHead title={videoWords.title} lead={videoWords.lead} />
      <Studio key={environment} />
    </>
  );
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
  const make = () => {
    const body = bodyOf(wish, picture?.url ?? null);
    setSent(body);
    void work.start(() => client().call('POST /video/generate', { body }));
  };
  const { job } = work;
  const box = useReveal(`${work.isRunning} ${openedId}`);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <FilmForm
        wish={wish}
        onChange={(change) => setWish((before) => ({ ...before, ...change }))}
        hasPicture={picture !== null}
        isBusy={work.isRunning}
        onMake={make}
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
      <div ref={box} className="grid min-w-0 scroll-mt-20 gap-5">
        <Panel title={videoWords.now}>
          <div className="grid min-w-0 gap-5">
            <Trouble error={work.problem} module="video" />
            {job?.status === 'failed' && <JobTrouble error={job.error} module="video" />}
            <CancelledNote job={job} />
            {work.isRunning && <Running job={job} />}
            {openedId && !work.isRunning && <OpenedFilm key={openedId} id={openedId} />}
            {!openedId && !work.isRunning && (
              <EmptyState icon={FilmIcon} title={videoWords.emptyTitle}>
                {videoWords.emptyText}
              </EmptyState>
            )}
          </div>
        </Panel>
        {sent && <SameCall request={{ method: 'POST', path: '/video/generate', body: sent }} />}
        <Library openedId={openedId} onOpen={open} onDeleted={(id) => id === openedId && open(null)} />
      </div>
    </div>
  );
}

function Running({ job }: { job: JobState | undefined }) {
  const frame = typeof job?.preview_url === 'string' ? job.preview_url : null;
  return (
    <div className="grid gap-4">
      <JobProgress job={job} what={videoWords.aFilm} />
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
