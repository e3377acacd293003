// Collects the stretches of a file that stay, joined where they touch: a million small parts that all stay are one.

export class KeptBytes {
  readonly #file: Buffer;
  readonly #stretches: Buffer[] = [];
  #start = 0;
  #end = 0;

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** From the beginning of the file to its end. */
  keep(start: number, end: number): void {
    if (start !== this.#end) {
      this.#close();
      this.#start = start;
    }
    this.#end = end;
  }

  /** All that was kept. */
  take(): Buffer[] {
    this.#close();
    this.#start = this.#end;
    return this.#stretches;
  }

  #close(): void {
    if (this.#end > this.#start) this.#stretches.push(this.#file.subarray(this.#start, this.#end));
  }
}

/** Whether the file has these bytes at this place. It looks nowhere else, as `indexOf` would. */
export function hasAt(file: Buffer, sign: Buffer, at: number): boolean {
  if (at + sign.length > file.length) return false;
  for (let index = 0; index < sign.length; index += 1) if (file[at + index] !== sign[index]) return false;
  return true;
}
