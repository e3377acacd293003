// Plays one song: position, volume and, when an instrument is muted or solo, its stems instead of the song.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { wordsOf } from '../../api/problem.ts';
import { ownFile } from '../../parts/own-file.ts';
import { tell } from '../../parts/toast.tsx';
import { StemMixer, type StemState } from './stem-mixer.ts';

export interface Player {
  isPlaying: boolean;
  position: number;
  duration: number;
  volume: number;
  stems: Readonly<Record<string, StemState>>;
  toggle(): void;
  seek(seconds: number): void;
  setVolume(volume: number): void;
  setStem(name: string, change: Partial<StemState>): void;
}

const UNTOUCHED: StemState = { isMuted: false, isSolo: false };

export function usePlayer(address: string, stems: Readonly<Record<string, string>>, known: number): Player {
  const sound = useMemo(() => new Audio(ownFile(address)), [address]);
  const mixer = useRef<StemMixer | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(known);
  const [volume, setVolume] = useState(1);
  const [states, setStates] = useState<Record<string, StemState>>({});
  const isMixed = Object.values(states).some((state) => state.isMuted || state.isSolo);

  useEffect(() => {
    const listening = new AbortController();
    const on = (event: string, act: () => void) => sound.addEventListener(event, act, { signal: listening.signal });
    on('play', () => setPlaying(true));
    on('pause', () => {
      setPlaying(false);
      mixer.current?.pause();
    });
    on('timeupdate', () => {
      setPosition(sound.currentTime);
      mixer.current?.follow(sound.currentTime);
    });
    on('durationchange', () => Number.isFinite(sound.duration) && setDuration(sound.duration));
    return () => {
      listening.abort();
      sound.pause();
      mixer.current?.close();
      mixer.current = null;
    };
  }, [sound]);

  // The song's element keeps the time; while stems play, it is muted.
  useEffect(() => {
    sound.volume = volume;
    sound.muted = isMixed;
    if (isMixed && !mixer.current) {
      mixer.current = new StemMixer(addressesOf(stems));
      if (!sound.paused) mixer.current.play(sound.currentTime).catch(complain);
    }
    mixer.current?.apply(states, isMixed ? volume : 0);
  }, [sound, stems, states, isMixed, volume]);

  const toggle = useCallback(() => {
    if (!sound.paused) return sound.pause();
    sound.play().catch(complain);
    return void mixer.current?.play(sound.currentTime).catch(complain);
  }, [sound]);
  const seek = useCallback(
    (seconds: number) => {
      sound.currentTime = seconds;
      mixer.current?.seek(seconds);
      setPosition(seconds);
    },
    [sound],
  );
  const setStem = useCallback(
    (name: string, change: Partial<StemState>) =>
      setStates((before) => ({ ...before, [name]: { ...(before[name] ?? UNTOUCHED), ...change } })),
    [],
  );
  return { isPlaying, position, duration, volume, stems: states, toggle, seek, setVolume, setStem };
}

function addressesOf(stems: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(stems).map(([name, address]) => [name, ownFile(address)]));
}

function complain(error: unknown): void {
  // Pausing while a sound is loading ends its play() with an AbortError, which is ignored.
  if ((error as { name?: string }).name !== 'AbortError') tell(wordsOf(error), 'problem');
}
