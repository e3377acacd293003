// Reads the step strings of the genres: which step sounds, how hard and for how long.
export interface Step {
  /** In beats from the start of the bar. */
  beat: number;
  beats: number;
  symbol: string;
  /** 0–1. */
  weight: number;
  /** Sixteenths swing, triplets already do. */
  isTriplet: boolean;
}

const WEIGHTS: Record<string, number> = { X: 1, x: 0.76, o: 0.42 };
const BAR_BEATS = 4;

/** The steps of one bar of the pattern; patterns of two bars take turns. */
export function readSteps(pattern: string, bar: number): Step[] {
  const bars = pattern.length > 16 ? 2 : 1;
  const perBar = pattern.length / bars;
  const text = pattern.slice((bar % bars) * perBar, ((bar % bars) + 1) * perBar);
  const stepBeats = BAR_BEATS / perBar;
  const steps: Step[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const symbol = text[index] ?? '.';
    if (symbol === '.' || symbol === '-' || symbol === ' ') continue;
    let held = 1;
    while (text[index + held] === '-') held += 1;
    const isBeat = (index * stepBeats) % 1 < 1e-9;
    const weight = WEIGHTS[symbol] ?? (isBeat ? 0.86 : 0.7);
    steps.push({ beat: index * stepBeats, beats: held * stepBeats, symbol, weight, isTriplet: perBar % 3 === 0 });
  }
  return steps;
}

/** Where a straight beat falls when it swings: 0 straight, 1 a full triplet. */
export function swingBeat(beat: number, swing: number, unit: 8 | 16): number {
  if (swing === 0) return beat;
  const span = unit === 8 ? 1 : 0.5;
  const whole = Math.floor(beat / span + 1e-9) * span;
  const inside = (beat - whole) / span;
  const middle = 0.5 + swing / 6;
  const moved = inside < 0.5 ? inside * 2 * middle : middle + (inside - 0.5) * 2 * (1 - middle);
  return whole + moved * span;
}
