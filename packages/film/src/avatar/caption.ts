// Writes the currently spoken words into the lower part of a frame.
import { type Cue, escaped } from './subtitles.ts';

interface Drawn {
  cue: Cue;
  left: number;
  top: number;
  width: number;
  height: number;
  /** RGBA. */
  data: Uint8Array;
}

export class Caption {
  readonly #cues: readonly Cue[];
  readonly #width: number;
  readonly #height: number;
  #drawn: Drawn | undefined;
  readonly warnings: string[] = [];

  constructor(cues: readonly Cue[], width: number, height: number) {
    this.#cues = cues;
    this.#width = width;
    this.#height = height;
  }

  async write(frame: Uint8Array, seconds: number): Promise<void> {
    const cue = this.#cues.find(({ start, end }) => seconds >= start - 0.1 && seconds <= end + 0.2);
    if (!cue) return;
    if (this.#drawn?.cue !== cue) this.#drawn = await this.#draw(cue);
    if (this.#drawn) blend(frame, this.#width, this.#drawn);
  }

  /** Warns the caller if the machine has no font, because nothing is drawn then. */
  async #draw(cue: Cue): Promise<Drawn | undefined> {
    const { default: sharp } = await import('sharp');
    const size = Math.round(Math.min(this.#height * 0.055, this.#width * 0.042));
    const [width, height] = [this.#width, size * 3];
    const text = escaped(cue.words.map((word) => word.text).join(' '));
    const style = `font-family="DejaVu Sans, Liberation Sans, Arial, Helvetica, sans-serif" font-weight="bold" font-size="${size}" text-anchor="middle"`;
    const line = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="${width / 2}" y="${size * 1.8}" ${style} fill="#ffffff" stroke="#000000" stroke-width="${size * 0.16}" paint-order="stroke" stroke-linejoin="round">${text}</text></svg>`;
    const data = await sharp(Buffer.from(line)).resize(width, height, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
    if (!data.some((value, index) => index % 4 === 3 && value > 0)) {
      if (this.warnings.length === 0)
        this.warnings.push('This machine has no font: the words are in the file of subtitles only.');
      return undefined;
    }
    return { cue, left: 0, top: this.#height - Math.round(size * 3.2), width, height, data };
  }
}

function blend(frame: Uint8Array, frameWidth: number, { left, top, width, height, data }: Drawn): void {
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 4;
      const alpha = (data[from + 3] ?? 0) / 255;
      if (alpha === 0) continue;
      const to = ((top + y) * frameWidth + left + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const under = frame[to + channel] ?? 0;
        frame[to + channel] = under + ((data[from + channel] ?? 0) - under) * alpha;
      }
    }
}
