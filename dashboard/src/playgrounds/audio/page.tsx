// The audio playground: speech and transcription, with the form on the left and the result on the right.
import { AudioLines, Download } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { buttonClass } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import type { CallToShow } from '../../parts/same-call-text.ts';
import { Choices } from '../shared/controls.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { playground } from '../strings.ts';
import { SpeechForm } from './speech-form.tsx';
import { audioWords } from './strings.ts';
import { TranscriptionForm } from './transcription-form.tsx';
import { type AudioResult, type RecordingOrder, type SpeechBody, useAudioWork } from './use-audio-work.ts';

type Mode = 'speech' | 'transcription';
const MODES = (['speech', 'transcription'] as Mode[]).map((value) => ({ value, label: audioWords.modes[value] }));

export function AudioPage() {
  const environment = useEnvironment();
  return (
    <>
      <PageHead title={audioWords.title} lead={audioWords.lead} />
      <Workroom key={environment} />
    </>
  );
}

function Workroom() {
  const [mode, setMode] = useState<Mode>('speech');
  const [request, setRequest] = useState<CallToShow | null>(null);
  const { speak, transcribe, forget, isRunning, result, problem } = useAudioWork();
  const changeMode = (next: Mode) => {
    setMode(next);
    setRequest(null);
    forget();
  };
  const startSpeech = (body: SpeechBody) => {
    setRequest({ method: 'POST', path: '/audio/speech', body });
    void speak(body);
  };
  const startTranscription = (order: RecordingOrder) => {
    const path = order.isTranslated ? '/audio/translations' : '/audio/transcriptions';
    const body = order.model ? { model: order.model } : {};
    setRequest({ method: 'POST', path, body, files: { file: order.file.name } });
    void transcribe(order);
  };
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <Panel>
        <div className="grid gap-4">
          <Choices label={audioWords.mode} value={mode} onChange={changeMode} options={MODES} />
          {mode === 'speech' ? (
            <SpeechForm isBusy={isRunning} onSpeak={startSpeech} />
          ) : (
            <TranscriptionForm isBusy={isRunning} onStart={startTranscription} />
          )}
        </div>
      </Panel>
      <div className="grid min-w-0 gap-4">
        <Panel title={result ? titleOf(result) : ''}>
          <div className="grid min-w-0 gap-4">
            <Trouble error={problem} module={mode} />
            {isRunning && <ProgressBar value={null} label={playground.progressOf(audioWords.modes[mode])} />}
            {result && <Result result={result} />}
            {!result && !isRunning && !problem && (
              <EmptyState icon={AudioLines} title={audioWords.emptyTitle}>
                {audioWords.empty[mode]}
              </EmptyState>
            )}
          </div>
        </Panel>
        {request && <SameCall request={request} />}
      </div>
    </div>
  );
}

function titleOf({ kind }: AudioResult): string {
  return kind === 'speech' ? audioWords.speech : audioWords.transcript;
}

function Result({ result }: { result: AudioResult }) {
  if (result.kind === 'speech')
    return (
      <>
        {/* biome-ignore lint/a11y/useMediaCaption: the words are those that were just written beside it. */}
        <audio controls src={result.url} aria-label={audioWords.speech} className="w-full" />
        <a
          href={result.url}
          download={result.fileName}
          className={`${buttonClass('plain', 'small')} justify-self-start`}
        >
          <Download aria-hidden className="size-3.5" />
          {playground.download}
        </a>
      </>
    );
  if (result.text === '') return <p className="text-sm text-muted">{audioWords.nothingSaid}</p>;
  return (
    <>
      <p className="break-words whitespace-pre-wrap leading-relaxed">{result.text}</p>
      <CopyButton text={result.text} />
    </>
  );
}
