// Runs one task at a time: a speech or a transcription, which ends when another begins or the page is left.
import { useEffect, useRef, useState } from 'react';
import { type Body, client } from '../../api/client.ts';
import { renew } from '../../api/queries.ts';

export type SpeechBody = Body<'POST /audio/speech'>;
export type AudioResult = { kind: 'speech'; url: string; fileName: string } | { kind: 'transcript'; text: string };

export interface RecordingOrder {
  file: File;
  model: string;
  isTranslated: boolean;
}

interface State {
  isRunning: boolean;
  result: AudioResult | null;
  problem: unknown;
}

const IDLE: State = { isRunning: false, result: null, problem: null };

export function useAudioWork() {
  const [state, setState] = useState<State>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const url = state.result?.kind === 'speech' ? state.result.url : undefined;
  // The sound stays in the browser's memory until its URL is revoked.
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);

  const run = async (work: (signal: AbortSignal) => Promise<AudioResult>) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setState({ ...IDLE, isRunning: true });
    try {
      const result = await work(abort.signal);
      if (running.current === abort) setState({ ...IDLE, result });
    } catch (problem) {
      if (running.current === abort) setState({ ...IDLE, problem });
    } finally {
      void renew('GET /payments/balance');
    }
  };
  const speak = (body: SpeechBody) =>
    run(async (signal) => {
      const sound = await client().audio.speech(body, { signal });
      return { kind: 'speech', url: URL.createObjectURL(sound), fileName: `speech.${body.response_format ?? 'mp3'}` };
    });
  const transcribe = ({ file, model, isTranslated }: RecordingOrder) =>
    run(async (signal) => {
      const { audio } = client();
      const body = { file, ...(model ? { model } : {}) };
      const { text } = await (isTranslated ? audio.translate(body, { signal }) : audio.transcribe(body, { signal }));
      return { kind: 'transcript', text };
    });
  const forget = () => {
    running.current?.abort();
    running.current = null;
    setState(IDLE);
  };
  return { ...state, speak, transcribe, forget };
}
