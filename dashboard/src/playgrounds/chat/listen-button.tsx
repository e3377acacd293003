// Plays an answer as speech by the service; pressing it again stops.
import { LoaderCircle, Square, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { wordsOf } from '../../api/problem.ts';
import { renew } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { tell } from '../../parts/toast.tsx';
import { soundWords } from './strings.ts';
import { useReadyModel } from './use-ready-model.ts';

/** The limit of one call of the speech route. */
const MAX_CHARACTERS = 4_096;

export function ListenButton({ text }: { text: string }) {
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');
  const model = useReadyModel('speech');
  const playing = useRef<{ abort: AbortController; sound?: HTMLAudioElement } | null>(null);
  const stop = () => {
    playing.current?.abort.abort();
    playing.current?.sound?.pause();
    playing.current = null;
    setState('idle');
  };
  useEffect(
    () => () => {
      playing.current?.abort.abort();
      playing.current?.sound?.pause();
    },
    [],
  );
  const play = async () => {
    const abort = new AbortController();
    playing.current = { abort };
    setState('loading');
    let url = '';
    try {
      const input = plainText(text).slice(0, MAX_CHARACTERS);
      const blob = await client().audio.speech({ input, response_format: 'mp3', ...model }, { signal: abort.signal });
      url = URL.createObjectURL(blob);
      const sound = new Audio(url);
      playing.current = { abort, sound };
      sound.onended = stop;
      await sound.play();
      setState('playing');
    } catch (error) {
      if (!abort.signal.aborted) {
        tell(wordsOf(error), 'problem');
        stop();
      }
    } finally {
      if (abort.signal.aborted && url) URL.revokeObjectURL(url);
      void renew('GET /payments/balance');
    }
  };
  const Icon = { idle: Volume2, loading: LoaderCircle, playing: Square }[state];
  return (
    <Button size="small" look="quiet" onClick={() => (state === 'idle' ? void play() : stop())}>
      <Icon aria-hidden className={state === 'loading' ? 'size-3.5 animate-spin' : 'size-3.5'} />
      {state === 'idle' ? soundWords.listen : soundWords.stop}
    </Button>
  );
}

/** Markdown marks and code are not spoken. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/[*_`#>|]/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim();
}
