// A progress bar for jobs: redrawn in one line of a terminal, one line per stage elsewhere, nothing for --json.

export interface ProgressState {
  progress: number;
  stage: string;
  queue_position: number;
  estimated_time: number;
}

const WIDTH = 28;

export class ProgressBar {
  readonly #isShown: boolean;
  readonly #stream: NodeJS.WriteStream;
  #lastStage = '';
  #isDrawn = false;

  constructor(isShown: boolean, stream: NodeJS.WriteStream = process.stderr) {
    this.#isShown = isShown;
    this.#stream = stream;
  }

  show(state: ProgressState): void {
    if (!this.#isShown) return;
    if (this.#stream.isTTY) this.#draw(barText(state));
    else if (state.stage !== this.#lastStage) this.#stream.write(`${barText(state)}\n`);
    this.#lastStage = state.stage;
  }

  /** Removes the bar, so that further output begins on a clean line. */
  end(): void {
    if (this.#isDrawn) this.#stream.write('\r\x1b[2K');
    this.#isDrawn = false;
  }

  #draw(text: string): void {
    this.#stream.write(`\r\x1b[2K${text.slice(0, (this.#stream.columns || 80) - 1)}`);
    this.#isDrawn = true;
  }
}

function barText({ progress, stage, queue_position: place, estimated_time: seconds }: ProgressState): string {
  const share = Math.min(1, Math.max(0, progress));
  const full = Math.round(share * WIDTH);
  const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
  const left = seconds > 0 ? ` · about ${seconds} s left` : '';
  const note = place > 0 ? `waiting, place ${place}` : stage;
  return `${bar} ${String(Math.round(share * 100)).padStart(3)} %  ${note}${left}`;
}
