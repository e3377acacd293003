// The image page: made from words, edited or enlarged, beside the images that were made before.
import { Download, ImageIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { renew } from '../../api/queries.ts';
import { useAsk } from '../../parts/ask.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { CodeButton } from '../../parts/same-call.tsx';
import type { CallToShow } from '../../parts/same-call-text.ts';
import { Workspace } from '../../parts/workspace.tsx';
import { ModeTabs } from '../shared/controls.tsx';
import { CancelledNote, JobProgress } from '../shared/job-progress.tsx';
import { useOpened } from '../shared/opened.ts';
import { OtherJobs } from '../shared/other-jobs.tsx';
import { downloadAddress } from '../shared/own-address.ts';
import { type Picture, picturesOf, useRecentPictures } from '../shared/pictures.ts';
import { Canvas, PromptBox } from '../shared/prompt-box.tsx';
import { SourcePicker } from '../shared/source-picker.tsx';
import { JobTrouble, Trouble } from '../shared/trouble.tsx';
import { useLongWork } from '../shared/use-long-work.ts';
import { Warnings } from '../shared/warnings.tsx';
import { pictureWords, playground } from '../strings.ts';
import { BeforeAfter } from './before-after.tsx';
import { EditForm, type EditOrder } from './edit-form.tsx';
import type { EditChoice } from './edit-operations.ts';
import { bodyOf, type GenerateBody, GeneratePrice, GenerateSettings, NO_WISH } from './generate-settings.tsx';
import { MadePictures } from './made-pictures.tsx';
import { MaskPainter } from './mask-painter.tsx';
import type { Stroke } from './mask-strokes.ts';
import { OpenedPicture } from './opened-picture.tsx';
import { PictureGrid } from './picture-grid.tsx';
import { imageWords } from './strings.ts';
import { type UpscaleBody, UpscaleForm } from './upscale-form.tsx';

type Mode = 'generate' | 'edit' | 'upscale';
const MODES = (['generate', 'edit', 'upscale'] as Mode[]).map((value) => ({ value, label: imageWords.modes[value] }));

export function ImagePage() {
  const environment = useEnvironment();
  return <Studio key={environment} />;
}

/** The last order: how its result is shown depends on it. */
interface Asked {
  prompt: string;
  /** The edited image; null if one was generated from a prompt. */
  source: Picture | null;
  request: CallToShow;
}

function Studio() {
  const [mode, setMode] = useState<Mode>('generate');
  const [prompt, setPrompt] = useState('');
  const [wish, setWish] = useState(NO_WISH);
  const [openedId, open] = useOpened();
  const [source, setSource] = useState<Picture | null>(null);
  const [choice, setChoice] = useState<EditChoice>('words');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const recent = useRecentPictures();
  const { add } = recent;
  const onEnd = useCallback(
    (job: JobState) => {
      add(picturesOf(job));
      void renew('GET /payments/balance', 'GET /jobs', 'GET /library');
    },
    [add],
  );
  const work = useLongWork('image', onEnd);
  const workOn = (picture: Picture, next: Mode) => {
    setSource(picture);
    setStrokes([]);
    setMode(next);
    work.forget();
    open(null);
  };

  const generate = (body: GenerateBody) => {
    open(null);
    setAsked({ prompt: body.prompt, source: null, request: { method: 'POST', path: '/image/generate', body } });
    void work.start(() => client().jobs.start('POST /image/generate', body));
  };
  const edit = ({ body, mask }: EditOrder) => {
    open(null);
    const request = { method: 'POST', path: '/image/edit', body, ...(mask ? { files: { mask: 'mask.png' } } : {}) };
    setAsked({ prompt: imageWords.after, source, request });
    void work.start(() => client().jobs.start('POST /image/edit', { ...body, mask: mask ?? undefined }));
  };
  const upscale = (body: UpscaleBody) => {
    open(null);
    setAsked({ prompt: imageWords.after, source, request: { method: 'POST', path: '/image/upscale', body } });
    void work.start(() => client().jobs.start('POST /image/upscale', body));
  };

  useAsk('image', ({ prompt, isSent }) => {
    setPrompt(prompt);
    if (isSent) generate(bodyOf(prompt, NO_WISH));
  });

  const picker = (
    <SourcePicker
      source={source}
      recent={recent.pictures}
      onChoose={(picture) => workOn(picture, mode)}
      onUploaded={(picture) => recent.add([picture])}
      onGone={recent.forget}
    />
  );
  const isPainting = mode === 'edit' && choice === 'inpaint' && source !== null;
  const edits = {
    onEdit: (picture: Picture) => workOn(picture, 'edit'),
    onUpscale: (picture: Picture) => workOn(picture, 'upscale'),
  };
  return (
    <Workspace
      title={imageWords.title}
      opened={openedId}
      settingsWanted={mode === 'generate' ? undefined : `${mode} ${source?.url}`}
      choice={<ModeTabs label={imageWords.mode} value={mode} onChange={setMode} options={MODES} />}
      actions={asked && <CodeButton request={asked.request} />}
      history={{ label: imageWords.history, content: <MadePictures openedId={openedId} onOpen={open} /> }}
      settings={{
        label: imageWords.settings,
        content: (
          <>
            {mode === 'generate' && (
              <GenerateSettings wish={wish} onChange={(part) => setWish((before) => ({ ...before, ...part }))} />
            )}
            {mode === 'edit' && (
              <EditForm
                source={source}
                picker={picker}
                isBusy={work.isRunning}
                choice={choice}
                strokes={strokes}
                onChoice={setChoice}
                onMake={edit}
              />
            )}
            {mode === 'upscale' && (
              <UpscaleForm source={source} picker={picker} isBusy={work.isRunning} onMake={upscale} />
            )}
          </>
        ),
      }}
      composer={
        mode === 'generate' && (
          <PromptBox
            label={imageWords.prompt}
            placeholder={imageWords.promptExample}
            value={prompt}
            maxLength={4_000}
            send={imageWords.make.generate}
            isBusy={work.isStarting}
            onChange={setPrompt}
            onSend={() => generate(bodyOf(prompt, wish))}
          >
            <GeneratePrice wish={wish} />
          </PromptBox>
        )
      }
    >
      <Canvas>
        {isPainting && <MaskPainter key={source.url} picture={source} strokes={strokes} onStrokes={setStrokes} />}
        {openedId && !work.isRunning ? (
          <OpenedPicture id={openedId} {...edits} />
        ) : (
          <Outcome work={work} mode={mode} asked={asked} hasPainter={isPainting} onWorkOn={workOn} />
        )}
      </Canvas>
    </Workspace>
  );
}

interface OutcomeProps {
  work: ReturnType<typeof useLongWork>;
  mode: Mode;
  asked: Asked | null;
  hasPainter: boolean;
  onWorkOn(picture: Picture, mode: Mode): void;
}

function Outcome({ work, mode, asked, hasPainter, onWorkOn }: OutcomeProps) {
  const { job } = work;
  const made = picturesOf(job);
  const [first] = made;
  const isIdle = !work.isRunning && made.length === 0 && !work.problem && job?.status !== 'failed';
  if (isIdle && hasPainter) return null;
  return (
    <>
      <Trouble error={work.problem} module="image" />
      {job?.status === 'failed' && <JobTrouble error={job.error} module="image" />}
      <CancelledNote job={job} />
      {work.isRunning && (
        <>
          <JobProgress job={job} what={imageWords.aPicture} />
          <OtherJobs service="image" shownId={work.job?.id} />
        </>
      )}
      {isIdle && (
        <div data-idle>
          <EmptyState icon={ImageIcon} title={imageWords.emptyTitle}>
            {imageWords.emptyText[mode]}
          </EmptyState>
        </div>
      )}
      {first && asked?.source ? (
        <>
          <BeforeAfter before={asked.source} after={first} />
          <div className="flex flex-wrap items-center gap-2">
            <a href={downloadAddress(first.url)} download className={buttonClass('plain', 'small')}>
              <Download aria-hidden className="size-3.5" />
              {playground.download}
            </a>
            <Button size="small" onClick={() => onWorkOn(first, mode)}>
              {imageWords.goOn}
            </Button>
            <span className="text-xs text-muted">{pictureWords.sizeOf(first.width, first.height)}</span>
          </div>
        </>
      ) : (
        <PictureGrid
          pictures={made}
          prompt={asked?.prompt ?? imageWords.results}
          onEdit={(picture) => onWorkOn(picture, 'edit')}
          onUpscale={(picture) => onWorkOn(picture, 'upscale')}
        />
      )}
      <Warnings warnings={Array.isArray(job?.warnings) ? (job.warnings as string[]) : []} />
    </>
  );
}
