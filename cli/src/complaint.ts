// An error that the user can fix: shown as one line, without a stack.
export class Complaint extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
