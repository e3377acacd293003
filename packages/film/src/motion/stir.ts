// How far a cut-out is moved, bent and lit at a moment.
export interface Stir {
  /** Shift to the right and down, in frame heights. */
  dx: number;
  dy: number;
  /** How far the top leans to the right, in its own heights. */
  lean: number;
  /** Growth about its foot. */
  size: number;
  light: number;
}

export const CALM: Stir = { dx: 0, dy: 0, lean: 0, size: 1, light: 1 };
