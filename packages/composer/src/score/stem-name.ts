// The groups of instruments that a song is split into.
export type StemName =
  | 'drums'
  | 'percussion'
  | 'bass'
  | 'keys'
  | 'guitar'
  | 'strings'
  | 'brass'
  | 'synth'
  | 'lead'
  | 'effects';
