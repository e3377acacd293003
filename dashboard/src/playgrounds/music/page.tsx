// The music playground: the form on the left, the song on the right, the library below.
import { AudioLines } from 'lucide-react';
import { useCallback, useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { renew, useCall } from '../../api/queries.ts';
import { useAsk } from '../../parts/ask.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { CodeButton } from '../../parts/same-call.tsx';
import { Workspace } from '../../parts/workspace.tsx';
import { Cost } from '../shared/cost.tsx';
import { CancelledNote, JobProgress } from '../shared/job-progress.tsx';
import { useOpened } from '../shared/opened.ts';
import { OtherJobs } from '../shared/other-jobs.tsx';
import { Canvas, PromptBox } from '../shared/prompt-box.tsx';
import { usePrice } from '../shared/rate.tsx';
import { JobTrouble, Trouble } from '../shared/trouble.tsx';
import { useLongWork } from '../shared/use-long-work.ts';
import { Library } from './library.tsx';
import { SongPlayer } from './song-player.tsx';
import { SongSettings } from './song-settings.tsx';
import { bodyOf, NO_WISH, type SongBody, type SongWish, type Track } from './song-wish.ts';
import { musicWords } from './strings.ts';

export function MusicPage() {
  const environment = useEnvironment();
  return <Studio key={environment} />;
}

function Studio() {
  const [wish, setWish] = useState(NO_WISH);
  const [openedId, open] = useOpened();
  const price = usePrice('music');
  const [sent, setSent] = useState<SongBody | null>(null);
  const onEnd = useCallback(
    (job: JobState) => {
      if (job.status === 'completed') open(job.id);
      void renew('GET /music/library', 'GET /payments/balance', 'GET /jobs');
    },
    [open],
  );
  const work = useLongWork('music', onEnd);
  const make = (wanted = wish) => {
    const body = bodyOf(wanted);
    setSent(body);
    void work.start(() => client().call('POST /music/generate', { body }));
  };
  useAsk('song', ({ prompt, isSent }) => {
    const asked = { ...NO_WISH, prompt };
    setWish(asked);
    if (isSent) make(asked);
  });
  const change = (part: Partial<SongWish>) => setWish((before) => ({ ...before, ...part }));
  const isIdle = !openedId && !work.isRunning;
  return (
    <Workspace
      title={musicWords.title}
      opened={openedId}
      actions={sent && <CodeButton request={{ method: 'POST', path: '/music/generate', body: sent }} />}
      history={{
        label: musicWords.library,
        content: (
          <Library
            openedId={openedId}
            onOpen={(track) => open(track.id)}
            onDeleted={(id) => id === openedId && open(null)}
          />
        ),
      }}
      settings={{ label: musicWords.settings, content: <SongSettings wish={wish} onChange={change} /> }}
      composer={
        <PromptBox
          label={musicWords.prompt}
          placeholder={musicWords.promptExample}
          value={wish.prompt}
          maxLength={4_000}
          send={musicWords.make}
          isBusy={work.isStarting}
          onChange={(prompt) => change({ prompt })}
          onSend={() => make()}
        >
          <Cost price={price} seconds={wish.duration} />
        </PromptBox>
      }
    >
      <Canvas>
        <Trouble error={work.problem} module="music" />
        {work.job?.status === 'failed' && <JobTrouble error={work.job.error} module="music" />}
        <CancelledNote job={work.job} />
        {work.isRunning && (
          <>
            <JobProgress job={work.job} what={musicWords.aSong} />
            <OtherJobs service="music" shownId={work.job?.id} />
          </>
        )}
        {openedId && (
          <OpenedSong key={openedId} id={openedId} onAgain={(track) => setWish({ ...NO_WISH, ...wishOf(track) })} />
        )}
        {isIdle && (
          <div data-idle>
            <EmptyState icon={AudioLines} title={musicWords.emptyTitle}>
              {musicWords.emptyText}
            </EmptyState>
          </div>
        )}
      </Canvas>
    </Workspace>
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
