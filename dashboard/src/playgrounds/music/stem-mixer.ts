// Plays the stems of a song together: one audio element each, muted or solo, synchronised with the song's own clock.
export interface StemState {
  isMuted: boolean;
  isSolo: boolean;
}

/** A larger offset is audible as an echo. */
const MAX_DRIFT_SECONDS = 0.06;

export class StemMixer {
  readonly #players: ReadonlyMap<string, HTMLAudioElement>;

  constructor(stems: Readonly<Record<string, string>>) {
    this.#players = new Map(Object.entries(stems).map(([name, address]) => [name, playerOf(address)]));
  }

  /** Resolves once every stem plays; rejects if the browser does not allow it. */
  async play(seconds: number): Promise<void> {
    this.seek(seconds);
    await Promise.all([...this.#players.values()].map((player) => player.play()));
  }

  pause(): void {
    for (const player of this.#players.values()) player.pause();
  }

  seek(seconds: number): void {
    for (const player of this.#players.values()) player.currentTime = seconds;
  }

  /** Called while the song plays: corrects stems that have drifted. */
  follow(seconds: number): void {
    for (const player of this.#players.values())
      if (!player.paused && Math.abs(player.currentTime - seconds) > MAX_DRIFT_SECONDS) player.currentTime = seconds;
  }

  apply(states: Readonly<Record<string, StemState>>, volume: number): void {
    const isAnySolo = Object.values(states).some((state) => state.isSolo);
    for (const [name, player] of this.#players) {
      const state = states[name];
      player.muted = isAnySolo ? !state?.isSolo : (state?.isMuted ?? false);
      player.volume = volume;
    }
  }

  close(): void {
    for (const player of this.#players.values()) {
      player.pause();
      player.removeAttribute('src');
      player.load();
    }
  }
}

function playerOf(address: string): HTMLAudioElement {
  const player = new Audio(address);
  player.preload = 'auto';
  return player;
}
