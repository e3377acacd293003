// Log lines for people at a terminal: the time, the level and the words, short and in colour. A progress is one line, written over itself.

export interface Terminal {
  write(text: string): unknown;
}

interface Entry {
  level: number;
  time: number;
  msg?: string;
  reason?: string;
  err?: { message?: string; stack?: string };
  [field: string]: unknown;
}

const LEVELS: Readonly<Record<number, { name: string; colour: string }>> = {
  10: { name: 'trace', colour: '90' },
  20: { name: 'debug', colour: '90' },
  30: { name: 'info ', colour: '32' },
  40: { name: 'warn ', colour: '33' },
  50: { name: 'error', colour: '31' },
  60: { name: 'fatal', colour: '31' },
};
const ERROR_LEVEL = 50;
/** Fields that the words of a line repeat, or that are the same in every line. */
const UNSHOWN = ['level', 'time', 'msg', 'pid', 'hostname', 'err', 'reason', 'why', 'dependency'];
const MAX_FIELD = 80;
/** Back to the start of the line, which is empty then. */
const WIPE = '\r\x1b[2K';

export interface LineLook {
  isColoured: boolean;
  /** A terminal, where a line can be written over; elsewhere a progress is left out. */
  isLive?: boolean;
}

export class LogLines {
  readonly #terminal: Terminal;
  readonly #look: LineLook;
  #hasProgress = false;

  constructor(terminal: Terminal, look: LineLook) {
    this.#terminal = terminal;
    this.#look = look;
  }

  get isLive(): boolean {
    return this.#look.isLive === true;
  }

  /** Takes a line of JSON, as pino writes it. */
  write(json: string): void {
    this.#terminal.write(`${this.#wiped()}${this.#lineOf(JSON.parse(json) as Entry)}\n`);
  }

  /** Shows how far something is, until the next line. */
  progress(words: string): void {
    if (!this.isLive) return;
    this.#terminal.write(`${this.#wiped()}${this.#dim(`${clock(new Date())} …     ${words}`)}`);
    this.#hasProgress = true;
  }

  #wiped(): string {
    if (!this.#hasProgress) return '';
    this.#hasProgress = false;
    return WIPE;
  }

  #lineOf(entry: Entry): string {
    const { name, colour } = LEVELS[entry.level] ?? { name: String(entry.level), colour: '0' };
    const time = clock(new Date(entry.time));
    const reason = entry.reason ?? entry.why ?? entry.err?.message?.split('\n', 1)[0];
    const { msg = '' } = entry;
    const fields = Object.entries(entry).flatMap(([field, value]) => fieldOf(field, value, msg) ?? []);
    const more = [...(reason ? [`(${String(reason)})`] : []), ...fields].join(' ');
    // A stack is for errors of our own; a warning's reason says enough.
    const stack = entry.level >= ERROR_LEVEL ? (entry.err?.stack?.split('\n').slice(1) ?? []) : [];
    const lines = [`${this.#dim(time)} ${this.#paint(name, colour)} ${msg} ${this.#dim(more)}`.trimEnd()];
    return [...lines, ...stack.map((line) => this.#dim(line))].join('\n');
  }

  #dim(text: string): string {
    return text === '' ? '' : this.#paint(text, '90');
  }

  #paint(text: string, colour: string): string {
    return this.#look.isColoured ? `\x1b[${colour}m${text}\x1b[0m` : text;
  }
}

function clock(time: Date): string {
  return time.toTimeString().slice(0, 8);
}

/** Undefined for what a line has no room for, and for what its words say already. */
function fieldOf(field: string, value: unknown, words: string): string | undefined {
  if (UNSHOWN.includes(field) || !['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  if (typeof value === 'string' && words.includes(value)) return undefined;
  return `${field}=${String(value).slice(0, MAX_FIELD)}`;
}
