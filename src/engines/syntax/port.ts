// What a syntax checker offers: whether code parses, and where it does not.
export interface SyntaxProblem {
  /** Both count from 1. */
  line: number;
  column: number;
  message: string;
}

export interface SyntaxReport {
  /** False when there is no grammar for the language: then nothing is claimed. */
  checked: boolean;
  ok: boolean;
  errors: SyntaxProblem[];
}

export interface SyntaxChecker {
  /** Whether a language's code can be checked here. */
  checks(language: string): boolean;
  check(language: string, code: string, signal: AbortSignal): Promise<SyntaxReport>;
  close(): Promise<void>;
}
