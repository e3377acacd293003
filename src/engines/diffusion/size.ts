// The size at which a model generates an image or a video: near its training area, in its multiples.
export interface Size {
  width: number;
  height: number;
}

interface Limits {
  /** The result has about the area of a square of this side. */
  side: number;
  minSide: number;
  multiple: number;
}

/** Keeps the proportions as far as the multiples allow; one side is at most four times the other. */
export function chooseSize(wish: Size, { side, minSide, multiple }: Limits): Size {
  const ratio = Math.min(4, Math.max(1 / 4, wish.width / wish.height));
  const area = Math.min(side ** 2, Math.max(minSide ** 2, wish.width * wish.height));
  const round = (length: number) => Math.max(multiple, Math.round(length / multiple) * multiple);
  return { width: round(Math.sqrt(area * ratio)), height: round(Math.sqrt(area / ratio)) };
}
