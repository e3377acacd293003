// What was asked for at home, carried to the page that makes it. It is kept in memory alone and taken once: a reload or the way
// back never makes, and charges for, the same thing again.
import { useEffect, useRef } from 'react';

export type Mode = 'chat' | 'song' | 'image' | 'video' | 'app' | 'code' | 'speech';

export interface Ask {
  prompt: string;
  files: readonly File[];
  /** false: the words are filled in, and nothing is made before its button is pressed. */
  isSent: boolean;
}

/** What the forms begin with, so that home names the price of what will be sent. */
export const FIRST_SONG_SECONDS = 60;
export const FIRST_VIDEO_SECONDS = 5;

let kept: { mode: Mode; ask: Ask } | null = null;

export function carryAsk(mode: Mode, ask: Ask): void {
  kept = { mode, ask };
}

function takeAsk(mode: Mode): Ask | null {
  const taken = kept?.mode === mode ? kept.ask : null;
  kept = null;
  return taken;
}

/** `act` is that of the first render. */
export function useAsk(mode: Mode, act: (ask: Ask) => void): void {
  const first = useRef(act);
  useEffect(() => {
    const ask = takeAsk(mode);
    if (ask) first.current(ask);
  }, [mode]);
}
