// Shows an image in the terminal: by the terminal's own protocol if it has one, otherwise in coloured half blocks.
import { decodePng, type Pixels } from './decode-png.ts';

export type Display = 'kitty' | 'iterm' | 'blocks' | 'off';

const DISPLAYS: readonly string[] = ['kitty', 'iterm', 'blocks', 'off'];
const KITTY_CHUNK = 4_096;
const MAX_COLUMNS = 64;

export function isDisplay(text: string): text is Display {
  return DISPLAYS.includes(text);
}

/** Detects the terminal's protocol from its environment variables. */
export function chooseDisplay(stream: { isTTY?: boolean | undefined }, env: NodeJS.ProcessEnv): Display {
  if (!stream.isTTY) return 'off';
  const program = env.TERM_PROGRAM ?? '';
  if (env.KITTY_WINDOW_ID || env.TERM === 'xterm-kitty' || program === 'ghostty') return 'kitty';
  if (program === 'iTerm.app' || program === 'WezTerm') return 'iterm';
  const hasColours = /truecolor|24bit/.test(env.COLORTERM ?? '') || /256|color/.test(env.TERM ?? '');
  return hasColours && !env.NO_COLOR ? 'blocks' : 'off';
}

/** Empty if the image cannot be shown. */
export function pictureText(file: Buffer, display: Display, columns: number): string {
  switch (display) {
    case 'kitty':
      return kittyText(file);
    case 'iterm':
      return `\x1b]1337;File=inline=1;size=${file.length};width=auto:${file.toString('base64')}\x07\n`;
    case 'blocks': {
      const pixels = decodePng(file);
      return pixels ? blockText(pixels, Math.min(columns, MAX_COLUMNS)) : '';
    }
    case 'off':
      return '';
  }
}

function kittyText(file: Buffer): string {
  const data = file.toString('base64');
  let text = '';
  for (let at = 0; at < data.length; at += KITTY_CHUNK) {
    const more = at + KITTY_CHUNK < data.length ? 1 : 0;
    text += `\x1b_G${at === 0 ? 'f=100,a=T,' : ''}m=${more};${data.slice(at, at + KITTY_CHUNK)}\x1b\\`;
  }
  return `${text}\n`;
}

/** Two pixels per character: the upper one is its colour, the lower one its background. */
function blockText(pixels: Pixels, columns: number): string {
  const rows = Math.max(1, Math.round(((pixels.height / pixels.width) * columns) / 2));
  const grid = { columns, rows: rows * 2 };
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const upper = averageOf(pixels, grid, column, row * 2);
      const lower = averageOf(pixels, grid, column, row * 2 + 1);
      text += `\x1b[38;2;${upper.join(';')};48;2;${lower.join(';')}m▀`;
    }
    text += '\x1b[0m\n';
  }
  return text;
}

function averageOf(pixels: Pixels, grid: { columns: number; rows: number }, column: number, row: number): number[] {
  const [left, right] = span(column, grid.columns, pixels.width);
  const [top, bottom] = span(row, grid.rows, pixels.height);
  const sums = [0, 0, 0];
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1)
      for (let channel = 0; channel < 3; channel += 1)
        sums[channel] = (sums[channel] ?? 0) + (pixels.rgb[(y * pixels.width + x) * 3 + channel] ?? 0);
  return sums.map((sum) => Math.round(sum / ((right - left) * (bottom - top))));
}

function span(index: number, count: number, length: number): [from: number, to: number] {
  const from = Math.min(length - 1, Math.floor((index * length) / count));
  return [from, Math.max(from + 1, Math.floor(((index + 1) * length) / count))];
}
