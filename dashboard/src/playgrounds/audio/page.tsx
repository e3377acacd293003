// The audio page: words to speech, and recordings to words.
import { AudioLines, Download } from 'lucide-react';
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useAsk } from '../../parts/ask.ts';
import { buttonClass } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { CodeButton } from '../../parts/same-call.tsx';
import type { CallToShow } from '../../parts/same-call-text.ts';
import { Workspace } from '../../parts/workspace.tsx';
import { ModeTabs } from '../shared/controls.tsx';
import { Canvas, PromptBox } from '../shared/prompt-box.tsx';
import { Trouble } from '../shared/trouble.tsx';
import { playground } from '../strings.ts';
import { MAX_CHARACTERS, NO_SPEECH_WISH, SpeechPrice, SpeechSettings, speechOf } from './speech-settings.tsx';
import { audioWords } from './strings.ts';
import { TranscriptionForm } from './transcription-form.tsx';
import { type AudioResult, type RecordingOrder, type SpeechBody, useAudioWork } from './use-audio-work.ts';

type Mode = 'speech' | 'transcription';
const MODES = (['speech', 'transcription'] as Mode[]).map((value) => ({ value, label: audioWords.modes[value] }));

export function AudioPage() {
  const environment = useEnvironment();
  return <Workroom key={environment} />;
}

function Workroom() {
  const [mode, setMode] = useState<Mode>('speech');
  const [input, setInput] = useState('');
  const [wish, setWish] = useState(NO_SPEECH_WISH);
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
  useAsk('speech', ({ prompt, isSent }) => {
    setInput(prompt);
    if (isSent) startSpeech(speechOf(prompt, NO_SPEECH_WISH));
  });
  const isSpeech = mode === 'speech';
  return (
    <Workspace
      title={audioWords.title}
      choice={<ModeTabs label={audioWords.mode} value={mode} onChange={changeMode} options={MODES} />}
      actions={request && <CodeButton request={request} />}
      settings={
        isSpeech
          ? {
              label: audioWords.settings,
              content: (
                <SpeechSettings wish={wish} onChange={(part) => setWish((before) => ({ ...before, ...part }))} />
              ),
            }
          : undefined
      }
      composer={
        isSpeech && (
          <PromptBox
            label={audioWords.text}
            placeholder={audioWords.textExample}
            value={input}
            maxLength={MAX_CHARACTERS}
            send={audioWords.speak}
            isBusy={isRunning}
            onChange={setInput}
            onSend={() => startSpeech(speechOf(input, wish))}
          >
            <SpeechPrice input={input} model={wish.model} />
          </PromptBox>
        )
      }
    >
      <Canvas>
        {!isSpeech && (
          <div className="mx-auto w-full max-w-md">
            <TranscriptionForm isBusy={isRunning} onStart={startTranscription} />
          </div>
        )}
        <Trouble error={problem} module={mode} />
        {isRunning && <ProgressBar value={null} label={playground.progressOf(audioWords.modes[mode])} />}
        {result && (
          <Panel title={titleOf(result)}>
            <div className="grid min-w-0 gap-4">
              <Result result={result} />
            </div>
          </Panel>
        )}
        {isSpeech && !result && !isRunning && !problem && (
          <div data-idle>
            <EmptyState icon={AudioLines} title={audioWords.emptyTitle}>
              {audioWords.empty[mode]}
            </EmptyState>
          </div>
        )}
      </Canvas>
    </Workspace>
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
