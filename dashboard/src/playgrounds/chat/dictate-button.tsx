// Records from the microphone and inserts the service's transcription into the message.
import { LoaderCircle, Mic, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { wordsOf } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { tell } from '../../parts/toast.tsx';
import { formatClock } from '../strings.ts';
import { soundWords } from './strings.ts';
import { useReadyModel } from './use-ready-model.ts';

const MAX_MS = 120_000;

export function DictateButton({ onText }: { onText(text: string): void }) {
  const [state, setState] = useState<'idle' | 'listening' | 'reading'>('idle');
  const [seconds, setSeconds] = useState(0);
  const model = useReadyModel('transcription');
  const recorder = useRef<MediaRecorder | null>(null);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    leaving.current = abort;
    return () => {
      abort.abort();
      endOf(recorder.current);
    };
  }, []);

  const begin = async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
    if (!stream) return tell(soundWords.noMicrophone, 'problem');
    const recording = new MediaRecorder(stream);
    recorder.current = recording;
    const pieces: Blob[] = [];
    recording.ondataavailable = ({ data }) => pieces.push(data);
    recording.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      if (leaving.current.signal.aborted) return;
      void read(new Blob(pieces, { type: recording.mimeType }));
    };
    recording.start();
    setTimeout(() => endOf(recording), MAX_MS);
    setSeconds(0);
    setState('listening');
  };
  const read = async (sound: Blob) => {
    setState('reading');
    try {
      const file = new File([sound], `dictation.${sound.type.includes('mp4') ? 'mp4' : 'webm'}`, { type: sound.type });
      const { text } = await client().audio.transcribe({ file, ...model }, { signal: leaving.current.signal });
      onText(text.trim());
    } catch (error) {
      if (!leaving.current.signal.aborted) tell(wordsOf(error), 'problem');
    } finally {
      setState('idle');
    }
  };
  useEffect(() => {
    if (state !== 'listening') return;
    const clock = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(clock);
  }, [state]);
  const Icon = state === 'idle' ? Mic : state === 'listening' ? Square : LoaderCircle;
  const label = { idle: soundWords.dictate, listening: soundWords.stopListening, reading: soundWords.reading }[state];
  return (
    <Button
      look="quiet"
      aria-label={label}
      title={label}
      disabled={state === 'reading'}
      onClick={() => (state === 'listening' ? endOf(recorder.current) : void begin())}
      className="px-2.5!"
    >
      <Icon
        aria-hidden
        className={
          state === 'reading' ? 'size-4 animate-spin' : state === 'listening' ? 'size-4 text-danger' : 'size-4'
        }
      />
      {state === 'listening' && <span className="text-xs tabular-nums">{formatClock(seconds)}</span>}
    </Button>
  );
}

function endOf(recording: MediaRecorder | null): void {
  if (recording?.state === 'recording') recording.stop();
}
