// The interface of syntax checkers: whether code parses, and where it does not.
export interface SyntaxProblem {
  /** Both count from 1. */
  line: number;
  column: number;
  message: string;
}

export interface SyntaxReport {
  /** False if there is no grammar for the language: then nothing was checked. */
  checked: boolean;
  ok: boolean;
  errors: SyntaxProblem[];
}

export interface SyntaxChecker {
  /** Whether code of a language can be checked. */
  checks(language: string): boolean;
  check(language: string, code: string, signal: AbortSignal): Promise<SyntaxReport>;
  close(): Promise<void>;
}
