// The music playground: the form on the left, the song on the right, the library below.
import { AudioLines } from 'lucide-react';
import { useCallback, useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { renew, useCall } from '../../api/queries.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { CancelledNote, JobProgress } from '../shared/job-progress.tsx';
import { useOpened } from '../shared/opened.ts';
import { useReveal } from '../shared/reveal.ts';
import { JobTrouble, Trouble } from '../shared/trouble.tsx';
import { useLongWork } from '../shared/use-long-work.ts';
import { Library } from './library.tsx';
import { SongForm } from './song-form.tsx';
import { SongPlayer } from './song-player.tsx';
import { bodyOf, NO_WISH, type SongBody, type Track } from './song-wish.ts';
import { musicWords } from './strings.ts';

export function MusicPage() {
  const environment = useEnvironment();
  return (
    <>
      <PageHead title={musicWords.title} lead={musicWords.lead} />
      <Studio key={environment} />
    </>
  );
}

function Studio() {
  const [wish, setWish] = useState(NO_WISH);
  const [openedId, open] = useOpened();
  const [sent, setSent] = useState<SongBody | null>(null);
  const onEnd = useCallback(
    (job: JobState) => {
      if (job.status === 'completed') open(job.id);
      void renew('GET /music/library', 'GET /payments/balance', 'GET /jobs');
    },
    [open],
  );
  const work = useLongWork('music', onEnd);
  const make = () => {
    const body = bodyOf(wish);
    setSent(body);
    void work.start(() => client().call('POST /music/generate', { body }));
  };
  const box = useReveal(`${work.isRunning} ${openedId}`);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <SongForm
        wish={wish}
        isBusy={work.isRunning}
        onChange={(change) => setWish((before) => ({ ...before, ...change }))}
        onMake={make}
      />
      <div ref={box} className="grid min-w-0 scroll-mt-20 gap-5">
        <Panel title={musicWords.now}>
          <div className="grid min-w-0 gap-5">
            <Trouble error={work.problem} module="music" />
            {work.job?.status === 'failed' && <JobTrouble error={work.job.error} module="music" />}
            <CancelledNote job={work.job} />
            {work.isRunning && <JobProgress job={work.job} what={musicWords.aSong} />}
            {openedId ? (
              <OpenedSong key={openedId} id={openedId} onAgain={(track) => setWish({ ...NO_WISH, ...wishOf(track) })} />
            ) : (
              !work.isRunning && (
                <EmptyState icon={AudioLines} title={musicWords.emptyTitle}>
                  {musicWords.emptyText}
                </EmptyState>
              )
            )}
          </div>
        </Panel>
        {sent && <SameCall request={{ method: 'POST', path: '/music/generate', body: sent }} />}
        <Library
          openedId={openedId}
          onOpen={(track) => open(track.id)}
          onDeleted={(id) => id === openedId && open(null)}
        />
      </div>
    </div>
  );
}

function OpenedSong({ id, onAgain }: { id: string; onAgain(track: Track): void }) {
  const song = useCall('GET /music/{id}', { params: { id } });
  if (song.error) return <Trouble error={song.error} onRetry={() => void song.refetch()} />;
  if (!song.data?.audio_url) return null;
  const track = song.data as unknown as Track;
  return <SongPlayer track={track} onAgain={() => onAgain(track)} />;
}

function wishOf(track: Track) {
  const { prompt } = track as { prompt?: string };
  return {
    prompt: prompt ?? track.title ?? '',
    genre: track.genre ?? '',
    duration: Math.round(track.duration ?? NO_WISH.duration),
    tempo: track.tempo ? String(Math.round(track.tempo)) : '',
    key: track.key ?? '',
    ...(track.voices?.[0] ? { vocals: 'sung' as const, voice: track.voices[0] } : {}),
  };
}
