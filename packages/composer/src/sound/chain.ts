// The effects between an instrument and the mixer.
export interface Chain {
  highpass?: number;
  lowpass?: number;
  /** Decibels of presence around 3 kHz. */
  presence?: number;
  drive?: number;
  chorus?: number;
  tremolo?: number;
  /** 0–1. */
  compress?: number;
}
