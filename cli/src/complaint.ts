// Something the person at the keyboard can put right: shown as one line, without a stack.
export class Complaint extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
