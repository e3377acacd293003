// The interface of the engine that runs one program, in a sandbox without network, and returns what it printed.
export interface ProgramOrder {
  language: 'javascript' | 'python';
  code: string;
  /** What the program can read from its standard input. */
  input: string;
}

export type ProgramEnd = 'exited' | 'time' | 'resources' | 'output';

export interface ProgramResult {
  output: string;
  errors: string;
  /** null: it was stopped. */
  exitCode: number | null;
  /** Why it ended: by itself, or at which limit. */
  end: ProgramEnd;
  durationMs: number;
}

export interface ProgramEngine {
  run(order: ProgramOrder, signal: AbortSignal): Promise<ProgramResult>;
}
