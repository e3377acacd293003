// Notes charges on this machine's disk before their calls are answered. Two files take turns; what one holds is written over only
// after the database has it.
import { constants, write, writeSync } from 'node:fs';
import { copyFile, type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { newId } from '../core/ids.ts';

/** Notes that a process left behind when it was killed. */
export interface LeftNotes {
  journal: string;
  upto: number;
  /** JSON objects with commas between them. */
  notes: string;
}

export interface Note {
  seq: number;
  /** A JSON object that carries the seq too. */
  text: string;
}

interface Waiting {
  note: Note;
  resolve(note: Note): void;
  reject(error: unknown): void;
}

interface Part {
  file: FileHandle;
  /** Where the next block goes. */
  end: number;
  lastSeq: number;
}

const NAMES = ['charges-1', 'charges-2'] as const;
const PART_BYTES = 4 * 1024 * 1024;
const MOST_NOTES_A_BLOCK = 256;
const LONE_MS = 0.5;
const QUICK_MS = 0.5;
const QUICK_IN_A_ROW = 16;
const HEAD = /^(journal_\w+) (\d+) (\d+) ([0-9a-f]{8})$/;
const MOST_HEAD_BYTES = 100;

export class ChargeJournal {
  readonly id = newId('journal');
  readonly #parts: readonly [Part, Part];
  #active: 0 | 1 = 0;
  #waiting: Waiting[] = [];
  #isWriting = false;
  #seq = 0;
  #applied = 0;
  #wroteMs = 0;
  /** How many blocks the disk took at once, since the last that it did not. */
  #quick = 0;

  private constructor(parts: readonly [Part, Part]) {
    this.#parts = parts;
  }

  static async open(folder: string): Promise<ChargeJournal> {
    const [first, second] = await Promise.all(NAMES.map((name) => openPart(join(folder, name))));
    if (!first || !second) throw new Error('a journal has two files');
    return new ChargeJournal([first, second]);
  }

  /** On disk when it resolves. */
  append(textOf: (seq: number) => string): Promise<Note> {
    this.#seq += 1;
    const note = { seq: this.#seq, text: textOf(this.#seq) };
    if (this.#isLone()) return this.#writeLone(note);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ note, resolve, reject });
      this.#schedule();
    });
  }

  /** Everything up to this note is in the database: its place may be used again. */
  release(seq: number): void {
    this.#applied = seq;
  }

  async close(): Promise<void> {
    await Promise.all(this.#parts.map(({ file }) => file.close()));
  }

  #schedule(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Notes of the same turn of the event loop share a block.
    setImmediate(() => this.#write());
  }

  #isLone(): boolean {
    return this.#quick >= QUICK_IN_A_ROW && !this.#isWriting && performance.now() - this.#wroteMs > LONE_MS;
  }

  /**
   * On the spot: where calls come one by one and the disk answers at once, the way to another thread and back would take as long
   * again. A disk that lets us wait is left to the other thread, until it has been quick for a while.
   */
  async #writeLone(note: Note): Promise<Note> {
    this.#wroteMs = performance.now();
    const { block, part } = this.#place([note]);
    if (writeSync(part.file.fd, block, 0, block.length, part.end) < block.length) throw tookPart();
    this.#took(block, part, note.seq);
    return note;
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.splice(0, MOST_NOTES_A_BLOCK);
    this.#wroteMs = performance.now();
    try {
      await this.#writeBlock(batch.map(({ note }) => note));
      for (const one of batch) one.resolve(one.note);
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
    this.#isWriting = false;
    if (this.#waiting.length > 0) this.#schedule();
  }

  async #writeBlock(notes: readonly Note[]): Promise<void> {
    const { block, part } = this.#place(notes);
    await writeWhole(part.file.fd, block, part.end);
    this.#took(block, part, notes.at(-1)?.seq ?? 0);
  }

  #place(notes: readonly Note[]): { block: Buffer; part: Part } {
    const block = blockOf(this.id, notes.at(-1)?.seq ?? 0, notes.map(({ text }) => text).join(','));
    return { block, part: this.#partFor(block.length) };
  }

  #took(block: Buffer, part: Part, lastSeq: number): void {
    part.end += block.length;
    part.lastSeq = lastSeq;
    this.#quick = performance.now() - this.#wroteMs < QUICK_MS ? this.#quick + 1 : 0;
  }

  #partFor(bytes: number): Part {
    const part = this.#parts[this.#active];
    if (part.end + bytes <= PART_BYTES) return part;
    const other = this.#active === 0 ? 1 : 0;
    const next = this.#parts[other];
    if (next.lastSeq > this.#applied || bytes > PART_BYTES)
      throw new Error('the journal of charges is full: the database has not taken them for too long');
    this.#active = other;
    next.end = 0;
    return next;
  }
}

/** By number and callback: the quickest way to the disk that there is. */
function writeWhole(file: number, bytes: Buffer, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    write(file, bytes, 0, bytes.length, at, (error, written) => {
      if (error) reject(error);
      else if (written < bytes.length) reject(tookPart());
      else resolve();
    });
  });
}

function tookPart(): Error {
  return new Error('the disk took only a part of a block');
}

/** What the last journal of this folder noted, in order; the database knows which of it it has already. */
export async function readLeftNotes(folder: string): Promise<LeftNotes[]> {
  const found: LeftNotes[] = [];
  for (const name of NAMES) {
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    found.push(...blocksIn(bytes));
  }
  return found.sort((a, b) => a.upto - b.upto);
}

/** Keeps the notes for somebody to look at; answers where. */
export async function setAside(folder: string): Promise<string> {
  const place = join(folder, newId('refused'));
  await mkdir(place);
  for (const name of NAMES) await copyFile(join(folder, name), join(place, name));
  return place;
}

function blockOf(journal: string, lastSeq: number, notes: string): Buffer {
  const body = Buffer.from(notes);
  const head = `${journal} ${lastSeq} ${body.length} ${hex(crc32(body))}\n`;
  return Buffer.concat([Buffer.from(head), body, NEW_LINE]);
}

const NEW_LINE = Buffer.from('\n');

/** Ends at the first bytes that are no whole block: what a kill cut off was never answered, and what follows is old. */
function* blocksIn(bytes: Buffer): Generator<LeftNotes> {
  let at = 0;
  for (;;) {
    const line = bytes.subarray(at, at + MOST_HEAD_BYTES).indexOf(NEW_LINE);
    const head = line < 0 ? null : HEAD.exec(bytes.toString('latin1', at, at + line));
    if (!head) return;
    const [, journal = '', upto, length, sum] = head;
    const begin = at + line + 1;
    const body = bytes.subarray(begin, begin + Number(length));
    if (body.length !== Number(length) || hex(crc32(body)) !== sum) return;
    yield { journal, upto: Number(upto), notes: body.toString('utf8') };
    at = begin + body.length + 1;
  }
}

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}

/** Filled at once: a file that does not grow needs no note of its size with every write. */
async function openPart(path: string): Promise<Part> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | (constants.O_DSYNC ?? constants.O_SYNC), 0o600);
  const { size } = await file.stat();
  if (size < PART_BYTES) await file.write(Buffer.alloc(PART_BYTES - size), 0, PART_BYTES - size, size);
  return { file, end: 0, lastSeq: 0 };
}
