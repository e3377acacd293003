// The image playground: the form on the left, the image on the right.
import { Download, ImageIcon } from 'lucide-react';
import { useCallback, useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { useEnvironment } from '../../api/environment.ts';
import { renew } from '../../api/queries.ts';
import { Button, buttonClass } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import type { CallToShow } from '../../parts/same-call-text.ts';
import { Choices } from '../shared/controls.tsx';
import { CancelledNote, JobProgress } from '../shared/job-progress.tsx';
import { downloadAddress } from '../shared/own-address.ts';
import { type Picture, picturesOf, useRecentPictures } from '../shared/pictures.ts';
import { useReveal } from '../shared/reveal.ts';
import { SourcePicker } from '../shared/source-picker.tsx';
import { JobTrouble, Trouble } from '../shared/trouble.tsx';
import { useLongWork } from '../shared/use-long-work.ts';
import { Warnings } from '../shared/warnings.tsx';
import { pictureWords, playground } from '../strings.ts';
import { BeforeAfter } from './before-after.tsx';
import { EditForm, type EditOrder } from './edit-form.tsx';
import type { EditChoice } from './edit-operations.ts';
import { type GenerateBody, GenerateForm } from './generate-form.tsx';
import { MaskPainter } from './mask-painter.tsx';
import type { Stroke } from './mask-strokes.ts';
import { PictureGrid } from './picture-grid.tsx';
import { imageWords } from './strings.ts';
import { type UpscaleBody, UpscaleForm } from './upscale-form.tsx';

type Mode = 'generate' | 'edit' | 'upscale';
const MODES = (['generate', 'edit', 'upscale'] as Mode[]).map((value) => ({ value, label: imageWords.modes[value] }));

export function ImagePage() {
  const environment = useEnvironment();
  return (
    <>
      <PageHead title={imageWords.title} lead={imageWords.lead} />
      <Studio key={environment} />
    </>
  );
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
  const [source, setSource] = useState<Picture | null>(null);
  const [choice, setChoice] = useState<EditChoice>('words');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [asked, setAsked] = useState<Asked | null>(null);
  const recent = useRecentPictures();
  const { add } = recent;
  const onEnd = useCallback(
    (job: JobState) => {
      add(picturesOf(job));
      void renew('GET /payments/balance', 'GET /jobs');
    },
    [add],
  );
  const work = useLongWork('image', onEnd);
  const workOn = (picture: Picture, next: Mode) => {
    setSource(picture);
    setStrokes([]);
    setMode(next);
    work.forget();
  };

  const generate = (body: GenerateBody) => {
    setAsked({ prompt: body.prompt, source: null, request: { method: 'POST', path: '/image/generate', body } });
    void work.start(() => client().jobs.start('POST /image/generate', body));
  };
  const edit = ({ body, mask }: EditOrder) => {
    const request = { method: 'POST', path: '/image/edit', body, ...(mask ? { files: { mask: 'mask.png' } } : {}) };
    setAsked({ prompt: imageWords.after, source, request });
    void work.start(() => client().jobs.start('POST /image/edit', { ...body, mask: mask ?? undefined }));
  };
  const upscale = (body: UpscaleBody) => {
    setAsked({ prompt: imageWords.after, source, request: { method: 'POST', path: '/image/upscale', body } });
    void work.start(() => client().jobs.start('POST /image/upscale', body));
  };

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
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <Panel>
        <div className="grid gap-4">
          <Choices label={imageWords.mode} value={mode} onChange={(value) => setMode(value)} options={MODES} />
          {mode === 'generate' && <GenerateForm isBusy={work.isRunning} onMake={generate} />}
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
        </div>
      </Panel>
      <div className="grid min-w-0 gap-4">
        {isPainting && (
          <Panel>
            <MaskPainter key={source.url} picture={source} strokes={strokes} onStrokes={setStrokes} />
          </Panel>
        )}
        <Outcome work={work} mode={mode} asked={asked} hasPainter={isPainting} onWorkOn={workOn} />
        {asked && <SameCall request={asked.request} />}
      </div>
    </div>
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
  const box = useReveal(`${work.isRunning} ${job?.id} ${job?.status}`);
  const isIdle = !work.isRunning && made.length === 0 && !work.problem && job?.status !== 'failed';
  if (isIdle && hasPainter) return null;
  return (
    <div ref={box} className="scroll-mt-20">
      <Panel title={isIdle ? '' : imageWords.results}>
        <div className="grid min-w-0 gap-4">
          <Trouble error={work.problem} module="image" />
          {job?.status === 'failed' && <JobTrouble error={job.error} module="image" />}
          <CancelledNote job={job} />
          {work.isRunning && <JobProgress job={job} what={imageWords.aPicture} />}
          {isIdle && (
            <EmptyState icon={ImageIcon} title={imageWords.emptyTitle}>
              {imageWords.emptyText[mode]}
            </EmptyState>
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
        </div>
      </Panel>
    </div>
  );
}
